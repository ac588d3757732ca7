// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help.h"

#include "core/base/version.h"
#include "core/machine/versions.h"
#include "core/scene/glossary.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/page.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QGuiApplication>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Help", text);
}

QString rows(std::initializer_list<std::pair<const char*, const char*>> list) {
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='3'>");
    for (const auto& [left, right] : list)
        html += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>").arg(tr(left), tr(right));
    return html + QStringLiteral("</table>");
}

/// Ctrl+1, 2, … as the navigation gives them out.
QString pageKeys() {
    QStringList keys;
    QStringList names;
    for (const PageEntry& page : pageCatalog()) {
        names << QCoreApplication::translate("Page", page.title);
        keys << QStringLiteral("Ctrl+%1").arg(names.size());
    }
    const QString between = QStringLiteral(" · ");
    return QStringLiteral("<table cellspacing='0' cellpadding='3'><tr><td><b>%1</b>&nbsp;&nbsp;</td>"
                          "<td>%2</td></tr></table>")
        .arg(keys.join(between), tr("page: %1").arg(names.join(between)));
}

/// The words of the labs, as the labs explain them.
QString glossaryRows() {
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='3'>");
    for (const scene::Word& word : scene::glossary())
        html += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(format::text(word.word).toHtmlEscaped(), unbroken(word.means).toHtmlEscaped());
    return html + QStringLiteral("</table>");
}

QString text() {
    return QStringLiteral("<h2>Jitterscope %1</h2>").arg(format::text(version())) +
           QStringLiteral("<h3>%1</h3>").arg(tr("Keys")) +
           rows(
               {{"F5 · Shift+F5",
                 QT_TRANSLATE_NOOP("Help", "start · stop what the page shows: the loop, or the experiment")},
                {"Escape",
                 QT_TRANSLATE_NOOP("Help", "cancel what is measured or read; close a message; leave a lab")},
                {"Ctrl+R", QT_TRANSLATE_NOOP("Help", "start over")},
                {"Ctrl+P", QT_TRANSLATE_NOOP("Help", "freeze the picture; measuring goes on")},
                {"Ctrl+B · Ctrl+Shift+B", QT_TRANSLATE_NOOP("Help", "pin the baseline · forget it")},
                {"Ctrl+O · Ctrl+S · Ctrl+E",
                 QT_TRANSLATE_NOOP("Help", "open · save the plan or the lab · export samples")},
                {"Ctrl+Shift+C", QT_TRANSLATE_NOOP("Help", "copy the report as Markdown")},
                {"Ctrl+Z · Ctrl+Shift+Z, Ctrl+Y",
                 QT_TRANSLATE_NOOP("Help", "undo a change of the plan · redo it")},
                {"Ctrl+Return · Alt+Left",
                 QT_TRANSLATE_NOOP("Help", "run the experiment · back to the gallery")},
                {"N · P · R",
                 QT_TRANSLATE_NOOP("Help",
                                   "in a lab: next step · back · reset; Space plays and pauses, Enter runs")},
                {"B", QT_TRANSLATE_NOOP("Help", "in the lab of the well: begin · I see the lamp")},
                {"F11 · Escape",
                 QT_TRANSLATE_NOOP("Help", "a lab in front of a class · back; there also → ←, PgDn PgUp")},
                {"Ctrl+M", QT_TRANSLATE_NOOP("Help", "all messages since the start")},
                {"F10 · F1 · Ctrl+Q", QT_TRANSLATE_NOOP("Help", "menu: theme, files · this help · quit")},
                {QT_TRANSLATE_NOOP("Help", "In a chart"),
                 QT_TRANSLATE_NOOP("Help", "wheel zooms (Shift: y axis), drag pans, double-click or Home "
                                           "resets, + − zoom, ← → step from point to point (Shift: pan); "
                                           "the context menu copies and saves; dragged by its title, it goes "
                                           "into another program")}}) +
           pageKeys() + QStringLiteral("<h3>%1</h3>").arg(tr("Words")) +
           rows({{QT_TRANSLATE_NOOP("Help", "frame time"),
                  QT_TRANSLATE_NOOP("Help", "from the start of one frame to the start of the next")},
                 {QT_TRANSLATE_NOOP("Help", "lateness"),
                  QT_TRANSLATE_NOOP("Help", "start of a frame after its deadline; negative is early")},
                 {QT_TRANSLATE_NOOP("Help", "late"),
                  QT_TRANSLATE_NOOP("Help",
                                    "lateness above the tolerance, 1 % of the period unless you set it")},
                 {QT_TRANSLATE_NOOP("Help", "lost"),
                  QT_TRANSLATE_NOOP("Help",
                                    "an iteration that was skipped because the loop was too far behind")},
                 {QT_TRANSLATE_NOOP("Help", "oversleep"),
                  QT_TRANSLATE_NOOP("Help", "how much longer a native sleep took than it was asked to")},
                 {QT_TRANSLATE_NOOP("Help", "drift"),
                  QT_TRANSLATE_NOOP("Help", "how fast the frames move away from their slots, in parts per "
                                            "million; lost slots are not counted")},
                 {"p99", QT_TRANSLATE_NOOP(
                             "Help", "99 of 100 are no larger; absent until there are enough samples")}}) +
           glossaryRows();
}

} // namespace

