// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_service.h"

#include "core/compare/compared_run.h"
#include "core/files/atomic_file.h"
#include "core/files/csv.h"
#include "core/files/plan_json.h"
#include "core/files/read_csv.h"
#include "core/files/result_files.h"
#include "core/run/run_result.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/plot/plot_card.h"
#include "ui/session/recent_files.h"
#include "ui/session/report_keeper.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr std::size_t kLargestPlan = 1 << 20;
constexpr int kPollMilliseconds = 50;

struct KindLook {
    ExportKind kind;
    const char* title;
    const char* suffix;
    const char* filter;
};

const KindLook& look(ExportKind kind) {
    static const KindLook table[] = {
        {ExportKind::Samples, QT_TRANSLATE_NOOP("Export", "Save samples"), "-samples.csv", "CSV (*.csv)"},
        {ExportKind::Sleeps, QT_TRANSLATE_NOOP("Export", "Save sleeps"), "-sleeps.csv", "CSV (*.csv)"},
        {ExportKind::Summary, QT_TRANSLATE_NOOP("Export", "Save summary"), "-summary.csv", "CSV (*.csv)"},
        {ExportKind::Json, QT_TRANSLATE_NOOP("Export", "Save figures"), ".json", "JSON (*.json)"},
        {ExportKind::Plan, QT_TRANSLATE_NOOP("Export", "Save plan"), "-plan.json", "Plan (*.json)"},
    };
    return *std::find_if(std::begin(table), std::end(table),
                         [kind](const KindLook& row) { return row.kind == kind; });
}

std::int64_t framesOf(const RunResult& run) {
    return run.framesNotKept + static_cast<std::int64_t>(run.frames.size());
}

} // namespace

ExportService::ExportService(Session& session, Settings& settings, QWidget* window)
    : QObject(window), m_session(session), m_settings(settings), m_window(window) {
    m_poll.setInterval(kPollMilliseconds);
    connect(&m_poll, &QTimer::timeout, this, &ExportService::poll);
    connect(this, &ExportService::failed, this, &ExportService::notSaved);
    connect(&session, &Session::recorded, this, [this] { takeSaved(*m_session.samples()); });
}

void ExportService::takeSaved(const RunResult& run) {
    m_savedRun = run.id;
    m_savedFrames = framesOf(run);
}

void ExportService::noteSaved(const RunResult& run) {
    takeSaved(run);
    emit saved();
}

std::int64_t ExportService::unsavedFrames() const {
    const RunResult* run = m_session.samples();
    if (run == nullptr || m_session.recordingWhole())
        return 0;
    const std::int64_t frames = framesOf(*run);
    return run->id == m_savedRun && frames == m_savedFrames ? 0 : frames;
}

ExportService::~ExportService() {
    m_cancel = true;
}

bool ExportService::begin(const QString& doing, std::function<Result<Done>(const CancelFlag*)> work,
                          std::function<void()> then) {
    if (busy()) {
        emit failed(tr("Another file is still being read or written; try again in a moment."));
        return false;
    }
    m_cancel = false;
    m_writing = false;
    m_outcome = std::make_shared<Result<Done>>(Done{});
    m_then = std::move(then);
    const auto started = m_job.start([work = std::move(work), outcome = m_outcome,
                                      cancel = &m_cancel](JobControl&) { *outcome = work(cancel); });
    if (!started) {
        emit failed(format::text(started.error().message()));
        return false;
    }
    emit noticed(doing);
    m_poll.start();
    return true;
}

void ExportService::poll() {
    if (busy())
        return;
    m_poll.stop();
    m_job.join();
    const bool well = m_outcome->ok() && !m_job.outOfMemory();
    if (well)
        m_then();
    else if (m_job.outOfMemory())
        emit failed(tr("There is too little memory for it."));
    else
        emit failed(format::text(m_outcome->error().message()));
    emit ended(well);
}

