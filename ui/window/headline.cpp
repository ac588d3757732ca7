// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/headline.h"

#include "ui/format/format.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr double kBusyPercent = 50; // of a core: worth a colour
constexpr double kManyLate = 0.01;  // share of frames

} // namespace

Headline::Headline(QWidget* parent) : QWidget(parent), m_state(new QLabel) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(18);
    row->addStretch(1);
    m_rate =
        add(QStringLiteral("headline_rate"), tr("measured"),
            tr("Measured frames per second. Closer to the target is better."), QStringLiteral("59.998 Hz"));
    m_median =
        add(QStringLiteral("headline_median"), tr("median lateness"),
            tr("Half of the frames started no later than this after their deadline. Closer to 0 is better."),
            QStringLiteral("+194.8 µs"));
    m_p99 = add(QStringLiteral("headline_p99"), tr("p99 frame time"),
                tr("99 of 100 frames took no longer than this (the dotted line in the histogram). Closer to "
                   "the period is better. Needs 100 frames."),
                QStringLiteral("16.6667 ms"));
    m_late = add(QStringLiteral("headline_late"), tr("frames late"),
                 tr("Share of frames later than the tolerance. Less is better."), QStringLiteral("<0.01 %"));
    m_cpu = add(QStringLiteral("headline_cpu"), tr("CPU, this thread"),
                tr("CPU time of the measuring thread in % of one core. Less is better."),
                QStringLiteral("100.0 %"));
    m_state->setObjectName(QStringLiteral("run_state"));
    m_state->setFont(figureFont(1.0));
    m_state->setMinimumWidth(QFontMetrics(figureFont(1.0)).horizontalAdvance(QStringLiteral("● 0:00:00")));
    m_state->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_state->setToolTip(tr("Time of the run"));
    row->addWidget(m_state);
    showState(false, false, false, 0);
    setMetrics(std::nullopt);
}

Headline::Readout Headline::add(const QString& name, const QString& caption, const QString& tip,
                                const QString& widest) {
    auto* box = new QWidget;
    auto* value = new QLabel;
    value->setObjectName(name);
    value->setFont(figureFont(1.25, true));
    value->setAlignment(Qt::AlignRight | Qt::AlignBottom);
    value->setMinimumWidth(QFontMetrics(figureFont(1.25, true)).horizontalAdvance(widest));
    auto* label = new QLabel(caption);
    label->setFont(noteFont());
    label->setObjectName(name + QStringLiteral("_caption"));
    label->setAlignment(Qt::AlignRight | Qt::AlignTop);
    setMuted(*label);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(value);
    column->addWidget(label);
    box->setToolTip(tip);
    layout()->addWidget(box);
    return {box, value, label};
}

QSize Headline::minimumSizeHint() const {
    return {m_rate.box->sizeHint().width() + m_state->sizeHint().width() + 18,
            layout()->minimumSize().height()};
}

/// What does not fit is left out, the least important first.
void Headline::fit() {
    const Readout* const order[] = {&m_rate, &m_p99, &m_cpu, &m_late, &m_median};
    int room = width() - m_state->minimumWidth() - 18;
    for (const Readout* readout : order) {
        room -= readout->box->sizeHint().width() + 18;
        readout->box->setVisible(room >= 0);
    }
}

void Headline::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void Headline::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_cpu.value != nullptr)
        setMetrics(std::optional(m_shown));
}

void Headline::set(Readout& readout, const QString& text, const QColor& colour) {
    if (readout.value->text() != text)
        readout.value->setText(text);
    readout.value->setAccessibleName(text);
    setTextColour(*readout.value, colour);
}

void Headline::setMetrics(const std::optional<LiveMetrics>& metrics) {
    const Tokens& c = tokens();
    m_shown = metrics;
    if (!metrics || metrics->now.frames == 0) {
        for (Readout* readout : {&m_rate, &m_median, &m_p99, &m_late, &m_cpu})
            set(*readout, format::absent(), c.muted);
        m_late.caption->setText(tr("frames late"));
        return;
    }
    const FrameMetrics& now = metrics->now;
    const double period = metrics->period.nanoseconds();
    const auto tolerance = static_cast<double>(now.tolerance.count());
    m_late.caption->setText(tr("late by >%1").arg(format::duration(tolerance)));
    set(m_rate, now.rateHz ? format::rate(*now.rateHz) : format::absent(), c.text);
    const QString about = metrics->exact ? QString() : QStringLiteral("≈");
    set(m_median, now.lateness.p50 ? about + format::signedDuration(*now.lateness.p50) : format::absent(),
        c.text);
    const auto& p99 = now.frameTime.p99;
    set(m_p99, p99 ? about + format::frameTime(*p99, period) : format::needs(100),
        !p99                         ? c.muted
        : *p99 - period <= tolerance ? c.good
                                     : c.late);
    set(m_late, now.lateShare ? format::percent(now.lateShare->value * 100) : format::absent(),
        !now.lateShare                      ? c.muted
        : now.lateShare->value <= kManyLate ? c.good
                                            : c.late);
    const auto& cpu = metrics->cpuNow.threadPercent;
    set(m_cpu, cpu ? format::percent(*cpu) : format::absent(),
        !cpu                  ? c.muted
        : *cpu < kBusyPercent ? c.text
                              : c.second);
}

void Headline::showState(bool running, bool paused, bool recording, double elapsed) {
    const Tokens& c = tokens();
    const QString dot = recording ? QStringLiteral("⏺ ")
                        : running ? QStringLiteral("● ")
                                  : QStringLiteral("○ ");
    m_state->setText(paused ? QStringLiteral("‖ ") + format::elapsed(elapsed)
                            : dot + format::elapsed(elapsed));
    m_state->setAccessibleName((running ? tr("running ") : tr("stopped ")) + format::elapsed(elapsed));
    setTextColour(*m_state, recording ? c.late : running && !paused ? c.good : c.muted);
}

} // namespace jitterscope::ui
