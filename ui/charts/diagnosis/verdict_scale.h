// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/interval.h"

#include <QWidget>

#include <optional>

namespace jitterscope::ui {

/// One log scale of late frames from 0.01 to 100 %: what is allowed, the loop now, and with the cure, each
/// with its interval.
class VerdictScale final : public QWidget {
    Q_OBJECT
public:
    explicit VerdictScale(QWidget* parent = nullptr);

    /// `allowed` in (0, 1). Absent: not measured.
    void show(double allowed, const std::optional<Share>& now, const std::optional<Share>& cured);
    [[nodiscard]] QSize sizeHint() const override { return {400, 110}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {260, 110}; }
    /// Where a share lies, 0 … 1; shares below the scale stand at its left end.
    [[nodiscard]] static double place(double share);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintMark(QPainter& painter, const QRectF& band, const Share& share, const QString& name,
                   bool cured) const;

    double m_allowed = 0.01;
    std::optional<Share> m_now;
    std::optional<Share> m_cured;
};

} // namespace jitterscope::ui
