// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace jitterscope::ui {

/// Takes files that are dropped on a window. While one is dragged over the window it covers it and says what
/// dropping would do.
class DropTarget final : public QWidget {
    Q_OBJECT
public:
    explicit DropTarget(QWidget* window);

    [[nodiscard]] QString text() const { return m_text; }
    /// What a run becomes that is dropped now: the baseline, or one to compare.
    void setToBaseline(bool baseline) { m_toBaseline = baseline; }

signals:
    void dropped(const QStringList& paths);

protected:
    /// Of the window's QWindow: charts, fields and lists in the window, which take drags of their own, are
    /// asked only for what is no file.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void offer(const QStringList& paths);

    QString m_text;
    bool m_toBaseline = true;
};

} // namespace jitterscope::ui
