// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_progress.h"

#include "ui/format/outside_text.h"
#include "ui/pages/labs/lab_work.h"
#include "ui/settings/settings.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

namespace jitterscope::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("LabProgress", text);
}

const QString kDone = QStringLiteral("done");
const QString kState = QStringLiteral("state");
const QString kChallenge = QStringLiteral("challenge"); // no lab has this id
const QString kGame = QStringLiteral("game");           // nor this one
const QString kMet = QStringLiteral("met");
const QString kMachines = QStringLiteral("machines");
const QString kSeed = QStringLiteral("seed");
const QString kChoices = QStringLiteral("choices");

} // namespace

LabProgress::LabProgress(Settings& settings)
    : m_settings(settings), m_labs(QJsonDocument::fromJson(settings.text(Setting::Labs).toUtf8()).object()) {}

bool LabProgress::done(std::string_view lab) const {
    return m_labs.value(format::text(lab)).toObject().value(kDone).toBool();
}

std::optional<LabState> LabProgress::state(std::string_view lab) const {
    const QString text = m_labs.value(format::text(lab)).toObject().value(kState).toString();
    auto state = parseLabFile(text.toStdString());
    if (text.isEmpty() || !state || state.value().lab != lab)
        return std::nullopt;
    return state.value();
}

QString LabProgress::note(std::string_view lab) const {
    if (done(lab))
        return tr("✓ done");
    const auto left = state(lab);
    if (!left)
        return {};
    const QString steps[] = {tr("play"), tr("predict"), tr("run"), tr("explain")};
    // Somebody who has guessed and watches the game again came from the explanation.
    const LabStep step = left->step == LabStep::Play && left->guess ? LabStep::Explain : left->step;
    return tr("continue: %1").arg(steps[static_cast<std::size_t>(step)]);
}

QString LabProgress::summary() const {
    int over = 0;
    int begun = 0;
    for (const LabEntry& entry : labCatalog()) {
        over += done(entry.id) ? 1 : 0;
        begun += !done(entry.id) && state(entry.id) ? 1 : 0;
    }
    if (over + begun == 0)
        return {};
    const QString done = tr("%1 of %2 done").arg(over).arg(labCatalog().size());
    return begun > 0 ? done + tr(" · %1 begun").arg(begun) : done;
}

void LabProgress::keep(const LabWork& work) {
    const QString id = format::text(work.entry().id);
    const bool over = done(work.entry().id) || work.done();
    if (work.fresh() && !over)
        m_labs.remove(id);
    else
        m_labs.insert(id, QJsonObject{{kDone, over}, {kState, format::exact(labFileText(work.state()))}});
    store();
}

namespace {

QJsonObject choicesObject(const ParameterValues& choices) {
    QJsonObject object;
    for (std::size_t i = 0; i < challengeKnobs().size(); ++i)
        object.insert(format::text(challengeKnobs()[i].name),
                      format::text(parameterText(challengeKnobs()[i], choices[i])));
    return object;
}

/// `choices` where nothing else was chosen. None: a choice cannot be read.
std::optional<ParameterValues> choicesIn(const QJsonObject& object, ParameterValues choices) {
    for (std::size_t i = 0; i < challengeKnobs().size(); ++i) {
        const ParameterInfo& knob = challengeKnobs()[i];
        const QJsonValue chosen = object.value(format::text(knob.name));
        if (chosen.isUndefined())
            continue;
        const auto value = parseParameter(knob, chosen.toString().toStdString());
        if (!value)
            return std::nullopt;
        choices.set(i, value.value());
    }
    return choices;
}

} // namespace

void LabProgress::keep(const ChallengePlay& play, const ChallengeResult& result) {
    QJsonObject kept = m_labs.value(kChallenge).toObject();
    QStringList machines = machinesMet();
    if (const QString id = format::text(challengeMachine(play.seed).id);
        result.met() == result.goals.size() && !machines.contains(id))
        machines << id;
    if (kept.value(kMet).toInt(-1) <= static_cast<int>(result.met())) {
        kept.insert(kMet, static_cast<int>(result.met()));
        kept.insert(kSeed, static_cast<qint64>(play.seed));
        kept.insert(kChoices, choicesObject(play.choices));
    }
    kept.insert(kMachines, QJsonArray::fromStringList(machines));
    m_labs.insert(kChallenge, kept);
    store();
}

QStringList LabProgress::machinesMet() const {
    QStringList machines;
    const QJsonArray met = m_labs.value(kChallenge).toObject().value(kMachines).toArray();
    for (const auto& each : met)
        machines << each.toString();
    return machines;
}

std::optional<ChallengePlay> LabProgress::challenge() const {
    const QJsonObject kept = m_labs.value(kChallenge).toObject();
    const auto choices = choicesIn(kept.value(kChoices).toObject(), ParameterValues(challengeKnobs()));
    const qint64 seed = kept.value(kSeed).toInteger();
    if (!choices || seed < 1)
        return std::nullopt;
    return ChallengePlay{*choices, static_cast<std::uint64_t>(seed)};
}

ParameterValues LabProgress::game() const {
    return choicesIn(m_labs.value(kGame).toObject(), challengeAdvised()).value_or(challengeAdvised());
}

bool LabProgress::gameChosen() const {
    return m_labs.contains(kGame);
}

void LabProgress::keepGame(const ParameterValues& choices) {
    m_labs.insert(kGame, choicesObject(choices));
    store();
}

void LabProgress::forget() {
    m_labs = {};
    store();
}

void LabProgress::restore(const QJsonObject& before) {
    for (auto lab = before.begin(); lab != before.end(); ++lab) {
        if (!m_labs.contains(lab.key()))
            m_labs.insert(lab.key(), lab.value());
    }
    store();
}

void LabProgress::store() {
    m_settings.set(Setting::Labs, QString::fromUtf8(QJsonDocument(m_labs).toJson(QJsonDocument::Compact)));
}

} // namespace jitterscope::ui
