// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_work.h"

#include "core/base/catalog.h"

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr double kNear = 1e-9; // s; closer moments are the same

} // namespace

LabWork::LabWork(const LabEntry& entry, QObject* parent)
    : QObject(parent), m_entry(entry), m_state(labState(entry)) {
    simulate();
}

LabWork::~LabWork() = default;

double LabWork::duration() const {
    return m_scene != nullptr ? m_scene->duration() : 1;
}

bool LabWork::guessIsOld() const {
    return m_state.guess && !(m_state.guessKnobs == m_state.knobs);
}

bool LabWork::done() const {
    return m_state.choice == m_entry.closing.right;
}

bool LabWork::fresh() const {
    LabState state = m_state;
    if (!state.guess)
        state.step = LabStep::Play;
    return state == labState(m_entry);
}

void LabWork::show(std::shared_ptr<const LabResult> result) {
    m_scene.reset(); // it refers to the old result
    m_result = std::move(result);
    if (const scene::Entry* entry = findEntry(scene::sceneCatalog(), m_entry.id))
        m_scene = std::make_unique<LabScene>(*entry, *m_result, m_state.knobs);
}

/// The caller has checked the knobs.
void LabWork::simulate() {
    show(std::make_shared<const LabResult>(runLab(m_entry, m_state.knobs).value()));
}

void LabWork::setState(const LabState& state) {
    m_state = state;
    m_before.reset();
    if (m_state.here)
        m_state.step = LabStep::Predict;
    simulate();
    m_state.moment = answered() ? std::clamp(state.moment, 0.0, duration()) : 0;
    emit changed();
}

void LabWork::setKnobs(const ParameterValues& knobs, bool goesOn) {
    turnTo(knobs, answered() && !(goesOn && m_before) ? std::optional(m_result->answer) : m_before);
}

void LabWork::turn(std::string_view knob, double value, bool goesOn) {
    ParameterValues knobs = m_state.knobs;
    knobs.set(knob, value);
    setKnobs(knobs, goesOn);
}

void LabWork::turnTo(const ParameterValues& knobs, std::optional<double> before) {
    if (knobs == m_state.knobs)
        return;
    m_state.knobs = knobs;
    m_before = before;
    m_touched = m_touched || plays();
    if (m_state.here)
        m_state.step = LabStep::Predict;
    simulate();
    m_state.moment = m_state.step == LabStep::Explain ? duration() : 0;
    emit changed();
}

void LabWork::setHere(bool here) {
    if (here == m_state.here)
        return;
    m_state.here = here;
    m_before.reset(); // what is simulated is no measurement of before
    m_state.step = LabStep::Predict;
    m_state.moment = 0;
    simulate();
    emit changed();
}

void LabWork::setGuess(double guess) {
    m_state.guess = std::clamp(guess, m_entry.predict.minimum, m_entry.predict.maximum);
    m_state.guessKnobs = m_state.knobs;
    predictAgain();
}

void LabWork::setVotes(std::vector<double> votes) {
    m_votes = std::move(votes);
    m_voteKnobs = m_state.knobs;
    emit changed();
}

void LabWork::predictAgain() {
    hideAnswer(LabStep::Predict);
}

void LabWork::playAgain() {
    hideAnswer(LabStep::Play);
}

bool LabWork::watchCure() {
    if (!answered())
        return false;
    m_cured = true;
    m_state.step = LabStep::Play;
    if (m_result->measured)
        simulate();
    emit changed();
    return true;
}

void LabWork::hideAnswer(LabStep step) {
    m_before.reset();
    m_cured = false;
    m_state.step = step;
    m_state.moment = 0;
    if (m_result->measured)
        simulate();
    emit changed();
}

bool LabWork::run() {
    if (!m_state.guess || (m_state.here && !m_result->measured))
        return false;
    m_state.step = LabStep::Run;
    m_state.guessKnobs = m_state.knobs; // who runs it means the guess for these knobs
    m_state.moment = 0;
    emit changed();
    return true;
}

void LabWork::setMeasured(std::shared_ptr<const LabResult> result) {
    show(std::move(result));
    run();
}

bool LabWork::explain() {
    if (!answered())
        return false;
    m_state.step = LabStep::Explain;
    m_state.moment = duration();
    emit changed();
    return true;
}

void LabWork::showRun() {
    if (m_state.step != LabStep::Explain)
        return;
    m_state.step = LabStep::Run;
    emit changed();
}

void LabWork::setMoment(double now) {
    const double moment = std::clamp(now, 0.0, duration());
    if (moment == m_state.moment)
        return;
    m_state.moment = moment;
    emit moved();
}

bool LabWork::stepOn() {
    if (m_scene == nullptr || atEnd())
        return false;
    const std::vector<double> stops = m_scene->stops();
    const auto next = std::upper_bound(stops.begin(), stops.end(), now() + kNear);
    setMoment(next != stops.end() ? *next : duration());
    return true;
}

bool LabWork::stepBack() {
    if (m_scene == nullptr || now() <= 0)
        return false;
    const std::vector<double> stops = m_scene->stops();
    const auto at = std::lower_bound(stops.begin(), stops.end(), now() - kNear);
    setMoment(at != stops.begin() ? *(at - 1) : 0);
    return true;
}

void LabWork::choose(std::size_t choice) {
    m_state.choice = choice;
    emit changed();
}

void LabWork::reset() {
    m_state = labState(m_entry);
    m_touched = false;
    m_cured = false;
    m_before.reset();
    m_votes.clear();
    simulate();
    emit changed();
}

} // namespace jitterscope::ui
