// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/picture/ticks.h"
#include "core/scene/game.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace jitterscope::scene {
namespace {

enum class SlotState { Run, Late, Lost };

struct Slot {
    double number = 0;
    SlotState state = SlotState::Run;
    double start = 0; // ms
    double work = 0;
    double inSync = 0; // picture
    double counted = 0;
};

/// What a loop does after a long frame.
struct SlotRule {
    std::string id;
    std::string does;
    std::vector<Slot> row = {};
    double meantEnd = 0; // ms, of an animation without a lost slot
    double inSyncEnd = 0;
    double countedEnd = 0;

    [[nodiscard]] const Slot* callAt(double ms) const {
        const Slot* call = nullptr;
        for (const Slot& slot : row) {
            if (slot.state != SlotState::Lost && slot.start <= ms)
                call = &slot;
        }
        return call;
    }
    [[nodiscard]] std::string lostBy(double ms, double period) const {
        return std::to_string(std::ranges::count_if(row, [&](const Slot& slot) {
            return slot.state == SlotState::Lost && (slot.number + 1) * period <= ms;
        }));
    }
    [[nodiscard]] double behind() const { return countedEnd - meantEnd; }
    [[nodiscard]] bool over(double ms) const { return ms >= countedEnd - 1e-6; }
};

SlotState stateOf(const std::string& word) {
    return word == "lost" ? SlotState::Lost : word == "late" ? SlotState::Late : SlotState::Run;
}

/// The slots of both rules, two runners below them, and how late the one that counts for itself ends.
class SlotsScene final : public Scene {
public:
    SlotsScene(const LabResult& result, const ParameterValues& knobs)
        : Scene("slots", result, knobs),
          m_period(knobs["period"] / 1e6),
          m_pictures(std::max(knobs["pictures"], 1.0)) {
        for (SlotRule& rule : m_rules) {
            for (const Row& slot : rowsOf(result, "slots")) {
                if (slot.word("rule") == rule.id)
                    rule.row.push_back({slot["slot"], stateOf(slot.word("state")), slot["start_ms"],
                                        slot["work_ms"], slot["picture_in_sync"], slot["picture_counted"]});
            }
            for (const Row& end : rowsOf(result, "ends")) {
                if (end.word("rule") != rule.id)
                    continue;
                rule.meantEnd = knobs["pictures"] * knobs["period"] / 1e6;
                rule.inSyncEnd = end["in_sync_end_ms"];
                rule.countedEnd = end["counted_end_ms"];
            }
            m_end = std::max(m_end, rule.countedEnd);
        }
    }

    double duration() const override { return m_end / 1e3; }
    double pace() const override { return std::min(1.0, niceStep(duration() / 6)); }
    std::vector<double> stops() const override {
        std::vector<double> stops{duration()};
        for (const SlotRule& rule : m_rules) {
            for (std::size_t i = 1; i < rule.row.size(); ++i) {
                const Slot& slot = rule.row[i];
                if (slot.state != SlotState::Lost && rule.row[i - 1].state == SlotState::Lost)
                    stops.push_back(slot.start / 1e3);
            }
            stops.push_back(rule.inSyncEnd / 1e3);
        }
        return inOrder(std::move(stops));
    }
    std::vector<Readout> readouts(double now) const override {
        const double ms = now * 1e3;
        const Slot* call = mine().callAt(ms);
        // At the end it counts when the animation ended, not how far it was behind meanwhile.
        const double behind =
            mine().over(ms) ? mine().behind()
            : call == nullptr
                ? 0
                : (std::min(call->inSync, m_pictures - 1) - std::min(call->counted, m_pictures - 1)) *
                      m_period;
        return {{said::timeText(ms), "time", "Since the first slot began."},
                {m_rules[0].lostBy(ms, m_period), "lost, drop and rest",
                 "Slots that were never run; fewer are better."},
                {m_rules[1].lostBy(ms, m_period), "lost, keep working",
                 "Slots that were never run; fewer are better."},
                {said::timeText(behind), "the counting one lags",
                 "How far the animation that counts for itself is behind the other.", behind > 0}};
    }

private:
    /// The rule that the guess is about.
    const SlotRule& mine() const { return m_rules[m_knobs.whole("rule") == 0 ? 0 : 1]; }

