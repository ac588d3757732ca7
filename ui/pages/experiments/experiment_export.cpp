// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/experiments/experiment_export.h"

#include "core/experiment/experiment.h"
#include "core/files/atomic_file.h"
#include "core/files/result_files.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/settings/settings.h"

#include <QDir>
#include <QFileInfo>

namespace jitterscope::ui {
namespace {

QString suffixOf(ExperimentFile kind) {
    switch (kind) {
    case ExperimentFile::Csv:
        return QStringLiteral("csv");
    case ExperimentFile::Json:
        return QStringLiteral("json");
    case ExperimentFile::Png:
        return QStringLiteral("png");
    case ExperimentFile::Svg:
        return QStringLiteral("svg");
    case ExperimentFile::Pdf:
        break;
    }
    return QStringLiteral("pdf");
}

} // namespace

ExperimentExport::ExperimentExport(Settings& settings, ExperimentChartCard& chart, QWidget* parent)
    : QObject(parent), m_settings(settings), m_chart(chart), m_parent(parent) {}

void ExperimentExport::ask(ExperimentFile kind) {
    if (m_result == nullptr)
        return;
    const QString suffix = suffixOf(kind);
    const auto* dialog =
        askToSaveForOthers(m_parent, m_settings, tr("Save experiment"),
                           QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix), name(kind));
    connect(dialog, &QFileDialog::fileSelected, this, [this, kind](const QString& path) {
        m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
        exportTo(kind, path);
    });
}

QString ExperimentExport::name() const {
    return QStringLiteral("%1-%2").arg(format::fileSafe(format::text(m_result->plan.id)),
                                       format::fileSafe(format::text(m_result->plan.machine.id)));
}

QString ExperimentExport::name(ExperimentFile kind) const {
    return name() + QLatin1Char('.') + suffixOf(kind);
}

std::vector<UnsavedReport> ExperimentExport::reports() const {
    std::vector<UnsavedReport> reports;
    for (const ExperimentFile kind : {ExperimentFile::Csv, ExperimentFile::Json})
        reports.push_back({name(kind), text(kind)});
    return reports;
}

std::string ExperimentExport::text(ExperimentFile kind) const {
    switch (kind) {
    case ExperimentFile::Csv:
        return experimentCsv(*m_result, m_settings.privacy());
    case ExperimentFile::Json:
        return experimentJson(*m_result, m_settings.privacy());
    case ExperimentFile::Png:
        return m_chart.bytes(PictureFile::Png).toStdString();
    case ExperimentFile::Svg:
        return m_chart.bytes(PictureFile::Svg).toStdString();
    case ExperimentFile::Pdf:
        break;
    }
    return m_chart.bytes(PictureFile::Pdf).toStdString();
}

void ExperimentExport::markSaved() {
    m_saved = m_result;
    emit written();
}

bool ExperimentExport::exportTo(ExperimentFile kind, const QString& path) {
    if (m_result == nullptr) {
        emit failed(tr("There is nothing to save yet: run the experiment first."));
        return false;
    }
    const auto done = writeWhole(path.toStdString(), text(kind));
    if (done && (kind == ExperimentFile::Csv || kind == ExperimentFile::Json))
        markSaved();
    if (done)
        emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    else
        emit failed(format::text(done.error().message()));
    return done.ok();
}

} // namespace jitterscope::ui
