// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_text.h"

#include <QLabel>

namespace jitterscope::ui {

/// A sentence in which the words of the glossary can be touched: each then shows a sentence and a small
/// picture. A screen reader is told the plain sentence.
class WordLabel final : public QLabel {
    Q_OBJECT
public:
    WordLabel(const QString& sentence, LabText role, const char* name);

    /// Shows a word by its id below this label.
    void explain(const QString& word);
    [[nodiscard]] QString plain() const { return m_plain; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void write();

    QString m_plain;
};

} // namespace jitterscope::ui
