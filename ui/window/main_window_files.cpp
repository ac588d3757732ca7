// SPDX-License-Identifier: GPL-3.0-or-later
// What the window opens, and what it puts into the clipboard.
#include "core/base/catalog.h"
#include "core/diagnosis/snippet.h"
#include "core/files/own_runs.h"
#include "core/import/log_catalog.h"
#include "ui/format/plan_text.h"
#include "ui/format/report_text.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>

namespace jitterscope::ui {

/// Several are compared.
void MainWindow::openFiles(const QStringList& paths) {
    if (paths.size() > 1)
        showPageById(QStringLiteral("compare"));
    for (const QString& path : paths)
        openFile(path);
}

/// On the Live page, samples become the baseline there; everything else goes to the page that opens it.
void MainWindow::openFile(const QString& path) {
    const Result<std::string> head = readHead(path.toStdString());
    const bool samples = head && ownKind(head.value()) == "samples";
    if (samples && m_stack->currentIndex() == 0) {
        m_exports->open(path);
        return;
    }
    for (int i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i]->opens(path)) {
            if (m_pages[i]->open(path))
                showPage(i);
            return;
        }
    }
    m_exports->open(path);
}

void MainWindow::copyReport() {
    if (const QString own = shownPage()->reportText(); !own.isEmpty()) {
        QApplication::clipboard()->setText(own);
        m_notices->notice(tr("The report is in the clipboard, as Markdown."));
        return;
    }
    const auto result = m_session.summary();
    if (!result)
        return;
    const bool compared = m_session.baseline().has_value() || result->stretches.size() > 1;
    QApplication::clipboard()->setText(
        format::runReport(*result, compared ? m_pages.first()->tableText() : QString())); // Live is the first
    m_notices->notice(tr("The report is in the clipboard, as Markdown."));
}

void MainWindow::copyCode(const QAction* action) {
    const SnippetEntry* const entry = findEntry(snippetCatalog(), action->data().toString().toStdString());
    if (entry == nullptr)
        return;
    const LiveTraces* const traces = m_session.traces();
    const auto& last = traces != nullptr ? traces->lastFrame() : std::nullopt;
    const Nanoseconds learned(last && last->hasEstimate ? last->estimate : 0);
    QApplication::clipboard()->setText(
        QString::fromStdString(entry->text(snippetParts(m_session.plan(), learned))));
    m_notices->notice(
        entry->needs.empty()
            ? tr("The code is in the clipboard.")
            : tr("The code is in the clipboard. It needs more: %1").arg(format::text(entry->needs)));
}

} // namespace jitterscope::ui
