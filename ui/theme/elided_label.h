// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace jitterscope::ui {

/// One line of plain text. If it does not fit, it is cut with "…" and the tooltip shows all of it.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace jitterscope::ui
