// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/suspect.h"
#include "core/diagnosis/words.h"
#include "core/document/diagnosis_pictures.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/pages/diagnosis/cards.h"
#include "ui/pages/diagnosis/evidence.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

using format::text;

QLabel* figure(const QString& words, bool bold = false) {
    auto* label = new QLabel(words);
    label->setFont(figureFont(0.95, bold));
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

/// A text that wraps between words and never inside one: a heading, or a name or call that is done or undone.
QLabel* wholeWords(const QString& words) {
    QLabel* label = noteLabel(words);
    int longest = 0;
    for (const QString& word : words.split(QLatin1Char(' ')))
        longest = std::max(longest, label->fontMetrics().horizontalAdvance(word));
    label->setMinimumWidth(longest);
    return label;
}

QLabel* heading(const QString& words, Qt::Alignment alignment = Qt::AlignLeft) {
    QLabel* label = wholeWords(words);
    label->setAlignment(alignment | Qt::AlignVCenter);
    return label;
}

const TrialOutcome* outcomeOf(const Diagnosis& diagnosis, const std::string& id) {
    for (const TrialOutcome& trial : diagnosis.trials) {
        if (trial.id == id)
            return &trial;
    }
    return nullptr;
}

/// A bar that fills this share of its width.
class CostBar final : public QWidget {
public:
    explicit CostBar(double share) : m_share(std::clamp(share, 0.0, 1.0)) { setFixedHeight(6); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens().second);
        painter.drawRoundedRect(QRectF(0, 0, std::max(m_share * width(), 2.0), height()), 3, 3);
    }

private:
    double m_share;
};

/// A square with the colour and hatch of a cause.
PictureView* swatchOf(Cause cause) {
    auto* swatch = new PictureView({12, 12}, {12, 12});
    swatch->setFixedSize(12, 12);
    swatch->show([cause](QSizeF size) { return causeSwatch(cause, size.width(), size.height()); });
    return swatch;
}

/// The difference that a trial made to late frames, on an axis that all trials share.
PictureView* differenceOf(const TrialOutcome& trial, const Interval& range) {
    auto* view = new PictureView({150, 22}, {80, 22});
    view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const Interval& late = trial.late->interval;
    view->show([points = Share{100 * trial.late->value, {100 * late.low, 100 * late.high}}, range](
                   QSizeF size) { return differencePicture(points, range, size.width(), size.height()); });
    return view;
}

/// The picture of the late frames. The table below it is its key.
PictureView* anatomyOf(const Diagnosis& diagnosis) {
    auto* view = new PictureView({400, 160}, {220, 140});
    view->setObjectName(QStringLiteral("anatomy_picture"));
    view->setToolTip(
        RowsCard::tr("One column is one late frame, grouped by cause, the worst first. Its colours "
                     "show what its lateness went into."));
    view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    view->show([now = diagnosis.now, target = diagnosis.plan.target](QSizeF size) {
        return anatomyPicture(now, target, {size.width(), size.height(), false});
    });
    return view;
}

QString microseconds(double nanoseconds) {
    constexpr double kWhole = 100'000; // ns; above this, tenths of a microsecond do not matter
    return nanoseconds < kWhole ? format::number(nanoseconds / 1e3, 1)
                                : format::count(std::llround(nanoseconds / 1e3));
}

/// Why this cannot be tried, as far as that is known without asking the system. Empty: nothing is known
/// against it.
QString reasonAgainst(const Diagnosis& diagnosis, const TrialEntry& entry) {
    const TrialPlan plan = trialPlan(diagnosis, entry.id);
    if (plan.loop.simulated() && !entry.simulated)
        return RowsCard::tr("a simulated machine has no such setting");
    if (entry.id == kTogether)
        return plan.parts.size() > 1 ? QString()
                                     : RowsCard::tr("try the cures first; those that help are then joined");
    return curedLoop(plan) ? QString() : RowsCard::tr("your loop does so already");
}

