// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/report_export.h"

#include "core/files/atomic_file.h"
#include "ui/format/outside_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/settings/settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace jitterscope::ui {

ReportExport::ReportExport(Settings& settings, std::vector<ReportForm> forms, std::function<QString()> name,
                           QWidget* page)
    : QObject(page), m_settings(settings), m_forms(std::move(forms)), m_name(std::move(name)), m_page(page) {}

void ReportExport::fill(QMenu& menu) {
    for (const ReportForm& form : m_forms)
        menu.addAction(form.text, this, [this, &form] { ask(form); });
}

bool ReportExport::refused() {
    const QString why = m_refusal ? m_refusal() : QString();
    if (!why.isEmpty())
        emit failed(why);
    return !why.isEmpty();
}

void ReportExport::ask(const ReportForm& form) {
    if (refused())
        return;
    const auto* dialog =
        askToSaveForOthers(m_page, m_settings, tr("Save report"),
                           QStringLiteral("%1 (*.%2)").arg(form.suffix.toUpper(), form.suffix),
                           m_name() + QLatin1Char('.') + form.suffix);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, &form](const QString& path) { save(form.suffix, path); });
}

bool ReportExport::save(const QString& suffix, const QString& path) {
    const auto form = std::ranges::find(m_forms, suffix, &ReportForm::suffix);
    if (form == m_forms.end() || refused())
        return false;
    m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
    const auto done = writeWhole(path.toStdString(), form->bytes(m_settings.privacy()));
    if (!done) {
        emit failed(format::text(done.error().message()));
        return false;
    }
    emit saved();
    emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    return true;
}

std::vector<ReportForm> documentForms(const std::function<Document(const Privacy&)>& document) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("jitterscope::ui::ReportExport", text);
    };
    return {{tr("&HTML, one file…"), QStringLiteral("html"),
             [document](const Privacy& privacy) { return html(document(privacy)); }},
            {tr("&PDF…"), QStringLiteral("pdf"),
             [document](const Privacy& privacy) { return reportPdf(document(privacy)).toStdString(); }},
            {tr("&Markdown…"), QStringLiteral("md"),
             [document](const Privacy& privacy) { return markdown(document(privacy)); }}};
}

Table tableOfText(const QString& text) {
    QStringList lines = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    Table table;
    if (lines.isEmpty())
        return table;
    for (const QString& label : lines.takeFirst().split(QLatin1Char('\t')))
        table.columns.push_back(table.columns.empty() ? words(label.toStdString())
                                                      : numbers(label.toStdString()));
    for (const QString& line : std::as_const(lines)) {
        auto& row = table.rows.emplace_back();
        for (const QString& cell : line.split(QLatin1Char('\t')))
            row.emplace_back(cell.toStdString());
    }
    return table;
}

} // namespace jitterscope::ui
