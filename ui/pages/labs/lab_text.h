// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>

namespace jitterscope::ui {

enum class LabText { Title, Lead, Body, Note, Code };

/// Type of this role, of a label or of what writes its text itself; setTypeSize() knows it.
void setLabRole(QWidget& label, LabText role);
/// Writes it into a label. All texts of the labs go through here or through a sentence().
void setLabWords(QLabel& label, const QString& text);
/// A label that wraps, in the type of its role; setTypeSize() knows it.
[[nodiscard]] QLabel* labLabel(const QString& text, LabText role, const char* name = "");
/// A button that is wide enough; an `&` gives its key.
[[nodiscard]] QPushButton* labButton(const QString& text, const char* name, const QString& tip);
/// Type of all labels and sentences, buttons, fields and choices in `root`, relative to the window's: 1 at a
/// desk, more in front of a class.
void setTypeSize(QWidget& root, double scale);
/// The font of a role at this size.
[[nodiscard]] QFont labFont(LabText role, double scale);

} // namespace jitterscope::ui