    void draw(Stage& stage) const override {
        const Box all = stage.view.area();
        stage.hint(
            all.part(0, 0.375),
            said::say(
                "Each box is a slot of %1. Filled: work. Hatched: a slot that was lost. A long frame reaches "
                "into the next slots.",
                {timeInWords(m_period * 1e6)}));
        stage.part("lanes", all.part(0, 0.375));
        stage.part("drop", all.part(0, 0.185));
        stage.part("tracks", all.part(0.45, 0.81));
        stage.part("given", all.part(0.45, 0.63));
        stage.part("counts", all.part(0.63, 0.81));
        drawLane(stage, m_rules[0], all.part(0, 0.185));
        drawLane(stage, m_rules[1], all.part(0.19, 0.375));
        stage.writeWithin(
            all.part(0.385, 0.44),
            stage.view.answered
                ? said::say("Two animations with %1; one figure for each picture drawn", {mine().id})
                : plan(),
            stage.note(stage.view.answered ? Ink::Text : Ink::Muted));
        stage.hint(
            all.part(0.45, 0.81),
            "One figure for each picture that was drawn. Above, draw() is given the slot's number and skips "
            "pictures; below it counts its calls and shows them all, too late.");
        drawTrack(stage, false, all.part(0.45, 0.63));
        drawTrack(stage, true, all.part(0.63, 0.81));
        drawGauge(stage, all.part(0.82, 1));
    }

    /// What the frames do, as the knobs say.
    std::string plan() const {
        const std::string usual =
            said::say("Each box is a slot of %1. A frame works for %2 of its slot",
                      {timeInWords(m_period * 1e6), said::plain(m_knobs["usual"] / 100, 2)});
        return m_knobs["every"] > 0
                   ? usual +
                         said::say("; in one slot of %1 it works %2 slots long.",
                                   {said::plain(m_knobs["every"], 0), said::plain(m_knobs["spike"] / 100, 2)})
                   : usual + ".";
    }

