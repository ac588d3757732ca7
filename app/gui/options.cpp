// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"

#include "app/options/help_text.h"
#include "app/options/plan_options.h"
#include "app/options/readers.h"
#include "core/experiment/experiment.h"
#include "core/files/machine_file.h"
#include "core/lab/lab.h"
#include "ui/format/outside_text.h"

#include <QFileInfo>

#include <memory>
#include <string>
#include <vector>

namespace jitterscope {
namespace {

using cli::OptionSet;
using cli::PlanOptions;
using cli::TextOption;

constexpr const char* kText =
    "Shows how late this machine wakes a sleeping thread, and what it costs to be on time. One FILE of "
    "recorded samples (.csv) becomes the baseline where the page Live is shown, and a run to compare "
    "elsewhere. Several files, sessions (.jssession) and logs of other programs are runs to compare. A plan "
    "(.json) or a lab (.jslab) is opened.";
constexpr const char* kFooter =
    "Without options the last plan is shown again. The same without a window: jitterscope-cli.";

/// The options of the window, as they are declared and read.
class Options {
public:
    Options();
    [[nodiscard]] std::string help() const { return m_app.help(); }
    [[nodiscard]] GuiOptions read(const QStringList& arguments);

private:
    OptionSet& withFlags();
    [[nodiscard]] Result<Done> parse(const QStringList& arguments);
    [[nodiscard]] Result<Done> readPlan(ui::WindowOptions& window) const;
    [[nodiscard]] Result<Done> readWindow(ui::WindowOptions& window) const;
    template <typename Entry>
    [[nodiscard]] Result<Done> readPart(std::span<const Entry> catalog, const TextOption& option,
                                        const char* page, ui::WindowOptions& window) const;

    CLI::App m_app{kText, "jitterscope"};
    OptionSet m_own{m_app};
    OptionSet m_ofPlan{m_app};
    bool m_help = false;
    bool m_version = false;
    bool m_verbose = false;
    bool m_start = false;
    TextOption& m_page;
    TextOption& m_lab;
    TextOption& m_experiment;
    TextOption& m_theme;
    PlanOptions m_plan;
    std::vector<std::string> m_files;
};

/// The options without a value: they are the first in the help text.
OptionSet& Options::withFlags() {
    m_app.set_help_flag(); // and none of CLI11's, which end the parsing
    m_own.addFlag("-h,--help", m_help, "This text");
    m_own.addFlag("-v,--version", m_version, "The program's version");
    m_own.addFlag(
        "--verbose", m_verbose,
        "With --version: also how it was built, the system and the processor, to paste into an issue");
    m_own.addFlag("--start", m_start, "Start measuring at once");
    return m_own;
}

Options::Options()
    : m_page(withFlags().add("--page", "ID", cli::idRange(ui::pageCatalog()), "Page to show")),
      m_lab(m_own.add("--lab", "ID", cli::idRange(labCatalog()), "Lab to show")),
      m_experiment(m_own.add("--experiment", "ID", cli::idRange(experimentCatalog()),
                             "Experiment to show; with --start it begins")),
      m_theme(m_own.add("--theme", "THEME",
                        "one of " + ui::themeIds().join(QStringLiteral(", ")).toStdString(),
                        "Colours of the window")),
      m_plan(m_ofPlan, PlanOptions::Use::Window) {
    m_own.addPositional("FILE", m_files, "Recorded samples, sessions, logs, a plan or a lab");
    m_own.setFooter(kFooter);
    m_app.allow_windows_style_options(false); // an argument that begins with / is a path on every system
    m_app.formatter(std::make_shared<cli::HelpText>());
}

Result<Done> Options::parse(const QStringList& arguments) {
    std::vector<std::string> words;
    for (qsizetype i = arguments.size() - 1; i > 0; --i) // CLI11 takes them in reverse order
        words.push_back(arguments[i].toStdString());
    if (Result<Done> values = cli::checkValues(m_app, words); !values)
        return values;
    try {
        m_app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        return cli::usageError(m_app, error);
    }
    if (Result<Done> checked = m_own.check(); !checked)
        return checked;
    return m_ofPlan.check();
}

Result<Done> Options::readPlan(ui::WindowOptions& window) const {
    Result<RunPlan> read = m_plan.plan();
    if (!read)
        return read.error();
    RunPlan plan = std::move(read).value();
    plan.machine.realPace = plan.simulated();
    if (!plan.machine.file.empty()) {
        // The whole path: the settings keep it, and the next start may be from another folder.
        plan.machine.file = QFileInfo(ui::format::exact(plan.machine.file)).absoluteFilePath().toStdString();
        if (const auto model = recordedModel(plan.machine); !model)
            return model.error();
    }
    if (m_ofPlan.anyGiven() || plan.thread.realtime)
        window.plan = std::move(plan);
    return Done{};
}

/// What this option shows would measure something else than was asked for.
Error notOfAPlan(const TextOption& option) {
    return Error{ErrorCode::Usage,
                 option.name + " " + option.text() +
                     " has settings of its own; those of a plan are for the page live",
                 "leave them out; jitterscope-cli takes them"};
}

/// A part of a page, by an option of its own.
template <typename Entry>
Result<Done> Options::readPart(std::span<const Entry> catalog, const TextOption& option, const char* page,
                               ui::WindowOptions& window) const {
    if (!option.given())
        return Done{};
    if (findEntry(catalog, option.text()) == nullptr)
        return option.refusal(option.text(), "unknown");
    if (!window.page.isEmpty() && window.page != QLatin1String(page))
        return Error{ErrorCode::Usage,
                     option.name + ": that is on the page " + page + ", not on " + window.page.toStdString(),
                     ""};
    if (window.plan)
        return notOfAPlan(option);
    window.part = ui::format::exact(option.text());
    window.page = QLatin1String(page);
    return Done{};
}

Result<Done> Options::readWindow(ui::WindowOptions& window) const {
    window.start = m_start;
    for (const std::string& file : m_files)
        window.files << ui::format::exact(file);
    if (m_page.given() && findEntry(ui::pageCatalog(), m_page.text()) == nullptr)
        return m_page.refusal(m_page.text(), "unknown");
    window.page = ui::format::exact(m_page.text());
    if (m_page.given() && window.plan && window.page != QLatin1String("live"))
        return notOfAPlan(m_page);
    if (Result<Done> read = readPart(labCatalog(), m_lab, "labs", window); !read)
        return read;
    if (Result<Done> read = readPart(experimentCatalog(), m_experiment, "experiments", window); !read)
        return read;
    if (window.plan) // the page of the last time may be another, and would measure something else
        window.page = QStringLiteral("live");
    if (!m_theme.given())
        return Done{};
    const QString theme = ui::format::exact(m_theme.text());
    if (!ui::themeIds().contains(theme))
        return m_theme.refusal(m_theme.text(), "unknown");
    window.theme = ui::themeFromId(theme);
    return Done{};
}

GuiOptions Options::read(const QStringList& arguments) {
    GuiOptions options;
    Result<Done> done = parse(arguments);
    options.help = m_help;
    options.version = m_version;
    options.verbose = m_verbose;
    if (options.help || options.version)
        return options;
    if (done)
        done = readPlan(options.window);
    if (done)
        done = readWindow(options.window);
    if (!done)
        options.error = ui::format::text(done.error().message());
    return options;
}

} // namespace

GuiOptions parseOptions(const QStringList& arguments) {
    return Options().read(arguments);
}

QString helpText() {
    return ui::format::text(Options().help());
}

} // namespace jitterscope