QPushButton* tryButton(const std::string& trial) {
    const TrialEntry* const entry = findEntry(trialCatalog(), trial);
    auto* button = new QPushButton(RowsCard::tr("Try, 20 s"));
    button->setMinimumWidth(button->fontMetrics().horizontalAdvance(button->text()) + 36);
    button->setObjectName(QStringLiteral("try_") + text(trial));
    button->setAccessibleName(
        RowsCard::tr("Try %1").arg(entry != nullptr ? format::text(entry->name) : text(trial)));
    button->setToolTip(entry != nullptr
                           ? RowsCard::tr("%1 Measured before and after in turn; everything is put back.")
                                 .arg(format::text(entry->meaning))
                           : QString());
    return button;
}

/// `−50.3 ± 4.1`, or a dash if the interval contains 0.
QString shownDifference(const std::optional<Share>& difference, double scale, int decimals) {
    if (!difference || (difference->interval.low <= 0 && difference->interval.high >= 0))
        return format::absent();
    const double half = (difference->interval.high - difference->interval.low) / 2;
    return (difference->value > 0 ? QStringLiteral("+") : QString()) +
           format::number(difference->value * scale, decimals) + QStringLiteral(" ± ") +
           format::number(half * scale, decimals);
}

} // namespace

RowsCard::RowsCard(const QString& title, QWidget* parent) : Card(title, parent), m_column(nullptr) {
    auto* holder = new QWidget;
    m_column = new QVBoxLayout(holder);
    m_column->setContentsMargins(2, 0, 2, 2);
    setContent(holder);
}

