// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"

#include <QAbstractButton>
#include <QScrollArea>

#include <map>
#include <string>

namespace jitterscope::ui {

/// One experiment to choose: what it asks, how long it takes here, and the kind of picture it makes.
class GalleryCard final : public QAbstractButton {
    Q_OBJECT
public:
    explicit GalleryCard(const ExperimentEntry& entry, QWidget* parent = nullptr);

    /// "measuring: 34 %", "measured: 7 points"; empty: how long it takes.
    void setState(const QString& state);
    [[nodiscard]] QString state() const { return m_state; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const ExperimentEntry& m_entry;
    QString m_duration;
    QString m_state;
};

/// All experiments as cards, in as many columns as there is room for.
class Gallery final : public QScrollArea {
    Q_OBJECT
public:
    explicit Gallery(QWidget* parent = nullptr);

    [[nodiscard]] GalleryCard* card(const std::string& id) const;

signals:
    void chosen(const std::string& id);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    std::map<std::string, GalleryCard*> m_cards;
    std::vector<GalleryCard*> m_order;
    int m_columns = 0;
};

} // namespace jitterscope::ui
