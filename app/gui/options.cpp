// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"

#include "core/document/text_lines.h"
#include "core/experiment/experiment.h"
#include "core/files/machine_file.h"
#include "core/lab/lab.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"

#include <QCommandLineParser>
#include <QFileInfo>

#include <string>
#include <vector>

namespace jitterscope {
namespace {

using Error = QString;

/// An option, for the parser and for --help.
struct OptionRow {
    const char* name;
    const char* unit; ///< nullptr: it takes no value
    std::string meaning;
    const char* letter = nullptr;
};

std::vector<OptionRow> optionRows() {
    return {
        {"help", nullptr, "This text", "h"},
        {"version", nullptr, "The program's version", "v"},
        {"verbose", nullptr,
         "With --version: also how it was built, the system and the processor, to paste into an issue"},
        {"start", nullptr, "Start measuring at once"},
        {"page", "ID", "Page to show (one of " + idList(ui::pageCatalog()) + ")"},
        {"lab", "ID", "Lab to show (one of " + idList(labCatalog()) + ")"},
        {"experiment", "ID",
         "Experiment to show; with --start it begins (one of " + idList(experimentCatalog()) + ")"},
        {"strategy", "ID", "How to wait (one of " + idList(sleepCatalog()) + ")"},
        {"policy", "ID", "When frames are due (one of " + idList(pacingCatalog()) + ")"},
        {"rate", "HZ", "Target rate (0.1 … 100000, as 60, 59.94, 60000/1001 or 48000/128)"},
        {"period", "TIME", "The same as its period (as 16.667ms or 250us)"},
        {"x", "X", "X in mean + X·σ, for strategies with an estimate"},
        {"machine", "ID[:PARAM=VALUE,...]",
         "This machine, or a simulated one (one of " + idList(machineCatalog()) +
             "; as fake-scheduler:preempt=0.2 or recorded:file=PATH)"},
        {"theme", "THEME",
         "Colours of the window (one of " + ui::themeIds().join(QStringLiteral(", ")).toStdString() + ")"},
    };
}

void describe(QCommandLineParser& parser) {
    for (const OptionRow& row : optionRows()) {
        QStringList names{QLatin1String(row.name)};
        if (row.letter != nullptr)
            names.prepend(QLatin1String(row.letter));
        parser.addOption(QCommandLineOption(names, {}, QLatin1String(row.unit)));
    }
}

template <typename T>
Error messageOf(const char* option, const Result<T>& result) {
    return QStringLiteral("--%1: %2")
        .arg(QLatin1String(option), QString::fromStdString(result.error().message()));
}

/// Reads the parameter `name` of `owner`, as it was typed after --`option`.
Error readParameter(const char* option, const QString& owner, std::span<const ParameterInfo> infos,
                    const QString& name, const QString& text, ParameterValues& values) {
    const int index = parameterIndex(infos, name.toStdString());
    if (index < 0)
        return QStringLiteral("--%1: %2 has no parameter '%3'")
            .arg(QLatin1String(option), owner, name.left(40));
    const auto place = static_cast<std::size_t>(index);
    const auto value = parseParameter(infos[place], text.toStdString());
    if (!value)
        return messageOf(option, value);
    values.set(place, value.value());
    return {};
}

Error readStrategy(const QCommandLineParser& parser, RunPlan& plan) {
    if (parser.isSet(QStringLiteral("strategy"))) {
        const auto entry =
            requireEntry(sleepCatalog(), parser.value(QStringLiteral("strategy")).toStdString(), "strategy");
        if (!entry)
            return messageOf("strategy", entry);
        plan.strategy = sleepChoice(entry.value()->id);
    }
    if (parser.isSet(QStringLiteral("policy"))) {
        const auto entry =
            requireEntry(pacingCatalog(), parser.value(QStringLiteral("policy")).toStdString(), "policy");
        if (!entry)
            return messageOf("policy", entry);
        plan.policy = policyChoice(entry.value()->id);
    }
    if (!parser.isSet(QStringLiteral("x")))
        return {};
    return readParameter("x", QString::fromStdString(plan.strategy.id),
                         findEntry(sleepCatalog(), plan.strategy.id)->parameters, QStringLiteral("x"),
                         parser.value(QStringLiteral("x")), plan.strategy.values);
}

/// Reads `ID[:PARAM=VALUE,...]` as jitterscope-cli does. `file=` takes the rest of the text, so that a path
/// may hold commas.
Error readMachine(const QString& text, MachineChoice& machine) {
    const QString id = text.section(QLatin1Char(':'), 0, 0);
    const auto entry = requireEntry(machineCatalog(), id.toStdString(), "machine");
    if (!entry)
        return messageOf("machine", entry);
    machine = machineChoice(entry.value()->id);
    machine.realPace = entry.value()->simulated;
    QString rest = text.mid(id.size() + 1);
    while (!rest.isEmpty()) {
        if (entry.value()->needsFile && rest.startsWith(QLatin1String("file="))) {
            // The whole path: the settings keep it, and the next start may be from another folder.
            machine.file = QFileInfo(rest.mid(5)).absoluteFilePath().toStdString();
            const auto model = recordedModel(machine);
            return model ? Error() : messageOf("machine", model);
        }
        const QString part = rest.section(QLatin1Char(','), 0, 0);
        rest.remove(0, part.size() + 1);
        if (const Error error =
                readParameter("machine", id, entry.value()->parameters, part.section(QLatin1Char('='), 0, 0),
                              part.section(QLatin1Char('='), 1), machine.values);
            !error.isEmpty())
            return error;
    }
    return {};
}

Error readPlan(const QCommandLineParser& parser, RunPlan& plan) {
    if (const Error error = readStrategy(parser, plan); !error.isEmpty())
        return error;
    const struct {
        const char* option;
        Result<Period> (*parse)(std::string_view);
    } times[] = {{"rate", &Period::parseRate}, {"period", &Period::parsePeriod}};
    for (const auto& time : times) {
        if (!parser.isSet(QLatin1String(time.option)))
            continue;
        const auto period = time.parse(parser.value(QLatin1String(time.option)).toStdString());
        if (!period)
            return messageOf(time.option, period);
        plan.period = period.value();
    }
    if (parser.isSet(QStringLiteral("machine"))) {
        if (const Error error = readMachine(parser.value(QStringLiteral("machine")), plan.machine);
            !error.isEmpty())
            return error;
    }
    if (const auto checked = checkPlan(plan); !checked)
        return QString::fromStdString(checked.error().message());
    return {};
}

/// A part of a page, by an option of its own.
template <typename Entry>
Error readPart(const QCommandLineParser& parser, std::span<const Entry> catalog, const char* option,
               const char* page, ui::WindowOptions& window) {
    if (!parser.isSet(QLatin1String(option)))
        return {};
    window.part = parser.value(QLatin1String(option));
    if (const auto entry = requireEntry(catalog, window.part.toStdString(), option); !entry)
        return messageOf(option, entry);
    if (!window.page.isEmpty() && window.page != QLatin1String(page))
        return QStringLiteral("--%1: that is on the page %2, not on %3")
            .arg(QLatin1String(option), QLatin1String(page), window.page);
    window.page = QLatin1String(page);
    return {};
}

Error readWindow(const QCommandLineParser& parser, ui::WindowOptions& window) {
    window.start = parser.isSet(QStringLiteral("start"));
    window.files = parser.positionalArguments();
    if (parser.isSet(QStringLiteral("page"))) {
        window.page = parser.value(QStringLiteral("page"));
        if (const auto page = requireEntry(ui::pageCatalog(), window.page.toStdString(), "page"); !page)
            return messageOf("page", page);
    }
    if (const Error error = readPart(parser, labCatalog(), "lab", "labs", window); !error.isEmpty())
        return error;
    if (const Error error = readPart(parser, experimentCatalog(), "experiment", "experiments", window);
        !error.isEmpty())
        return error;
    if (parser.isSet(QStringLiteral("theme"))) {
        const QString theme = parser.value(QStringLiteral("theme"));
        if (!ui::themeIds().contains(theme))
            return QStringLiteral("--theme: one of %1").arg(ui::themeIds().join(QStringLiteral(", ")));
        window.theme = ui::themeFromId(theme);
    }
    return {};
}

} // namespace

GuiOptions parseOptions(const QStringList& arguments) {
    QCommandLineParser parser;
    describe(parser);
    GuiOptions options;
    if (!parser.parse(arguments)) {
        options.error = parser.errorText();
        return options;
    }
    options.help = parser.isSet(QStringLiteral("help"));
    options.version = parser.isSet(QStringLiteral("version"));
    options.verbose = parser.isSet(QStringLiteral("verbose"));
    if (options.help || options.version)
        return options;
    RunPlan plan = standardPlan();
    options.error = readPlan(parser, plan);
    if (options.error.isEmpty())
        options.error = readWindow(parser, options.window);
    for (const char* option : {"strategy", "policy", "rate", "period", "x", "machine"}) {
        if (parser.isSet(QLatin1String(option)))
            options.window.plan = plan;
    }
    return options;
}

QString helpText() {
    std::string text =
        "Usage: jitterscope [FILE]... [OPTION]...\n" +
        helpParagraph("Shows how late this machine wakes a sleeping thread, and what it costs to "
                      "be on time. One FILE of recorded samples (.csv) becomes the baseline where "
                      "the page Live is shown, and a run to compare elsewhere. Several files, "
                      "sessions (.jssession) and logs of other programs are runs to compare. A "
                      "plan (.json) or a lab (.jslab) is opened.") +
        "\n";
    for (const OptionRow& row : optionRows()) {
        const std::string letter = row.letter == nullptr ? "" : "-" + std::string(row.letter) + ", ";
        const std::string unit = row.unit == nullptr ? "" : " " + std::string(row.unit);
        text += helpEntry(letter + "--" + row.name + unit, row.meaning);
    }
    text += "\n" + helpParagraph("Without options the last plan is shown again. The same without a window: "
                                 "jitterscope-cli.");
    return QString::fromStdString(text);
}

} // namespace jitterscope
