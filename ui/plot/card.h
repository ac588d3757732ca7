// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/key.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>

namespace jitterscope::ui {

/// Draws the ground and the edge of a card over the whole widget.
void paintCardGround(QWidget& widget);

/// A card: title left, key right, content below. Without a title it has no key either.
class Card : public QFrame {
    Q_OBJECT
public:
    explicit Card(const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] KeyStrip& key() { return *m_key; }
    [[nodiscard]] QString title() const { return m_title->text(); }
    void setContent(QWidget* content);
    /// Puts a control at the right of the title. The key then has a line of its own.
    void setSwitch(QWidget* control);
    /// From now on no item of the key is cut: if the items do not fit beside the title, they stand below it,
    /// in as many lines as they need. Call it again when the items have changed.
    void keepWholeKey();

protected:
    [[nodiscard]] QLabel& titleLabel() { return *m_title; }
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeKey();

    QLabel* m_title;
    KeyStrip* m_key;
    QHBoxLayout* m_head;
    bool m_wholeKey = false;
    bool m_keyBelow = false;
};

} // namespace jitterscope::ui
