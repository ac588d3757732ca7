// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"
#include "core/privacy/redactor.h"

#include <QByteArray>
#include <QMenu>
#include <QObject>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope::ui {

/// A report as PDF: A4, or letter where inches are used. Pictures are vectors in the light theme, pages are
/// numbered, and sections that are folded elsewhere are open.
/// * On the GUI thread.
[[nodiscard]] QByteArray reportPdf(const Document& document);

class Settings;

/// A form in which a report is saved.
struct ReportForm {
    QString text;   ///< text of the menu: `&HTML, one file…`
    QString suffix; ///< `html`; unique among the forms of a page
    std::function<std::string(const Privacy&)> bytes;
};

/// Saves a report of a page as files in several forms. Each file is written whole or not at all, and the
/// folder is remembered.
class ReportExport final : public QObject {
    Q_OBJECT
public:
    /// `name`: makes the suggested name of the file, without suffix, when a dialog opens.
    ReportExport(Settings& settings, std::vector<ReportForm> forms, std::function<QString()> name,
                 QWidget* page);

    /// `refusal` says why there is nothing to save now; empty: there is something. It is called before a
    /// dialog opens and before a file is written.
    void setRefusal(std::function<QString()> refusal) { m_refusal = std::move(refusal); }
    /// Adds a line for each form. Each opens a dialog.
    void fill(QMenu& menu);
    /// Saves the form with this suffix. False: nothing was written; failed() has been emitted.
    bool save(const QString& suffix, const QString& path);

signals:
    void saved();
    void noticed(const QString& text);
    void failed(const QString& text);

private:
    void ask(const ReportForm& form);
    [[nodiscard]] bool refused();

    Settings& m_settings;
    std::vector<ReportForm> m_forms;
    std::function<QString()> m_name;
    std::function<QString()> m_refusal;
    QWidget* m_page;
};

/// HTML, PDF and Markdown, the forms of every report. `document` is called when a file is written.
[[nodiscard]] std::vector<ReportForm> documentForms(const std::function<Document(const Privacy&)>& document);

/// Of tab-separated lines, the first of which is the heading.
[[nodiscard]] Table tableOfText(const QString& text);

} // namespace jitterscope::ui