/// Named after what was measured, which may differ from what is set by now.
QString ExportService::suggestion(About about, const QString& suffix) const {
    const RunResult* run = m_session.samples();
    if (about == About::Plan || run == nullptr || run->stretches.empty())
        return format::fileStem(m_session.plan()) + suffix;
    std::vector<RunPlan> plans;
    for (const Stretch& stretch : run->stretches)
        plans.push_back(stretch.plan);
    return (about == About::Now ? format::fileStem(plans.back()) : format::fileStem(plans)) + suffix;
}

QString ExportService::suggestion(ExportKind kind) const {
    return suggestion(kind == ExportKind::Plan ? About::Plan : About::Run, QLatin1String(look(kind).suffix));
}

void ExportService::askSave(const QString& title, const QString& name, const QString& filter, bool forOthers,
                            std::function<void(const QString&)> then) {
    const auto* dialog =
        forOthers ? askToSaveForOthers(m_window, m_settings, title, filter, name)
                  : askToSave(m_window, title, m_settings.text(Setting::ExportFolder), filter, name);
    connect(dialog, &QDialog::rejected, this, &ExportService::notSaved);
    connect(dialog, &QFileDialog::fileSelected, this, [this, then = std::move(then)](const QString& path) {
        m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
        then(path);
    });
}

void ExportService::ask(ExportKind kind) {
    const KindLook& how = look(kind);
    askSave(tr(how.title), suggestion(kind), QLatin1String(how.filter), true,
            [this, kind](const QString& path) { exportTo(kind, path); });
}

void ExportService::askChart(PlotCard* chart, PictureFile kind) {
    const QString suffix = suffixOf(kind);
    askSave(tr("Save chart"),
            suggestion(About::Now, QLatin1Char('-') + chart->id() + QLatin1Char('.') + suffix),
            QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix), false,
            [this, chart, kind](const QString& path) { exportChart(*chart, kind, path); });
}

void ExportService::askRecording() {
    askSave(tr("Record samples to"), suggestion(About::Run, QStringLiteral("-recording.csv")),
            QStringLiteral("CSV (*.csv)"), true, [this](const QString& path) {
                if (const auto begun = m_session.record(path, m_settings.privacy()); !begun)
                    emit failed(format::text(begun.error().message()));
            });
}

