// SPDX-License-Identifier: MIT
#include "core/lab/challenge.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace jitterscope::challenge_test {

namespace {

constexpr std::uint64_t kOfAKind = 4; // machines of each kind

using Choices = std::vector<std::pair<std::string_view, std::string_view>>;

/// What is right on each machine: what the labs advise, with what is special there.
Choices rightOn(std::size_t kind) {
    Choices list{{"timer", "the-finest"},
                 {"wait", "sleep-most"},
                 {"policy", "keep-working"},
                 {"clock", "monotonic"},
                 {"move", "whole-refreshes"},
                 {"behind", "slow-motion"},
                 {"picture", "is-given-the-number"},
                 {"queued", "20ms"}};
    const Choices others[] = {{},
                              {{"move", "actual-time"}, {"queued", "12ms"}},
                              {{"timer", "as-it-is"}, {"wait", "one-sleep"}, {"queued", "38ms"}},
                              {{"policy", "drop-and-rest"}, {"queued", "22ms"}},
                              {{"behind", "one-big-step"}}};
    for (const auto& other : others[kind])
        list.push_back(other);
    return list;
}

void choose(ParameterValues& choices, std::string_view knob, std::string_view value) {
    const auto place = static_cast<std::size_t>(parameterIndex(challengeKnobs(), knob));
    choices.set(place, parseParameter(challengeKnobs()[place], value).value());
}

ParameterValues chosen(const Choices& list) {
    ParameterValues choices(challengeKnobs());
    for (const auto& [knob, value] : list)
        choose(choices, knob, value);
    return choices;
}

ParameterValues advised() {
    return chosen(rightOn(0));
}

std::uint64_t seedOf(std::size_t kind, std::uint64_t round) {
    return kind + 1 + round * kChallengeMachines;
}

std::string told(const ChallengeResult& result) {
    std::string text = result.headline();
    for (const ChallengeGoal& goal : result.goals)
        text += "\n" + std::string(goal.met() ? "+ " : "- ") + std::string(goal.id) + ": " + goal.told;
    return text;
}

std::set<std::string_view> missed(const ChallengeResult& result) {
    std::set<std::string_view> ids;
    for (const ChallengeGoal& goal : result.goals) {
        if (!goal.met())
            ids.insert(goal.id);
    }
    return ids;
}

} // namespace

/// The challenge behind the last lab: whoever has learned the ten ideas meets every goal, and nobody else.
class ChallengeTest : public QObject {
    Q_OBJECT

private slots:
    void eachMachineCanBeMet() {
        for (std::size_t kind = 0; kind < kChallengeMachines; ++kind) {
            for (std::uint64_t round = 0; round < kOfAKind; ++round) {
                const ChallengeResult result =
                    runChallenge(chosen(rightOn(kind)), seedOf(kind, round)).value();
                QVERIFY2(result.met() == result.goals.size(), told(result).c_str());
            }
        }
    }

    /// Nobody has learned one answer for all.
    void whatIsRightOnOneIsWrongOnAnother() {
        for (std::size_t kind = 0; kind < kChallengeMachines; ++kind) {
            for (std::size_t other = 0; other < kChallengeMachines; ++other) {
                const ChallengeResult result = runChallenge(chosen(rightOn(kind)), seedOf(other, 0)).value();
                QVERIFY2((result.met() == result.goals.size()) == (kind == other), told(result).c_str());
            }
        }
    }

    /// Who skips a lab has what it advises, on the machine that has nothing special.
    void theAdviceIsThatOfTheLabs() { QVERIFY(challengeAdvised() == advised()); }

