// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace jitterscope::ui {

/// Takes files that are dropped on a window. While one is dragged over the window it covers it and says what
/// dropping would do.
class DropTarget final : public QWidget {
    Q_OBJECT
public:
    explicit DropTarget(QWidget* window);

    [[nodiscard]] QString text() const { return m_text; }

signals:
    void dropped(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void offer(const QString& path);

    QString m_text;
};

} // namespace jitterscope::ui
