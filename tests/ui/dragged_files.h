// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>
#include <QWindow>

namespace jitterscope::ui {

/// Files that are dragged over a window, told to it as the system tells it: to its QWindow, which finds the
/// widget at the place; a move follows at once, and what it answers counts.
class DraggedFiles {
public:
    DraggedFiles(const QWidget& window, const QStringList& paths) : m_window(window.windowHandle()) {
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromUserInput(path);
        m_data.setUrls(urls);
    }
    /// Whether they may be dropped there.
    [[nodiscard]] bool enter(QPoint place = {50, 50}) {
        QDragEnterEvent enter(place, Qt::CopyAction, &m_data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window, &enter);
        QDragMoveEvent move(place, Qt::CopyAction, &m_data, Qt::LeftButton, Qt::NoModifier);
        move.setAccepted(enter.isAccepted());
        QApplication::sendEvent(m_window, &move);
        return move.isAccepted();
    }
    void leave() {
        QDragLeaveEvent leave;
        QApplication::sendEvent(m_window, &leave);
    }
    void drop(QPoint place = {50, 50}) {
        QDropEvent drop(place, Qt::CopyAction, &m_data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window, &drop);
    }

private:
    QWindow* m_window;
    QMimeData m_data;
};

} // namespace jitterscope::ui
