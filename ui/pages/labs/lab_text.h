// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>

namespace jitterscope::ui {

enum class LabText { Title, Lead, Body, Note, Code };

/// Gives a label, or a widget that writes its own text, the font of a role. setTypeSize() then finds it.
void setLabRole(QWidget& label, LabText role);
/// Sets the text of a label, with unbroken(). All texts of the labs go through here or through sentence().
void setLabWords(QLabel& label, const QString& text);
/// A label that wraps, in the font of its role. setTypeSize() finds it.
[[nodiscard]] QLabel* labLabel(const QString& text, LabText role, const char* name = "");
/// A button that is wide enough for its text. An `&` marks its key.
[[nodiscard]] QPushButton* labButton(const QString& text, const char* name, const QString& tip);
/// Sets the size of letters of all labels, sentences, buttons and fields in `root`, relative to the window's:
/// 1 at a desk, more in front of a class.
void setTypeSize(QWidget& root, double scale);
/// The font of a role at this size.
[[nodiscard]] QFont labFont(LabText role, double scale);

} // namespace jitterscope::ui