    /// What is seen follows from the frames: with what is right on the desktop each picture is at its place
    /// before the other program comes, and in slow motion it has lost some time behind it.
    void thePicturesAreThoseOfTheMinute() {
        const ChallengeResult right = runChallenge(advised(), 1).value();
        QCOMPARE(right.pictures.size(), right.frames.points.size() + 1);
        QVERIFY(std::ranges::is_sorted(right.pictures, {}, &ChallengeFrame::shown));
        const double period = right.period / 1e3;
        for (const ChallengeFrame& each : right.pictures) {
            const double refreshes = each.place / period;
            QVERIFY(each.shown > 39 || std::abs(refreshes - std::round(refreshes)) < 1e-6);
            QVERIFY(each.shown > 39 || std::abs(each.shown - each.place - period) < 1e-6);
            QVERIFY(each.spins >= 0 && each.silence >= 0 && !each.late);
        }
        const ChallengeFrame& last = right.pictures.back();
        QVERIFY2(last.shown - last.place > 3 * period, qPrintable(QString::number(last.shown - last.place)));
        // One big step makes that good.
        ParameterValues leaps = advised();
        choose(leaps, "behind", "one-big-step");
        const ChallengeFrame end = runChallenge(leaps, 1).value().pictures.back();
        QVERIFY(end.shown - end.place < 2.5 * period);
        // By the time of day the loop stands still for the second that it was set back.
        ParameterValues wall = advised();
        choose(wall, "clock", "wall");
        const std::vector<ChallengeFrame> seen = runChallenge(wall, 1).value().pictures;
        const auto after = std::ranges::upper_bound(seen, 20.1, {}, &ChallengeFrame::shown);
        QVERIFY(after->shown - std::prev(after)->shown > 0.95);
        // A robot's commands are late where it waits for the disk.
        const auto robot = runChallenge(ParameterValues(challengeKnobs()), 4).value().pictures;
        QVERIFY(std::ranges::any_of(robot, &ChallengeFrame::late));
        // The queue of 5 ms runs dry in a frame of 16.7 ms.
        ParameterValues dry = advised();
        choose(dry, "queued", "5ms");
        const ChallengeFrame tenth = runChallenge(dry, 1).value().pictures[10];
        QVERIFY(std::abs(tenth.silence - (period - 0.005)) < 0.003);
    }

    void momentsAreWhereSomethingHappens() {
        for (std::uint64_t seed = 1; seed <= kChallengeMachines; ++seed) {
            const ChallengeResult result = runChallenge(advised(), seed).value();
            QCOMPARE(result.moments.size(), std::size_t{4});
            for (const ChallengeMoment& each : result.moments)
                QVERIFY(each.from >= 0 && each.from < each.to && each.to < 61 &&
                        each.says.ends_with('.') != each.says.ends_with('?'));
            QVERIFY(result.moments[1].from < 20 && result.moments[1].to > 21);
            QVERIFY(result.moments[2].from < 40 && result.moments[2].to > 41.5);
        }
    }

    void machinesAreTold() {
        std::set<std::string_view> ids;
        for (std::uint64_t seed = 1; seed <= kChallengeMachines; ++seed) {
            const ChallengeMachine& machine = challengeMachine(seed);
            QVERIFY(ids.insert(machine.id).second);
            QVERIFY(machine.text.ends_with('.') && !machine.name.empty());
            QCOMPARE(challengeMachine(seed + kChallengeMachines).id, machine.id);
        }
        (void)challengeMachine(0); // of files that somebody wrote by hand
        (void)challengeMachine(~std::uint64_t{0});
    }

    void whatOneWritesWithoutThemMeetsFew() {
        for (std::uint64_t seed = 1; seed <= 2 * kChallengeMachines; ++seed) {
            const ChallengeResult result = runChallenge(ParameterValues(challengeKnobs()), seed).value();
            QVERIFY2(result.met() <= 4, told(result).c_str());
        }
    }