void ExportService::askOpen() {
    const auto* dialog =
        askToOpen(m_window, tr("Open a plan or a recorded run"), m_settings.text(Setting::ExportFolder),
                  tr("Plans and samples (*.json *.csv);;All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { open(path); });
}

bool ExportService::write(const QString& path,
                          const std::function<Result<Done>(const std::string&)>& writer) {
    const auto done = writer(path.toStdString());
    if (done)
        emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    else
        emit failed(format::text(done.error().message()));
    return done.ok();
}

bool ExportService::exportTo(ExportKind kind, const QString& path) {
    if (kind == ExportKind::Plan) {
        const bool saved = write(path, [this](const std::string& file) {
            return writeWhole(file, planJson(Redactor(m_settings.privacy()).plan(m_session.plan())));
        });
        if (saved)
            rememberFile(m_settings, path);
        return saved;
    }
    if (m_session.samples() == nullptr) {
        emit failed(tr("There is nothing to save yet: start a run first (F5)."));
        return false;
    }
    const auto run = m_session.finishedRun();
    if (run && (kind == ExportKind::Samples  ? run->frames.size()
                : kind == ExportKind::Sleeps ? run->sleeps.size()
                                             : 0) >= kManyRows)
        return writeFinished(kind, path);
    const Privacy privacy = m_settings.privacy();
    const bool done = write(path, [this, kind, &privacy](const std::string& file) -> Result<Done> {
        switch (kind) {
        case ExportKind::Samples:
            return writeSamplesCsv(*m_session.samples(), file, nullptr, privacy);
        case ExportKind::Sleeps:
            return writeSleepsCsv(*m_session.samples(), file, nullptr, privacy);
        case ExportKind::Summary:
            return writeSummaryCsv({m_session.summary()}, file, privacy);
        default:
            return writeWhole(file, runJson(*m_session.summary(), privacy));
        }
    });
    if (done)
        noteSaved(*m_session.samples());
    return done;
}

bool ExportService::exportInto(ExportKind kind, const QString& folder) {
    return exportTo(kind, freeName(folder, suggestion(kind)));
}

bool ExportService::writeFinished(ExportKind kind, const QString& path) {
    const auto work = [run = m_session.finishedRun(), kind, privacy = m_settings.privacy(),
                       file = path.toStdString()](const CancelFlag* cancel) {
        return kind == ExportKind::Samples ? writeSamplesCsv(*run, file, cancel, privacy)
                                           : writeSleepsCsv(*run, file, cancel, privacy);
    };
    const bool begun = begin(tr("Saving %1…").arg(QDir::toNativeSeparators(path)), work,
                             [this, path, run = m_session.finishedRun()] {
                                 emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
                                 noteSaved(*run);
                             });
    m_writing = begun;
    return begun;
}

bool ExportService::exportChart(const PlotCard& chart, PictureFile kind, const QString& path) {
    return write(path, [&](const std::string& file) {
        const QByteArray bytes = chart.bytes(kind);
        return writeWhole(file, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    });
}

bool ExportService::isPlanFile(const QString& path) {
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
}

bool ExportService::open(const QString& path) {
    return isPlanFile(path) ? openPlan(path) : openCsv(path);
}

bool ExportService::openPlan(const QString& path) {
    const auto text = readWhole(path.toStdString(), kLargestPlan);
    const auto plan = text ? parsePlan(text.value()) : Result<RunPlan>(text.error());
    const auto set = plan ? m_session.setPlan(plan.value()) : Result<Done>(plan.error());
    if (set) {
        rememberFile(m_settings, path);
        emit noticed(tr("Plan of %1 opened.").arg(format::fileName(path)));
    } else {
        emit failed(format::fileName(path) + QStringLiteral(": ") + format::text(set.error().message()));
    }
    return set.ok();
}

bool ExportService::openCsv(const QString& path) {
    const QString name = format::fileName(path);
    const auto run = std::make_shared<RecordedRun>();
    const auto read = [run, file = path.toStdString()](const CancelFlag* cancel) -> Result<Done> {
        auto whole = readSamplesCsv(file, cancel);
        if (!whole)
            return whole.error();
        *run = std::move(whole.value());
        return Done{};
    };
    if (QFileInfo(path).size() >= kLargeFile)
        return begin(tr("Reading %1…").arg(name), read, [this, path, run] { takeBaseline(path, *run); });
    const auto done = read(nullptr);
    if (done)
        takeBaseline(path, *run);
    else
        emit failed(format::text(done.error().message()));
    return done.ok();
}

/// The last stretch that has frames, as Live pins the last one: never figures over different settings.
void ExportService::takeBaseline(const QString& path, const RecordedRun& run) {
    const QString name = format::fileName(path);
    const RecordedStretch* stretch = nullptr;
    for (const RecordedStretch& candidate : run.stretches) {
        if (stretch == nullptr || candidate.metrics.frames > 0)
            stretch = &candidate;
    }
    if (stretch == nullptr) {
        emit failed(tr("%1 has no frames.").arg(name));
        return;
    }
    rememberFile(m_settings, path);
    const bool several = run.stretches.size() > 1;
    const QString label =
        several ? tr("%1, stretch %2: %3")
                      .arg(name)
                      .arg(stretch->index + 1)
                      .arg(format::text(settingsTitle({stretch->settings.begin(), stretch->settings.end()})))
                : name;
    m_session.setBaseline(Baseline{label,
                                   stretch->setting("strategy"),
                                   stretch->statistics.period(),
                                   stretch->metrics,
                                   {},
                                   stretch->statistics.deviation().histogram(),
                                   machineIdentity(run.header)});
    if (!run.warnings.empty())
        emit failed(format::text(run.warnings.front()));
    else if (several)
        emit noticed(tr("%1 has %2 stretches of different settings; the last is the baseline now.")
                         .arg(name)
                         .arg(run.stretches.size()));
    else
        emit noticed(tr("%1 is the baseline now.").arg(name));
}

} // namespace jitterscope::ui
