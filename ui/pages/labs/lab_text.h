// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace jitterscope::ui {

class Card;

enum class LabText { Title, Lead, Body, Note, Code };

/// Gives a label, or a widget that writes its own text, the font of a role. setTypeSize() then finds it.
void setLabRole(QWidget& label, LabText role);
/// Sets the text of a label, with unbroken(). All texts of the labs go through here or through sentence().
void setLabWords(QLabel& label, const QString& text);
/// A label that wraps, in the font of its role. setTypeSize() finds it.
[[nodiscard]] QLabel* labLabel(const QString& text, LabText role, const char* name = "");
/// A button that is wide enough for its text. An `&` marks its key.
[[nodiscard]] QPushButton* labButton(const QString& text, const char* name, const QString& tip);
/// The same; a click calls `slot` of `receiver`.
template <typename Receiver, typename Slot>
[[nodiscard]] QPushButton* labButton(const QString& text, const char* name, const QString& tip,
                                     Receiver* receiver, Slot slot) {
    QPushButton* const button = labButton(text, name, tip);
    QObject::connect(button, &QPushButton::clicked, receiver, slot);
    return button;
}
/// What stands in this widget: one below the other, or side by side.
[[nodiscard]] QVBoxLayout* columnIn(QWidget* widget, const QMargins& edges, int spacing = -1);
[[nodiscard]] QHBoxLayout* rowIn(QWidget* widget, const QMargins& edges, int spacing = -1);
/// The title of a card, and the column below it, which is returned.
[[nodiscard]] QVBoxLayout* fillCard(Card& card, const QString& title, int spacing = 6);
/// Sets the size of letters of all labels, sentences, buttons and fields in `root`, relative to the window's:
/// 1 at a desk, more in front of a class.
void setTypeSize(QWidget& root, double scale);
/// The font of a role at this size.
[[nodiscard]] QFont labFont(LabText role, double scale);

} // namespace jitterscope::ui