QGridLayout* RowsCard::fresh() {
    if (m_rows != nullptr) {
        m_rows->hide();
        m_rows->setParent(nullptr); // no longer to be found; deleted after the click in a row
        m_rows->deleteLater();
    }
    m_rows = new QWidget;
    m_column->addWidget(m_rows);
    auto* grid = new QGridLayout(m_rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    return grid;
}

FindingsCard::FindingsCard(QWidget* parent) : RowsCard(tr("What costs time"), parent) {
    setObjectName(QStringLiteral("findings_card"));
}

void FindingsCard::show(const Diagnosis& diagnosis, bool busy) {
    QGridLayout* grid = fresh();
    const std::vector<Finding>& list = diagnosis.findings.list;
    grid->addWidget(heading(tr("µs a frame"), Qt::AlignRight), 0, 0);
    grid->addWidget(heading(tr("finding and consequence")), 0, 1);
    grid->addWidget(heading(tr("tried · undo")), 0, 2);
    grid->addWidget(heading(tr("do this")), 0, 3);
    int row = 1;
    double most = 1;
    for (const Finding& finding : list)
        most = std::max(most, finding.cost);
    for (const Finding& finding : list) {
        auto* cost = new QVBoxLayout;
        cost->setSpacing(3);
        cost->addWidget(figure(microseconds(finding.cost), true));
        cost->addWidget(new CostBar(finding.cost / most));
        if (diagnosis.findings.first) {
            auto* share = heading(tr("%1 of late").arg(text(sharePercent(finding.lateCost))), Qt::AlignRight);
            share->setToolTip(tr("Its share of the lateness of the late frames"));
            cost->addWidget(share);
        }
        grid->addLayout(cost, row, 0, Qt::AlignTop);
        auto* words = new QVBoxLayout;
        words->setSpacing(1);
        QLabel* title = wrappedLabel(text(finding.title));
        title->setObjectName(QStringLiteral("finding_") + text(finding.id));
        title->setFont(titleFont());
        title->setToolTip(tr("95 % interval: %1 … %2 a frame")
                              .arg(format::duration(finding.costInterval.low),
                                   format::duration(finding.costInterval.high)));
        words->addWidget(title);
        words->addWidget(noteLabel(text(finding.soWhat)));
        words->addWidget(wholeWords(tr("Do: %1").arg(text(finding.doThis))));
        auto* evidence = new EvidenceToggle(tr("Evidence"), diagnosis, "finding:" + finding.id, open());
        words->addWidget(evidence, 0, Qt::AlignLeft);
        grid->addLayout(words, row, 1, Qt::AlignTop);
        const TrialOutcome* const trial = outcomeOf(diagnosis, finding.trial);
        auto* tried = new QVBoxLayout;
        tried->setSpacing(1);
        if (!finding.trial.empty())
            tried->addWidget(noteLabel(trial != nullptr ? text(trial->sentence()) : tr("not tried yet")));
        if (!finding.undo.empty())
            tried->addWidget(wholeWords(tr("undo: %1").arg(text(finding.undo))));
        grid->addLayout(tried, row, 2, Qt::AlignTop);
        if (trial != nullptr && trial->measured()) {
            auto* button = new QPushButton(tr("Copy as code"));
            button->setMinimumWidth(button->fontMetrics().horizontalAdvance(button->text()) + 30);
            button->setObjectName(QStringLiteral("code_") + text(finding.id));
            button->setAccessibleName(tr("Copy as code: %1").arg(text(finding.title)));
            button->setToolTip(tr("The loop with this cure, for your program"));
            connect(button, &QPushButton::clicked, this, [this, id = finding.trial] { emit codeWanted(id); });
            grid->addWidget(button, row, 3, Qt::AlignTop);
        } else if (const TrialEntry* const entry = findEntry(trialCatalog(), finding.trial);
                   entry != nullptr && trial == nullptr && reasonAgainst(diagnosis, *entry).isEmpty()) {
            QPushButton* button = tryButton(finding.trial);
            button->setObjectName(QStringLiteral("finding_try_") + text(finding.id));
            button->setEnabled(!busy);
            connect(button, &QPushButton::clicked, this, [this, id = finding.trial] { emit tryWanted(id); });
            grid->addWidget(button, row, 3, Qt::AlignTop);
        }
        grid->addWidget(evidence->panel(), row + 1, 1, 1, 3);
        row += 2;
    }
    QLabel* sum = noteLabel(text(findingsSum(diagnosis.findings)));
    sum->setObjectName(QStringLiteral("findings_sum"));
    grid->addWidget(sum, row++, 0, 1, 4);
    if (!diagnosis.findings.suspects.empty())
        grid->addWidget(noteLabel(format::text(kSuspectsText)), row++, 0, 1, 4);
    for (const Finding& suspect : diagnosis.findings.suspects) {
        auto* words = new QVBoxLayout;
        words->setSpacing(1);
        QLabel* title = wrappedLabel(text(suspect.title));
        title->setObjectName(QStringLiteral("suspect_") + text(suspect.id));
        title->setFont(titleFont());
        words->addWidget(title);
        words->addWidget(noteLabel(text(suspect.soWhat)));
        if (!suspect.doThis.empty())
            words->addWidget(wholeWords(tr("Do: %1").arg(text(suspect.doThis))));
        if (!suspect.undo.empty())
            words->addWidget(wholeWords(tr("undo: %1").arg(text(suspect.undo))));
        grid->addLayout(words, row++, 1, 1, 3,
                        Qt::AlignTop); // commands are long, and there is nothing beside them
    }
    grid->setColumnMinimumWidth(0, 76);
    grid->setColumnStretch(1, 5);
    grid->setColumnStretch(2, 3);
    grid->setRowStretch(row, 1);
}

TrialsCard::TrialsCard(QWidget* parent) : RowsCard(tr("Trials"), parent) {
    setObjectName(QStringLiteral("trials_card"));
    key().setItems({keyText(tr("before and after in turn · 95 % intervals · everything is put back"))});
}

void TrialsCard::show(const Diagnosis& diagnosis, bool busy, const std::string& running) {
    QGridLayout* grid = fresh();
    int column = 0;
    for (const QString& name : {tr("cure"), tr("late, before → after"), tr("change, points"),
                                tr("median, µs"), tr("CPU, points")}) {
        grid->addWidget(heading(name, column == 0 ? Qt::AlignLeft : Qt::AlignRight), 0, column);
        ++column;
    }
    const Interval range = trialRange(diagnosis);
    int row = 1;
    for (const TrialEntry* const each : trialsOf(diagnosis.machine.system)) {
        const TrialEntry& entry = *each;
        const std::string id(entry.id);
        const TrialOutcome* const trial = outcomeOf(diagnosis, id);
        QLabel* name = wrappedLabel((trial != nullptr && trial->helped() ? QStringLiteral("✓ ") : QString()) +
                                    format::text(entry.name));
        name->setToolTip(format::text(entry.meaning) + QLatin1Char('\n') +
                         tr("undo: %1").arg(format::text(entry.undo)));
        name->setObjectName(QStringLiteral("trial_") + text(id));
        grid->addWidget(name, row, 0);
        if (trial != nullptr && trial->measured()) {
            grid->addWidget(figure(text(sharePercent(trial->before.lateShare()->value) + " → " +
                                        sharePercent(trial->after.lateShare()->value))),
                            row, 1);
            grid->addWidget(differenceOf(*trial, range), row, 2);
            grid->addWidget(figure(shownDifference(trial->median, 1e-3, 1)), row, 3);
            grid->addWidget(figure(shownDifference(trial->cpu, 1, 1)), row, 4);
            auto* evidence = new EvidenceToggle(tr("Evidence"), diagnosis, "trial:" + id, open());
            grid->addWidget(evidence, ++row, 0, Qt::AlignLeft);
            grid->addWidget(evidence->panel(), ++row, 0, 1, 5);
        } else if (running == id) {
            grid->addWidget(noteLabel(tr("measuring…")), row, 1, 1, 4);
        } else if (trial != nullptr) {
            grid->addWidget(noteLabel(tr("cannot be tried here: %1").arg(text(trial->support.reason))), row,
                            1, 1, 4);
        } else if (const QString reason = reasonAgainst(diagnosis, entry); !reason.isEmpty()) {
            grid->addWidget(noteLabel(reason), row, 1, 1, 4);
        } else {
            QPushButton* button = tryButton(id);
            button->setEnabled(!busy);
            connect(button, &QPushButton::clicked, this, [this, id] { emit tryWanted(id); });
            grid->addWidget(button, row, 2, Qt::AlignLeft);
        }
        ++row;
    }
    grid->setColumnStretch(0, 3);
    grid->setColumnStretch(1, 2);
    grid->setColumnStretch(2, 3);
    grid->setRowStretch(row, 1);
}

AnatomyCard::AnatomyCard(QWidget* parent) : RowsCard(tr("Anatomy of the late frames"), parent) {
    setObjectName(QStringLiteral("anatomy_card"));
}

void AnatomyCard::show(const Diagnosis& diagnosis) {
    const Anatomy& anatomy = diagnosis.now.anatomy;
    key().setItems({keyText(
        tr("%1 of %2 frames").arg(format::count(anatomy.lateFrames()), format::count(anatomy.frames())))});
    QGridLayout* grid = fresh();
    if (diagnosis.now.lateFrames.empty())
        grid->addWidget(noteLabel(tr("No frame was late.")), 0, 0, 1, 4);
    else
        grid->addWidget(anatomyOf(diagnosis), 0, 0, 1, 4);
    grid->addWidget(heading(tr("cause")), 1, 1);
    grid->addWidget(heading(tr("frames"), Qt::AlignRight), 1, 2);
    grid->addWidget(heading(tr("of the lateness"), Qt::AlignRight), 1, 3);
    const auto total = static_cast<double>(anatomy.late().total());
    int row = 2;
    for (const Cause cause : causesInOrder()) {
        const Anatomy::Row& counts = anatomy.of(cause);
        grid->addWidget(swatchOf(cause), row, 0);
        auto* name = new EvidenceToggle(format::text(causeName(cause)), diagnosis,
                                        "cause:" + std::string(causeId(cause)), open());
        name->setToolTip(format::text(causeText(cause)));
        if (counts.frames == 0 && counts.lateness == 0)
            setMuted(*name);
        grid->addWidget(name, row, 1, Qt::AlignLeft);
        grid->addWidget(figure(format::count(counts.frames)), row, 2);
        const bool noSpin = cause == Cause::LostCpu && diagnosis.now.plan.strategy.id.ends_with("-sleep") &&
                            counts.lateness == 0;
        QString share = format::absent();
        if (total > 0 && counts.lateness > 0)
            share = text(sharePercent(static_cast<double>(counts.lateness) / total));
        else if (noSpin && diagnosis.now.plan.strategy.id != "precise-sleep")
            share = tr("nothing spins");
        grid->addWidget(figure(share), row, 3);
        grid->addWidget(name->panel(), row + 1, 1, 1, 3);
        row += 2;
    }
    if (const std::string queue = queueNote(diagnosis.now); !queue.empty())
        grid->addWidget(noteLabel(text(queue)), row++, 0, 1, 4);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(0, 1);
}

} // namespace jitterscope::ui
