// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <QDialog>

namespace jitterscope::ui {

class LabProgress;

/// What the labs teach, one idea for each. It says which labs are not done yet, and has the best play of the
/// challenge.
[[nodiscard]] Document ideasSheet(const LabProgress& progress);

/// The same in a window of its own. It blocks nothing and deletes itself.
class IdeasDialog final : public QDialog {
    Q_OBJECT
public:
    explicit IdeasDialog(const LabProgress& progress, QWidget* parent = nullptr);

signals:
    /// The user wants it as a PDF.
    void printWanted();
};

} // namespace jitterscope::ui
