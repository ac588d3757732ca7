// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_files.h"

#include "core/files/atomic_file.h"
#include "core/files/lab_file.h"
#include "core/picture/picture.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/pages/labs/ideas.h"
#include "ui/pages/report_export.h"
#include "ui/plot/painting.h"
#include "ui/session/recent_files.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>

#include <utility>

namespace jitterscope::ui {
namespace {

constexpr double kPixels = 2; // of a saved picture for each px

QString pdfFilter() {
    return QStringLiteral("PDF (*.pdf)");
}

} // namespace

LabFiles::LabFiles(Settings& settings, const LabProgress& progress, std::function<LabDesk*()> shown,
                   std::function<std::vector<LabSetting>()> all, const Lesson& lesson, QWidget* page)
    : QObject(page),
      m_settings(settings),
      m_progress(progress),
      m_shown(std::move(shown)),
      m_all(std::move(all)),
      m_lesson(lesson),
      m_page(page) {}

QString LabFiles::shownId() const {
    return format::fileSafe(format::text(m_shown()->work().entry().id));
}

void LabFiles::ask(const QString& title, const QString& filter, const QString& name,
                   const std::function<void(const QString&)>& save) {
    const auto* dialog =
        askToSave(m_page->window(), title, m_settings.text(Setting::ExportFolder), filter, name);
    connect(dialog, &QFileDialog::fileSelected, this, save);
}

void LabFiles::askLab() {
    ask(tr("Save lab"), tr("Labs (*.jslab)"), QStringLiteral("lab-%1.jslab").arg(shownId()),
        [this](const QString& path) { saveLab(path); });
}

void LabFiles::askPicture(PictureFile kind) {
    const QString suffix = suffixOf(kind);
    ask(tr("Save picture"), QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix),
        QStringLiteral("lab-%1.%2").arg(shownId(), suffix),
        [this, kind](const QString& path) { savePicture(path, kind); });
}

void LabFiles::askSheet(LabSheet sheet, bool all) {
    const QString name = sheet == LabSheet::Key ? QStringLiteral("key") : QStringLiteral("work-sheet");
    ask(sheet == LabSheet::Key ? tr("Save the key for the teacher") : tr("Save work sheet"), pdfFilter(),
        all || m_shown() == nullptr ? name + QStringLiteral("s.pdf")
                                    : QStringLiteral("%1-%2.pdf").arg(name, shownId()),
        [this, sheet, all](const QString& path) { saveSheet(path, sheet, all); });
}

void LabFiles::askLesson() {
    ask(tr("Save the votes of the class"), tr("Labs (*.jslab)"), QStringLiteral("lesson.jslab"),
        [this](const QString& path) { saveLesson(path); });
}

void LabFiles::askIdeas() {
    ask(tr("Save what you now know"), pdfFilter(), QStringLiteral("what-you-now-know.pdf"),
        [this](const QString& path) { saveIdeas(path); });
}

bool LabFiles::saveLab(const QString& path) {
    LabDesk* const shown = m_shown();
    if (shown == nullptr)
        return false;
    if (!shown->commit()) {
        emit failed(tr("Not saved: correct the marked field."));
        return false;
    }
    if (!tell(path, writeLabFile(path.toStdString(), shown->work().state())))
        return false;
    rememberFile(m_settings, path);
    return true;
}

bool LabFiles::savePicture(const QString& path, PictureFile kind) {
    LabDesk* const shown = m_shown();
    if (shown == nullptr || shown->work().scene() == nullptr)
        return false;
    const Picture picture = shown->work().scene()->picture(shown->stage().view());
    if (kind == PictureFile::Svg)
        return write(path, QByteArray::fromStdString(svgText(picture, SvgTheme::Light)));
    QByteArray png;
    QBuffer buffer(&png);
    pictureImage(picture, kPixels, false).save(&buffer, "PNG");
    return write(path, png);
}

bool LabFiles::saveSheet(const QString& path, LabSheet sheet, bool all) {
    const LabDesk* const shown = m_shown();
    std::vector<LabSetting> labs;
    if (all || shown == nullptr) {
        labs = m_all();
    } else {
        const LabState& state = shown->work().state();
        labs.push_back({&shown->work().entry(), state.knobs, state.here});
    }
    return write(path, reportPdf(sheet == LabSheet::Key ? answerKey(labs) : workSheets(labs)));
}

bool LabFiles::saveLesson(const QString& path) {
    if (!tell(path, writeWhole(path.toStdString(), lessonText(m_lesson))))
        return false;
    rememberFile(m_settings, path);
    return true;
}

bool LabFiles::saveIdeas(const QString& path) {
    return write(path, reportPdf(ideasSheet(m_progress)));
}

bool LabFiles::write(const QString& path, const QByteArray& bytes) {
    return tell(path,
                writeWhole(path.toStdString(),
                           std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
}

bool LabFiles::tell(const QString& path, const Result<Done>& done) {
    m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
    if (done)
        emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    else
        emit failed(format::text(done.error().message()));
    return done.ok();
}

} // namespace jitterscope::ui
