// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace jitterscope::ui {

/// Takes files that are dropped on a window. While a file is dragged over the window, this widget covers the
/// window and says what dropping would do.
class DropTarget final : public QWidget {
    Q_OBJECT
public:
    explicit DropTarget(QWidget* window);

    [[nodiscard]] QString text() const { return m_text; }
    /// What a dropped run becomes from now on: the baseline, or a run to compare.
    void setToBaseline(bool baseline) { m_toBaseline = baseline; }

signals:
    void dropped(const QStringList& paths);

protected:
    /// Sees the events of the window's QWindow before any widget. So charts, fields and lists, which take
    /// drags of their own, get only drags without files.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void offer(const QStringList& paths);

    QString m_text;
    bool m_toBaseline = true;
};

} // namespace jitterscope::ui
