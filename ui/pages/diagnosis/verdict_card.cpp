// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/words.h"
#include "core/document/diagnosis_pictures.h"
#include "ui/format/outside_text.h"
#include "ui/pages/diagnosis/cards.h"
#include "ui/session/shared_processor.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

/// A sign, because the colour alone is not enough.
QString signOf(Fitness fitness) {
    switch (fitness) {
    case Fitness::Fit:
        return QStringLiteral("✓");
    case Fitness::Marginal:
        return QStringLiteral("!");
    case Fitness::Unfit:
        return QStringLiteral("✕");
    case Fitness::NotEnoughData:
        break;
    }
    return QStringLiteral("?");
}

} // namespace

VerdictCard::VerdictCard(QWidget* parent)
    : Card(tr("Verdict"), parent),
      m_badge(new QLabel),
      m_sentence(wrappedLabel({})),
      m_detail(noteLabel({})),
      m_cured(wrappedLabel({})),
      m_disturbed(wrappedLabel({})),
      m_window(wrappedLabel({})),
      m_scale(new PictureView({400, 128}, {260, 128})),
      m_evidence(new EvidencePlace("verdict")) {
    setObjectName(QStringLiteral("verdict_card"));
    m_sentence->setObjectName(QStringLiteral("verdict_sentence"));
    m_detail->setObjectName(QStringLiteral("verdict_detail"));
    m_cured->setObjectName(QStringLiteral("verdict_cured"));
    m_disturbed->setObjectName(QStringLiteral("verdict_disturbed"));
    m_window->setObjectName(QStringLiteral("verdict_window"));
    m_window->setFont(titleFont());
    m_window->setToolTip(
        tr("What the window draws there can make frames late; the report has what it costs"));
    QFont large = titleFont();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    m_sentence->setFont(large);
    m_badge->setFont(large);
    m_badge->setFixedWidth(34);
    m_badge->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_badge->setAccessibleName(tr("Verdict"));
    m_scale->setObjectName(QStringLiteral("verdict_scale"));
    m_scale->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_scale->setToolTip(
        tr("Share of late frames on a logarithmic scale, with 95 % intervals. Left of the dashed "
           "line is fit."));
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    for (QLabel* label : {m_sentence, m_detail, m_cured, m_disturbed, m_window})
        words->addWidget(label);
    words->addWidget(m_evidence);
    words->addStretch(1);
    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(2, 2, 2, 4);
    row->setSpacing(10);
    row->addWidget(m_badge, 0, Qt::AlignTop);
    row->addLayout(words, 3);
    row->addWidget(m_scale, 2, Qt::AlignTop);
    setContent(content);
    show(nullptr);
}

void VerdictCard::show(const Diagnosis* diagnosis, bool measuring) {
    m_scale->setVisible(diagnosis != nullptr);
    m_badge->setVisible(diagnosis != nullptr);
    m_evidence->setVisible(diagnosis != nullptr);
    if (diagnosis == nullptr) {
        m_fitness = Fitness::NotEnoughData;
        m_sentence->setText(measuring ? tr("Measuring. The verdict comes when all of it has been measured.")
                                      : tr("Is this machine fit for your loop? Press Diagnose."));
        m_detail->setText(
            tr("Choose the job, how your loop waits now and how long its work takes. In a minute you "
               "read one sentence, the causes in the order of the microseconds they cost, and what "
               "helps. Leave the machine as it is in daily use meanwhile."));
        m_cured->hide();
        m_disturbed->hide();
        m_window->hide();
        colour();
        return;
    }
    const Verdict& verdict = diagnosis->verdict;
    m_fitness = verdict.fitness;
    m_badge->setText(signOf(m_fitness));
    m_badge->setToolTip(format::text(fitnessName(m_fitness)));
    m_sentence->setText(unbroken(verdict.sentence));
    m_detail->setText(unbroken(verdict.detail));
    m_cured->setText(unbroken(diagnosis->cured));
    m_cured->setVisible(!diagnosis->cured.empty());
    m_disturbed->setText(unbroken(verdict.disturbedBy));
    m_disturbed->setVisible(!verdict.disturbedBy.empty());
    const double onProcessor = diagnosis->windowOnProcessor.value_or(0);
    m_window->setText(
        tr("The window used %1 of the measured processor's time.").arg(unbroken(sharePercent(onProcessor))));
    m_window->setVisible(onProcessor >= kSharedOften);
    m_evidence->show(*diagnosis);
    m_scale->show(
        [scale = verdictScale(*diagnosis)](QSizeF size) { return verdictPicture(scale, size.width()); });
    colour();
}

void VerdictCard::colour() {
    setTextColour(*m_badge, inked(fitnessInk(m_fitness), paintsDark()));
    setTextColour(*m_cured, tokens().good);
    setTextColour(*m_disturbed, tokens().second);
    setTextColour(*m_window, tokens().second);
}

void VerdictCard::changeEvent(QEvent* event) {
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_badge != nullptr)
        colour();
}

} // namespace jitterscope::ui
