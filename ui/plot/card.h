// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/key.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>

namespace jitterscope::ui {

/// A card: title left, key right, content below. Without a title it has no key either.
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
