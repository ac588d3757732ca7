// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPen>
#include <QVector>
#include <QWidget>

namespace jitterscope::ui {

/// One entry of a key: a swatch of the line (or a dot) and its name.
struct KeyItem {
    QString text;
    QPen pen = Qt::NoPen; ///< NoPen: text alone
    bool dot = false;
    QString tooltip;
    friend bool operator==(const KeyItem&, const KeyItem&) = default;
};

/// A chart's key, set right in one line; what does not fit is cut from the left, last items kept.
class KeyStrip final : public QWidget {
    Q_OBJECT
public:
    explicit KeyStrip(QWidget* parent = nullptr);
    void setItems(QVector<KeyItem> items);
    [[nodiscard]] const QVector<KeyItem>& items() const { return m_items; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {24, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double itemWidth(const KeyItem& item) const;
    /// Where each item stands, from the first that fits.
    [[nodiscard]] QVector<QRectF> places() const;

    QVector<KeyItem> m_items;
};

/// A card: title left, key right, content below.
class Card : public QFrame {
    Q_OBJECT
public:
    explicit Card(const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] KeyStrip& key() { return *m_key; }
    [[nodiscard]] QString title() const { return m_title->text(); }
    void setContent(QWidget* content);
    /// Right of the title; the key then has a line of its own.
    void setSwitch(QWidget* control);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_title;
    KeyStrip* m_key;
    QHBoxLayout* m_head;
};

} // namespace jitterscope::ui
