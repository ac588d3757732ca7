// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/hear_it.h"

#include "core/scene/rows.h"
#include "ui/pages/labs/lab_text.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace jitterscope::ui {
namespace {

constexpr double kTone = 440;   // Hz
constexpr double kLoud = 6'000; // of 32 767
constexpr double kSeconds = 3;
constexpr double kEdge = 0.0015; // s in which the tone comes and goes, so that it does not click by itself

} // namespace

QByteArray soundOf(const LabResult& result, double seconds) {
    const std::vector<scene::Row> teeth = scene::rowsOf(result, "teeth");
    QByteArray samples;
    if (teeth.empty())
        return samples;
    const double begin = teeth.front()["start_ms"] / 1e3;
    const double round = teeth.back()["end_ms"] / 1e3 - begin;
    const auto count = static_cast<qsizetype>(seconds * LabSound::kRate);
    samples.resize(count * static_cast<qsizetype>(sizeof(std::int16_t)));
    auto* const out = reinterpret_cast<std::int16_t*>(samples.data());
    std::size_t tooth = 0;
    double loud = 0;
    for (qsizetype i = 0; i < count; ++i) {
        const double time = static_cast<double>(i) / LabSound::kRate;
        const double at = begin + std::fmod(time, round);
        if (i > 0 && at < teeth[tooth]["start_ms"] / 1e3)
            tooth = 0; // back to the start
        while (tooth + 1 < teeth.size() && at >= teeth[tooth]["end_ms"] / 1e3)
            ++tooth;
        const double dry = (teeth[tooth]["end_ms"] - teeth[tooth]["silence_ms"]) / 1e3;
        const double wanted = at < dry ? 1 : 0;
        const double step = 1 / (kEdge * LabSound::kRate);
        loud += std::clamp(wanted - loud, -step, step);
        out[i] = static_cast<std::int16_t>(
            std::lround(kLoud * loud * std::sin(2 * std::numbers::pi * kTone * time)));
    }
    return samples;
}

HearIt::HearIt(LabWork& work, QWidget* parent) : Card({}, parent), m_work(work), m_sound(new LabSound(this)) {
    setObjectName(QStringLiteral("lab_hear"));
    auto* column = fillCard(*this, tr("Hear it"));
    const bool can = LabSound::isBuiltIn();
    m_says = labLabel(
        can ? tr("A tone while the queue holds sound, and silence where it is empty: the first frames of "
                 "the run, for three seconds.")
            : m_sound->play({}),
        LabText::Note, "lab_hear_says");
    column->addWidget(m_says);
    m_play =
        labButton(tr("P&lay the sound"), "lab_hear_play", tr("Plays a sound; silent until you press it"));
    m_play->setCheckable(true);
    m_play->setEnabled(can);
    connect(m_play, &QPushButton::toggled, this, &HearIt::play);
    connect(
        m_sound, &LabSound::ended, this, [this] { m_play->setChecked(false); }, Qt::QueuedConnection);
    connect(&work, &LabWork::changed, this, [this] { m_play->setChecked(false); });
    column->addWidget(m_play, 0, Qt::AlignLeft);
}

void HearIt::play(bool on) {
    if (!on) {
        m_sound->stop();
        return;
    }
    if (const QString why = m_sound->play(soundOf(m_work.result(), kSeconds)); !why.isEmpty()) {
        setLabWords(*m_says, why);
        m_play->setChecked(false);
    }
}

void HearIt::hideEvent(QHideEvent* event) {
    Card::hideEvent(event);
    m_play->setChecked(false);
}

} // namespace jitterscope::ui
