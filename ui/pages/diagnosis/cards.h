// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "ui/forms/field.h"
#include "ui/forms/labels.h"
#include "ui/plot/card.h"
#include "ui/plot/picture_view.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <set>
#include <string>

namespace jitterscope::ui {

// The cards of the diagnosis page. Each shows one part of a Diagnosis. Signals say what the user wants; no
// card measures.

/// A place below a statement for its evidence, which is made again for each diagnosis.
class EvidencePlace final : public QWidget {
    Q_OBJECT
public:
    explicit EvidencePlace(std::string id, QWidget* parent = nullptr);
    /// Shows nothing if the diagnosis does not make this statement.
    void show(const Diagnosis& diagnosis);

private:
    std::string m_id;
    std::set<std::string> m_open;
    QWidget* m_content = nullptr;
    QVBoxLayout* m_column;
};

/// The verdict: one sentence, then how sure it is, what would cure it and what disturbed it.
class VerdictCard final : public Card {
    Q_OBJECT
public:
    explicit VerdictCard(QWidget* parent = nullptr);
    /// Null: nothing has been measured yet. `measuring`: the first diagnosis is being measured.
    void show(const Diagnosis* diagnosis, bool measuring = false);

protected:
    void changeEvent(QEvent* event) override;

private:
    void colour();

    Fitness m_fitness = Fitness::NotEnoughData;
    QLabel* m_badge;
    QLabel* m_sentence;
    QLabel* m_detail;
    QLabel* m_cured;
    QLabel* m_disturbed;
    QLabel* m_window;
    PictureView* m_scale;
    EvidencePlace* m_evidence;
};

/// A card of rows that are made again for each diagnosis.
class RowsCard : public Card {
    Q_OBJECT
public:
    explicit RowsCard(const QString& title, QWidget* parent = nullptr);

signals:
    /// The user wants to try this cure.
    void tryWanted(const std::string& trial);
    /// The user wants the code with this trial's cure.
    void codeWanted(const std::string& trial);

protected:
    /// Removes the old rows, and returns an empty grid for new ones.
    [[nodiscard]] QGridLayout* fresh();
    /// Ids of the statements whose evidence is open.
    [[nodiscard]] std::set<std::string>& open() noexcept { return m_open; }

private:
    std::set<std::string> m_open;
    QWidget* m_rows = nullptr;
    QVBoxLayout* m_column;
};

/// What costs time, the most expensive first.
class FindingsCard final : public RowsCard {
    Q_OBJECT
public:
    explicit FindingsCard(QWidget* parent = nullptr);
    /// `busy`: nothing can be tried now.
    void show(const Diagnosis& diagnosis, bool busy);
};

/// Cures: tried or not, with what they changed.
class TrialsCard final : public RowsCard {
    Q_OBJECT
public:
    explicit TrialsCard(QWidget* parent = nullptr);
    /// `running`: id of the trial that is being measured; empty: none.
    void show(const Diagnosis& diagnosis, bool busy, const std::string& running);
};

/// The late frames by cause: picture and table.
class AnatomyCard final : public RowsCard {
    Q_OBJECT
public:
    explicit AnatomyCard(QWidget* parent = nullptr);
    void show(const Diagnosis& diagnosis);
};

/// What to do, and the code for it.
class RecommendationCard final : public Card {
    Q_OBJECT
public:
    explicit RecommendationCard(QWidget* parent = nullptr);
    void show(const Diagnosis& diagnosis);
    /// The snippet that is shown.
    [[nodiscard]] QString code() const { return m_code->toPlainText(); }

signals:
    void copyWanted();

private:
    void showCode();

    std::optional<Diagnosis> m_diagnosis;
    QComboBox* m_language;
    QLabel* m_text;
    QPlainTextEdit* m_code;
    QLabel* m_more;
    QLabel* m_x;
    EvidencePlace* m_evidence;
    EvidencePlace* m_xEvidence;
};

/// All facts, folded.
class FactsCard final : public Card {
    Q_OBJECT
public:
    explicit FactsCard(QWidget* parent = nullptr);
    void show(const Diagnosis& diagnosis);

private:
    Foldout* m_fold;
    QLabel* m_text;
    QLabel* m_own;
    EvidencePlace* m_ownEvidence;
};

} // namespace jitterscope::ui
