// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QGridLayout>
#include <QScrollArea>

#include <functional>
#include <map>
#include <string>
#include <vector>

class QLabel;

namespace jitterscope::ui {

/// What a card shows, except its state.
struct GalleryItem {
    enum class Badge { Simulated, Here };
    using Sketch = std::function<void(QPainter&, const QRectF&)>;

    std::string id;
    QString name;
    QString asks;
    QString predicts = {}; ///< for labs: what is to be guessed; empty: no line for it
    QString tooltip = {};
    QString foot = {}; ///< how long it takes, or where it is from
    std::vector<Badge> badges = {};
    Sketch sketch = {}; ///< empty: none
};

/// One thing to choose: what it asks, what it takes, and the kind of picture it makes.
class GalleryCard final : public QAbstractButton {
    Q_OBJECT
public:
    explicit GalleryCard(GalleryItem item, QWidget* parent = nullptr);

    /// "measuring: 34 %", "✓ done"; empty: none. It stands above the foot if there are badges, otherwise in
    /// its place.
    void setState(const QString& state, bool good = false);
    [[nodiscard]] QString state() const { return m_state; }
    [[nodiscard]] const GalleryItem& item() const { return m_item; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void describe();

    void paintFoot(QPainter& painter, QRectF line) const;

    GalleryItem m_item;
    QString m_state;
    bool m_good = false;
};

/// Cards in as many columns as there is room for, under a heading.
class Gallery final : public QScrollArea {
    Q_OBJECT
public:
    /// `name`: the object's name.
    Gallery(const QString& title, const QString& what, const QString& name, QWidget* parent = nullptr);

    void add(GalleryItem item);
    /// A widget after the last card: in the columns that are left in its row, or below it.
    void setLast(QWidget* widget);
    /// A note at the right of the heading.
    void setNote(const QString& note);
    [[nodiscard]] GalleryCard* card(const std::string& id) const;

signals:
    void chosen(const std::string& id);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange(bool always);

    std::map<std::string, GalleryCard*> m_cards;
    std::vector<GalleryCard*> m_order;
    QGridLayout* m_grid;
    QLabel* m_note;
    QWidget* m_last = nullptr;
    int m_columns = 0;
};

} // namespace jitterscope::ui
