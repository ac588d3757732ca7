// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace jitterscope::ui {

/// One line of plain text that is cut with "…" where it does not fit, and then shown whole in the tooltip.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace jitterscope::ui
