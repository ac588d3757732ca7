// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drop_target.h"

#include "ui/format/plan_text.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QPainter>
#include <QUrl>
#include <QWindow>

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

/// The local files and folders that are dragged.
QStringList filesIn(const QMimeData& data) {
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

} // namespace

DropTarget::DropTarget(QWidget* window, std::function<Becomes(const QString&)> becomes)
    : QWidget(window), m_becomes(std::move(becomes)) {
    setObjectName(QStringLiteral("drop_target"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool DropTarget::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (watched == parent()) {
        if (type == QEvent::Show) // it has a QWindow now; a second time changes nothing
            parentWidget()->windowHandle()->installEventFilter(this);
        return QWidget::eventFilter(watched, event);
    }
    if (type == QEvent::DragLeave || type == QEvent::Drop)
        hide();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop)
        return QWidget::eventFilter(watched, event);
    auto* drag = static_cast<QDropEvent*>(event);
    if (drag->source() != nullptr) // a chart of this program, on its way out
        return QWidget::eventFilter(watched, event);
    const QStringList paths = filesIn(*drag->mimeData());
    if (paths.isEmpty())
        return false;
    drag->acceptProposedAction();
    if (type == QEvent::Drop)
        emit dropped(paths);
    else if (type == QEvent::DragEnter)
        offer(paths);
    return true;
}

QString DropTarget::becomesText(Becomes becomes) {
    switch (becomes) {
    case Becomes::Plan:
        return tr("Drop to open the plan %1");
    case Becomes::Baseline:
        return tr("Drop to compare with the run %1: it becomes the baseline");
    case Becomes::Run:
        break;
    }
    return tr("Drop to compare: %1 becomes a run");
}

void DropTarget::offer(const QStringList& paths) {
    const QString& path = paths.first();
    const QString name = format::shortName(QFileInfo(path).fileName());
    const bool labs = std::all_of(paths.begin(), paths.end(), [](const QString& each) {
        return each.endsWith(QLatin1String(".jslab"), Qt::CaseInsensitive);
    });
    const bool classes = !QDir(path).entryList({QStringLiteral("*.jslab")}, QDir::Files).isEmpty();
    m_text = paths.size() > 1 && labs       ? tr("Drop to see the guesses of %1 labs").arg(paths.size())
             : paths.size() == 1 && classes ? tr("Drop to see the guesses of the labs in %1").arg(name)
             : paths.size() > 1             ? tr("Drop to open %1 files side by side").arg(paths.size())
             : QFileInfo(path).isDir() ? tr("Drop to compare: the recordings in %1 become one run").arg(name)
             : path.endsWith(QLatin1String(".jssession"), Qt::CaseInsensitive)
                 ? tr("Drop to open the session %1").arg(name)
             : path.endsWith(QLatin1String(".jslab"), Qt::CaseInsensitive)
                 ? tr("Drop to open the lab %1").arg(name)
                 : becomesText(m_becomes(path)).arg(name);
    setAccessibleName(m_text);
    setGeometry(parentWidget()->rect());
    show();
    raise();
}

void DropTarget::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = c.window;
    veil.setAlphaF(0.82F);
    painter.fillRect(rect(), veil);
    QPen edge(c.first, 2, Qt::DashLine);
    painter.setPen(edge);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(12, 12, -12, -12), 8, 8);
    painter.setPen(c.text);
    painter.setFont(titleFont());
    painter.drawText(rect().adjusted(32, 32, -32, -32), Qt::AlignCenter | Qt::TextWordWrap, m_text);
}

} // namespace jitterscope::ui
