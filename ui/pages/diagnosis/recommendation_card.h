// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "ui/document/section_card.h"

#include <QComboBox>
#include <QPlainTextEdit>

#include <optional>

namespace jitterscope::ui {

/// What to do, and the code for it in a language of the user's choice.
class RecommendationCard final : public SectionCard {
    Q_OBJECT
public:
    explicit RecommendationCard(QWidget* parent = nullptr);
    /// `document`: that of the diagnosis.
    void show(const Diagnosis& diagnosis, const Document& document);
    /// The snippet that is shown.
    [[nodiscard]] QString code() const { return m_text->toPlainText(); }

signals:
    void copyWanted();

private:
    void showCode();

    std::optional<Diagnosis> m_diagnosis;
    QComboBox* m_language;
    QPlainTextEdit* m_text;
};

} // namespace jitterscope::ui
