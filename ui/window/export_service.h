// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/files/csv.h"
#include "core/run/job.h"
#include "ui/plot/picture_file.h"
#include "ui/session/session.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>

namespace jitterscope {
struct RecordedRun;
}

namespace jitterscope::ui {

class PlotCard;
class Settings;

enum class ExportKind { Samples, Sleeps, Summary, Json, Plan };

/// Writes files of the Live run, its plan and its charts; reads plans and baselines. It tells how it went.
/// Small files are handled on the GUI thread. What takes longer (a finished run of many rows, a large
/// recording to open) goes to a Job, one at a time. A run that still grows is written on the GUI thread,
/// since no other thread may read it: two million rows take about a second, and the rings hold what comes
/// meanwhile.
class ExportService final : public QObject {
    Q_OBJECT
public:
    ExportService(Session& session, Settings& settings, QWidget* window);
    ~ExportService() override; ///< cancels what is being read or written: the old file stays

    /// From this many rows to write, or bytes to read, a Job does it.
    static constexpr std::size_t kManyRows = 100'000;
    static constexpr qint64 kLargeFile = 4 << 20;
    [[nodiscard]] bool busy() const noexcept { return !m_job.finished(); }
    /// A file is being written by the Job.
    [[nodiscard]] bool writing() const noexcept { return busy() && m_writing; }
    /// Frames of the run in memory, if neither they nor their figures are in a file. 0: nothing would be
    /// lost. A run counts as saved while it is recorded from its first frame on.
    [[nodiscard]] std::int64_t unsavedFrames() const;

    /// A name for a report of the Live run, without suffix.
    [[nodiscard]] QString reportName() const { return suggestion(About::Run, {}); }

    /// Asks for a place (not modal to the application), then writes.
    void ask(ExportKind kind);
    void askChart(PlotCard* chart, PictureFile kind);
    void askRecording();
    void askOpen();

    /// True: written, or begun. False: nothing was written; failed() has been emitted.
    bool exportTo(ExportKind kind, const QString& path);
    /// The same in this folder, under a name that is free there.
    bool exportInto(ExportKind kind, const QString& folder);
    bool exportChart(const PlotCard& chart, PictureFile kind, const QString& path);
    /// A plan (isPlanFile()), or a samples CSV that becomes the baseline.
    bool open(const QString& path);
    [[nodiscard]] static bool isPlanFile(const QString& path);

signals:
    void noticed(const QString& message);
    void failed(const QString& message);
    /// A file of the run has been written.
    void saved();
    /// Saving failed, or the user cancelled it.
    void notSaved();
    /// The Job has ended; `well`: with success.
    void ended(bool well);

private:
    void takeSaved(const RunResult& run);
    void noteSaved(const RunResult& run);
    void askSave(const QString& title, const QString& name, const QString& filter, bool forOthers,
                 std::function<void(const QString&)> then);
    bool write(const QString& path, const std::function<Result<Done>(const std::string&)>& writer);
    /// `work` runs on the job's thread, `then` here when it has succeeded.
    bool begin(const QString& doing, std::function<Result<Done>(const CancelFlag*)> work,
               std::function<void()> then);
    void poll();
    bool writeFinished(ExportKind kind, const QString& path);
    void takeBaseline(const QString& path, const RecordedRun& run);
    /// What a file is about, which decides its name: all of the run, its last settings, or the next run.
    enum class About { Run, Now, Plan };
    [[nodiscard]] QString suggestion(About about, const QString& suffix) const;
    [[nodiscard]] QString suggestion(ExportKind kind) const;
    bool openPlan(const QString& path);
    bool openCsv(const QString& path);

    Session& m_session;
    Settings& m_settings;
    QWidget* m_window;
    CancelFlag m_cancel = false;
    bool m_writing = false;
    std::uint64_t m_savedRun = 0;
    std::int64_t m_savedFrames = 0;
    std::shared_ptr<Result<Done>> m_outcome; // written by the job, read after join()
    std::function<void()> m_then;
    QTimer m_poll;
    Job m_job; // last: joined before what it uses goes
};

} // namespace jitterscope::ui
