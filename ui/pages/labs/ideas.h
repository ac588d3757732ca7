// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <QDialog>

namespace jitterscope::ui {

class LabProgress;

/// What the labs have taught, an idea each; those of labs that are not done yet are named as such.
[[nodiscard]] Document ideasSheet(const LabProgress& progress);

/// The same in a window of its own, to read and to print. It blocks nothing and deletes itself.
class IdeasDialog final : public QDialog {
    Q_OBJECT
public:
    explicit IdeasDialog(const LabProgress& progress, QWidget* parent = nullptr);

signals:
    /// A PDF of it is wanted.
    void printWanted();
};

} // namespace jitterscope::ui
