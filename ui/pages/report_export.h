// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"
#include "core/privacy/redactor.h"

#include <QMenu>
#include <QObject>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope::ui {

class Settings;

/// A form in which a report is saved.
struct ReportForm {
    QString text;   ///< of the menu: `&HTML, one file…`
    QString suffix; ///< `html`; unique among the forms of a page
    std::function<std::string(const Privacy&)> bytes;
};

/// How a report leaves a page: as files in several forms. Each is written whole or not at all, and the folder
/// is remembered.
class ReportExport final : public QObject {
    Q_OBJECT
public:
    /// `name`: suggested for the file, without suffix; asked when a dialog opens.
    ReportExport(Settings& settings, std::vector<ReportForm> forms, std::function<QString()> name,
                 QWidget* page);

    /// Why there is nothing to save at present; empty: there is. Asked before a dialog opens and before a
    /// file is written.
    void setRefusal(std::function<QString()> refusal) { m_refusal = std::move(refusal); }
    /// A line for each form, each with its dialog.
    void fill(QMenu& menu);
    /// False, and failed(): nothing was written. `suffix`: of a form.
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

/// HTML, PDF and Markdown, as every report is saved; `document` is asked when one is written.
[[nodiscard]] std::vector<ReportForm> documentForms(const std::function<Document(const Privacy&)>& document);

} // namespace jitterscope::ui