    void drawLane(Stage& stage, const SlotRule& rule, const Box& area) const {
        const View& view = stage.view;
        const Letters& type = stage.letters;
        const double ms = view.now * 1e3;
        const Box head = area.head(type.line);
        const TextLook name = stage.note(Ink::Text, Anchor::Start, &rule == &mine());
        stage.write(head, rule.id, name);
        stage.write(head.inset(stage.widthOf(rule.id, name) + type.gap * 2, 0), rule.does,
                    stage.note(Ink::Muted));
        const Box lane = area.inset(0, type.line * 1.25, 1, type.line * 0.35);
        const double all = view.answered ? std::max(m_end / m_period, 1.0) : m_pictures;
        const double shown = std::min(all, std::max(std::floor(lane.width() / (12 * type.tall)), 4.0));
        const double wide = lane.width() / shown;
        // The picture moves along where not all slots fit.
        const double first = view.answered ? std::clamp(ms / m_period - shown * 0.8, 0.0, all - shown) : 0;
        const auto x = [&](double slot) { return lane.left + (slot - first) * wide; };
        const auto upright = [&](double slot, const StrokeLook& look) {
            if (slot >= first && slot <= first + shown)
                stage.line({x(slot), lane.top}, {x(slot), lane.bottom}, look);
        };
        for (double slot = std::ceil(first); slot <= first + shown; ++slot)
            upright(slot, {Ink::Border, 1, {}});
        for (const double y : {lane.top, lane.bottom})
            stage.line({lane.left, y}, {std::min(x(std::ceil(first + shown)), lane.right), y},
                       {Ink::Border, 1, {}});
        if (!view.answered) { // up to the first long frame, where the rules part
            const double last = m_knobs["every"] > 0 ? m_knobs["every"] : shown;
            for (double slot = 0; slot < std::min(last, shown) && m_knobs["usual"] <= 100; ++slot) {
                const bool isLong = slot + 1 == m_knobs["every"];
                const double work = m_knobs[isLong ? "spike" : "usual"] / 100;
                const Box box = Box{x(slot), lane.part(0.3, 0.7).top, std::max(x(slot + work), x(slot) + 1),
                                    lane.part(0.3, 0.7).bottom}
                                    .within(lane);
                stage.wash(box, work > 1 ? Ink::Second : Ink::First);
            }
            return;
        }
        stage.write(head, rule.lostBy(ms, m_period) + " lost", stage.note(Ink::Late, Anchor::End));
        for (const Slot& slot : rule.row) { // below the work that reaches into them
            const Box box =
                Box{x(slot.number) + 1, lane.top, x(slot.number + 1) - 1, lane.bottom}.within(lane);
            if (slot.state == SlotState::Lost && slot.number * m_period <= ms && box.width() > 1)
                stage.box(box, {Ink::Late, Hatch::RisingLines});
        }
        const Box middle = lane.part(0.3, 0.7);
        for (const Slot& slot : rule.row) {
            const double end = std::min(slot.start + slot.work, ms);
            const double left = x(slot.start / m_period);
            const Box work =
                Box{left, middle.top, std::max(x(end / m_period), left + 1), middle.bottom}.within(lane);
            if (slot.state == SlotState::Lost || end <= slot.start || work.width() <= 0)
                continue;
            stage.wash(work, slot.work > m_period ? Ink::Second : Ink::First);
            if (slot.state == SlotState::Late) // starts after its slot has begun
                upright(slot.start / m_period, {Ink::Second, 2, {}});
        }
        upright(ms / m_period, {Ink::Text, 1, {}});
    }

    void drawTrack(Stage& stage, bool counted, const Box& area) const {
        const View& view = stage.view;
        const SlotRule& rule = mine();
        const double ms = view.now * 1e3;
        const Box strip = area.inset(0, 0, 0, stage.letters.gap);
        const double ground = strip.bottom - 4;
        const double tall =
            std::clamp(strip.height() - stage.letters.line - 6, 14.0, 60.0 * stage.letters.tall);
        const double start = strip.left + tall * 0.4;
        const double finish = strip.right - tall * 0.6;
        const auto x = [&](double picture) {
            return start + std::min(picture + 1, m_pictures) / m_pictures * (finish - start);
        };
        stage.wash(strip, Ink::First, 0.07);
        stage.line({strip.left, ground}, {strip.right, ground}, {Ink::Border, 1, {}});
        stage.line({finish + 1.5, strip.top + 2}, {finish + 1.5, ground}, {Ink::Text, 3, "2 2"});
        const Slot* call = view.answered ? rule.callAt(ms) : nullptr;
        const double end = counted ? rule.countedEnd : rule.inSyncEnd;
        const bool there = ms >= end - 1e-6;
        const auto pictureOf = [counted](const Slot& slot) { return counted ? slot.counted : slot.inSync; };
        const Ink ink = counted ? Ink::Late : Ink::First;
        for (const Slot& slot : call != nullptr ? rule.row : std::vector<Slot>()) {
            const double picture = pictureOf(slot);
            if (slot.state == SlotState::Lost || slot.start > ms || slot.number == call->number ||
                picture >= m_pictures)
                continue;
            if (!view.calm && m_pictures <= 120)
                drawRunner(stage, {{x(picture), ground}, tall, picture / 8, ink, 0.35});
            else
                stage.wash(boxAt(x(picture), ground - 4, 1.5, 4), ink);
        }
        std::string text = counted ? "counts its own calls" : "is given the slot's number";
        if (call == nullptr) {
            drawRunner(stage, {{start, ground}, tall, 0, Ink::Text, 1, true});
        } else {
            const double picture = pictureOf(*call);
            drawRunner(stage, {{x(picture), ground}, tall, picture / 8, Ink::Text, 1, there});
            text += there
                        ? ": at the end after " + said::timeText(end)
                        : said::say(": picture %1 of %2", {said::plain(std::min(picture + 1, m_pictures), 0),
                                                           said::plain(m_pictures, 0)});
        }
        stage.write(strip.head(stage.letters.line + 2).inset(4, 2), text, stage.note());
    }