namespace {

QDialog* makeReader(const QString& title, const char* name, const QString& html, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setObjectName(QLatin1String(name));
    auto* browser = new QTextBrowser;
    browser->setHtml(html);
    browser->setAccessibleName(title);
    browser->setFrameShape(QFrame::NoFrame);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(browser, 1);
    column->addWidget(buttons);
    dialog->resize(640, 560);
    return dialog;
}

} // namespace

std::string versions() {
    return versionsText(std::string("Qt ") + qVersion());
}

QDialog* makeAbout(QWidget* parent) {
    const QString all = format::text(versions()).trimmed();
    QDialog* const dialog = makeReader(
        tr("About Jitterscope"), "about_dialog",
        QStringLiteral("<h3>Jitterscope %1</h3><p>%2</p><p>%3</p><pre>%4</pre><p>%5</p>")
            .arg(format::text(version()).toHtmlEscaped(),
                 tr("How late a machine wakes a sleeping thread, what it costs to be on time, and which way "
                    "of waiting a program should use."),
                 tr("For a report of a fault:"), all.toHtmlEscaped(),
                 tr("The window is under the GPL, version 3 or later; the library, the command line and the "
                    "header are under the MIT licence. Made with Qt, which is under the LGPL.")),
        parent);
    auto* copy =
        dialog->findChild<QDialogButtonBox*>()->addButton(tr("Copy versions"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("about_copy"));
    copy->setAccessibleName(copy->text());
    copy->setToolTip(tr("The versions, to paste into an issue"));
    QObject::connect(copy, &QPushButton::clicked, dialog,
                     [all] { QGuiApplication::clipboard()->setText(all); });
    dialog->resize(560, 360);
    return dialog;
}

QDialog* makeNews(QWidget* parent) {
    QFile file(QStringLiteral(":/texts/CHANGELOG.md"));
    if (!file.open(QIODevice::ReadOnly))
        return makeReader(tr("What's new"), "news_dialog", {}, parent);
    const QString all = QString::fromUtf8(file.readAll());
    const qsizetype begin = all.indexOf(QLatin1String("\n## ") + format::text(version()));
    const qsizetype end = all.indexOf(QLatin1String("\n## "), begin + 1);
    QDialog* const dialog = makeReader(tr("What's new"), "news_dialog", {}, parent);
    dialog->findChild<QTextBrowser*>()->setMarkdown(all.mid(begin, end < 0 ? -1 : end - begin));
    dialog->resize(760, 600);
    return dialog;
}

QDialog* makeHelp(QWidget* parent) {
    return makeReader(tr("Keys and words"), "help_dialog", text(), parent);
}

QDialog* makeMessages(const QStringList& messages, QWidget* parent) {
    QString html;
    for (auto message = messages.crbegin(); message != messages.crend(); ++message)
        html += QStringLiteral("<p>%1</p>").arg(message->toHtmlEscaped());
    return makeReader(tr("Messages"), "messages_dialog",
                      html.isEmpty() ? tr("There are no messages yet.") : html, parent);
}

} // namespace jitterscope::ui