    /// On the desktop each idea is needed: one that is left out is missed, whichever other choice stands in
    /// its place.
    void eachIdeaIsNeeded_data() {
        QTest::addColumn<QString>("knob");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("goal");
        const auto add = [](const char* knob, const char* value, const char* goal) {
            QTest::addRow("%s=%s", knob, value)
                << QString::fromLatin1(knob) << QString::fromLatin1(value) << QString::fromLatin1(goal);
        };
        add("timer", "as-it-is", "processor");
        add("wait", "one-sleep", "even");
        add("wait", "spin", "processor");
        add("wait", "sleep-1ms", "even");
        add("wait", "sleep-the-rest", "even");
        add("wait", "mean-x-sigma", "processor");
        add("policy", "drop-and-rest", "silence");
        add("policy", "fixed-sleep", "behind");
        add("policy", "remainder", "behind");
        add("clock", "wall", "behind");
        add("clock", "wall", "frozen");
        add("move", "actual-time", "steps");
        add("behind", "nothing", "frozen");
        add("behind", "one-big-step", "gate");
        add("picture", "counts-calls", "film");
        add("queued", "30ms", "lag");
        add("queued", "17ms", "silence");
    }
    void eachIdeaIsNeeded() {
        QFETCH(QString, knob);
        QFETCH(QString, value);
        QFETCH(QString, goal);
        for (std::uint64_t round = 0; round < kOfAKind; ++round) {
            const std::uint64_t seed = seedOf(0, round);
            ParameterValues choices = advised();
            choose(choices, knob.toStdString(), value.toStdString());
            const ChallengeResult result = runChallenge(choices, seed).value();
            QVERIFY2(missed(result).contains(goal.toStdString()), told(result).c_str());
        }
    }

    void theSameSeedIsTheSameMinute() {
        const auto lengths = [](std::uint64_t seed) {
            const ChallengeResult result = runChallenge(advised(), seed).value();
            std::vector<double> list;
            for (const LabPoint& point : result.frames.points)
                list.push_back(point.y);
            return list;
        };
        QVERIFY(lengths(1) == lengths(1));
        QVERIFY(lengths(1) != lengths(6));
        QVERIFY(lengths(1).size() > 3000 && lengths(1).size() < 3700);
    }

    void everyGoalNamesItsLab() {
        const ChallengeResult result = runChallenge(ParameterValues(challengeKnobs()), 1).value();
        std::set<std::string_view> ids;
        for (const ChallengeGoal& goal : result.goals) {
            QVERIFY(ids.insert(goal.id).second);
            QVERIFY2(findEntry(labCatalog(), goal.lab) != nullptr, goal.lab.data());
            QVERIFY2(goal.told.ends_with('.') && std::isfinite(goal.got) && goal.limit > 0,
                     goal.told.c_str());
        }
        QCOMPARE(result.headline(), std::to_string(result.met()) + " of 9 goals are met.");
        QVERIFY(challengeText().ends_with('.'));
    }

    /// The timer is blamed for the processor where the finest one alone mends it, and only there.
    void theTimerIsBlamedWhereAFinerOneHelps() {
        std::set<std::string_view> blamed;
        for (std::size_t kind = 0; kind < kChallengeMachines; ++kind) {
            ParameterValues choices = advised();
            choose(choices, "timer", "as-it-is");
            const ChallengeGoal coarse = runChallenge(choices, seedOf(kind, 0)).value().goals[0];
            const ChallengeGoal fine = runChallenge(advised(), seedOf(kind, 0)).value().goals[0];
            QCOMPARE(coarse.id, std::string_view("processor"));
            QCOMPARE(coarse.lab, std::string_view(!coarse.met() && fine.met() ? "sleep" : "melting"));
            if (!coarse.met())
                blamed.insert(coarse.lab);
        }
        QCOMPARE(blamed.size(), std::size_t{2}); // both are met with
    }

    void aChoiceOutOfRangeIsRefused() {
        ParameterValues choices(challengeKnobs());
        choices.set("queued", 1);
        const auto refused = runChallenge(choices, 1);
        QVERIFY(!refused.ok() && refused.error().code == ErrorCode::Usage);
        QVERIFY(refused.error().what.find("queued") != std::string::npos);
    }
};

JITTERSCOPE_TEST(ChallengeTest)

} // namespace jitterscope::challenge_test

#include "challenge_test.moc"
