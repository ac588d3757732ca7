// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/own_system.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/diagnosis/diagnosis_page.h"
#include "ui/pages/experiments/experiments_page.h"
#include "ui/pages/labs/labs_page.h"
#include "ui/pages/live_page.h"
#include "ui/pages/page.h"
#include "ui/pages/program/program_page.h"
#include "ui/pages/program/recorded_program_page.h"

#include <array>

namespace jitterscope::ui {
namespace {

/// Other programs are listened to on Linux alone.
constexpr bool kListens = kOwnSystem == SystemFamily::Linux;

} // namespace

std::span<const PageEntry> pageCatalog() {
    static const std::array<PageEntry, 6> pages{{
        {"live", QT_TRANSLATE_NOOP("Page", "Live"), "live",
         QT_TRANSLATE_NOOP("Page", "Watch a loop run, and change it meanwhile"),
         [](Session& session, Settings& settings) -> Page* { return new LivePage(session, settings); }},
        {"experiments", QT_TRANSLATE_NOOP("Page", "Experiments"), "experiments",
         QT_TRANSLATE_NOOP("Page", "Measure the articles' figures again"),
         [](Session& session, Settings& settings) -> Page* {
             return new ExperimentsPage(session, settings);
         }},
        {"labs", QT_TRANSLATE_NOOP("Page", "Labs"), "labs",
         QT_TRANSLATE_NOOP("Page", "Try the articles' ideas: play, predict, run, explain"),
         [](Session& session, Settings& settings) -> Page* { return new LabsPage(session, settings); }},
        {"diagnosis", QT_TRANSLATE_NOOP("Page", "Diagnosis"), "diagnosis",
         QT_TRANSLATE_NOOP("Page", "Is this machine fit for your loop, and what helps?"),
         [](Session& session, Settings& settings) -> Page* { return new DiagnosisPage(session, settings); }},
        {"compare", QT_TRANSLATE_NOOP("Page", "Compare"), "compare",
         QT_TRANSLATE_NOOP("Page", "Is run B better than run A? Your runs, files and other programs' logs"),
         [](Session& session, Settings& settings) -> Page* { return new ComparePage(session, settings); }},
        {"program", QT_TRANSLATE_NOOP("Page", "Program"), "program",
         kListens
             ? QT_TRANSLATE_NOOP("Page",
                                 "What is the loop of your own program, what makes its frames long, and "
                                 "what helps?")
             : QT_TRANSLATE_NOOP("Page", "How to record the frames of your own program, and what reads it"),
         [](Session& session, Settings& settings) -> Page* {
             if constexpr (kListens)
                 return new ProgramPage(session, settings);
             else
                 return new RecordedProgramPage(session, settings);
         }},
    }};
    return pages;
}

} // namespace jitterscope::ui
