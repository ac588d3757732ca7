// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>

namespace jitterscope::ui {

/// Takes files that are dropped on a window. While a file is dragged over the window, this widget covers the
/// window and says what dropping would do.
class DropTarget final : public QWidget {
    Q_OBJECT
public:
    /// What a file becomes when it is dropped.
    enum class Becomes { Baseline, Run, Plan };

    DropTarget(QWidget* window, std::function<Becomes(const QString&)> becomes);

    [[nodiscard]] QString text() const { return m_text; }

signals:
    void dropped(const QStringList& paths);

protected:
    /// Sees the events of the window's QWindow before any widget. So charts, fields and lists, which take
    /// drags of their own, get only drags without files.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void offer(const QStringList& paths);
    [[nodiscard]] static QString becomesText(Becomes becomes);

    QString m_text;
    std::function<Becomes(const QString&)> m_becomes;
};

} // namespace jitterscope::ui