    void drawGauge(Stage& stage, const Box& area) const {
        const double ms = stage.view.now * 1e3;
        const bool over = stage.view.answered && mine().over(ms);
        Panel panel = Panel::gauge(
            stage, area, "late", "How late the animation ends that counts its own calls, with " + mine().id,
            over ? said::timeText(mine().behind()) : "", "Lost slots · period; 0 is good.");
        if (stage.view.answered && ms > mine().meantEnd)
            panel.bar(panel.plot(), std::min(mine().countedEnd, ms) - mine().meantEnd,
                      {Ink::Late, Hatch::RisingLines}, panel.plot().height());
        panel.guessAlong();
    }

    std::string before() const override {
        return said::say(
            "Two empty rows of slots of %1, and two runners at the start of a track of %2 pictures.",
            {timeInWords(m_period * 1e6), said::plain(m_pictures, 0)});
    }

    std::string told(double now) const override {
        const double ms = now * 1e3;
        const Slot* call = mine().callAt(ms);
        std::string text =
            said::say("After %1 drop-and-rest has lost %2 slots and keep-working %3. ",
                      {said::timeText(ms), m_rules[0].lostBy(ms, m_period), m_rules[1].lostBy(ms, m_period)});
        if (call != nullptr)
            text += said::say(
                "With %1 the animation that is given the number shows picture %2, the one that counts "
                "picture %3. ",
                {mine().id, said::plain(std::min(call->inSync + 1, m_pictures), 0),
                 said::plain(call->counted + 1, 0)});
        if (mine().over(ms))
            text += mine().behind() > 0
                        ? said::say("The counting one ended %1 late.", {said::timeText(mine().behind())})
                        : "Both ended together.";
        return text;
    }

    std::array<SlotRule, 2> m_rules{{{"drop-and-rest", "a late frame waits for the next slot"},
                                     {"keep-working", "a late frame starts at once"}}};
    double m_period = 1; // ms
    double m_pictures = 1;
    double m_end = 1; // ms
};

void sketchSlots(Canvas& canvas, const Box& area) {
    for (std::size_t line = 0; line < 2; ++line) {
        for (int slot = 0; slot < 8; ++slot) {
            const bool lost = slot == 3 || (line == 0 && slot == 4);
            canvas.box(area.row(line, 4).part(slot / 8.0, (slot + 1) / 8.0, 0, 1).inset(1, 1, 2, 3),
                       lost ? AreaLook{Ink::Late, Hatch::RisingLines} : AreaLook{Ink::First});
        }
    }
    int calls = 0;
    for (const int slot : {0, 1, 2, 5, 6, 7}) {
        for (std::size_t line = 0; line < 2; ++line) {
            const bool behind = line == 1 && calls != slot;
            const Box cell = area.row(2 + line, 4).part(slot / 8.0, (slot + 1) / 8.0, 0, 1);
            const double radius = std::min(cell.height(), cell.width()) * 0.38;
            const double angle = (line == 0 ? slot : calls) * std::numbers::pi / 4;
            const Point middle = cell.middle();
            const Ink ink = behind ? Ink::Late : Ink::Good;
            canvas.picture.circle(middle.x, middle.y, radius, ink, true);
            canvas.line(middle,
                        {middle.x + radius * 0.8 * portable::sin(angle),
                         middle.y - radius * 0.8 * portable::cos(angle)},
                        {ink, behind ? 2.4 : 1.6, {}});
        }
        ++calls;
    }
}

} // namespace

Entry slotsScene() {
    return entryOf<SlotsScene>("slots", sketchSlots);
}

} // namespace jitterscope::scene
