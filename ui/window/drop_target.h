// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QWidget>

namespace jitterscope::ui {

/// Laid over the window while a file is dragged over it: says what dropping it would do.
class DropTarget final : public QWidget {
    Q_OBJECT
public:
    explicit DropTarget(QWidget* parent);

    /// Covers its parent and shows what would be done with this file.
    void offer(const QString& path);
    [[nodiscard]] QString text() const { return m_text; }
    /// The file that is dragged; empty: none that could be opened.
    [[nodiscard]] static QString fileIn(const QMimeData& data);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace jitterscope::ui
