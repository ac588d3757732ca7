// SPDX-License-Identifier: GPL-3.0-or-later
// How a diagnosis leaves the page: reports and code, to files and to the clipboard.
#include "core/base/catalog.h"
#include "core/diagnosis/snippet.h"
#include "core/document/diagnosis_document.h"
#include "core/files/atomic_file.h"
#include "core/files/diagnosis_json.h"
#include "ui/format/plan_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/pages/diagnosis/diagnosis_page.h"
#include "ui/pages/report_pdf.h"
#include "ui/settings/settings.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>

namespace jitterscope::ui {

void DiagnosisPage::copyCode(const std::string& trial) {
    for (const TrialOutcome& outcome : m_diagnosis->trials) {
        if (outcome.id != trial || !outcome.measured())
            continue;
        Recommendation cure; // the same words as if it had been recommended
        cure = recommend(m_diagnosis->plan.target, {candidateOf(outcome)}, m_diagnosis->plan.quick);
        const SnippetEntry* const entry = findEntry(snippetCatalog(), standardSnippet(outcome.after.plan));
        QApplication::clipboard()->setText(
            QString::fromStdString(entry->text(snippetParts(m_diagnosis->plan.target, cure))));
        emit noticed(tr("The code is in the clipboard."));
    }
}

QString DiagnosisPage::reportText() const {
    return m_diagnosis ? QString::fromStdString(markdown(diagnosisDocument(*m_diagnosis))) : QString();
}

void DiagnosisPage::copyReport() {
    QApplication::clipboard()->setText(reportText());
    m_saved = true;
    emit noticed(tr("The report is in the clipboard, as Markdown."));
}

void DiagnosisPage::save(File kind) {
    const auto suffix = kind == File::Html       ? QStringLiteral("html")
                        : kind == File::Pdf      ? QStringLiteral("pdf")
                        : kind == File::Markdown ? QStringLiteral("md")
                                                 : QStringLiteral("json");
    const QString name =
        QStringLiteral("diagnosis-%1-%2.%3")
            .arg(format::fileSafe(QString::fromStdString(m_diagnosis->plan.target.job)),
                 format::fileSafe(QString::fromStdString(m_diagnosis->plan.loop.strategy.id)), suffix);
    const auto* dialog = askToSave(this, tr("Save report"), m_settings.text(Setting::ExportFolder),
                                   QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix), name);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, kind](const QString& path) { saveTo(kind, path); });
}

bool DiagnosisPage::saveTo(File kind, const QString& path) {
    m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
    const auto bytes = [&]() -> std::string {
        const Document document = diagnosisDocument(*m_diagnosis);
        switch (kind) {
        case File::Markdown:
            return markdown(document);
        case File::Html:
            return html(document);
        case File::Pdf:
            return reportPdf(document).toStdString();
        case File::Json:
            break;
        }
        return diagnosisJson(*m_diagnosis);
    };
    const auto done = writeWhole(path.toStdString(), bytes());
    if (!done) {
        emit failed(QString::fromStdString(done.error().message()));
        return false;
    }
    m_saved = true;
    emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    return true;
}

} // namespace jitterscope::ui
