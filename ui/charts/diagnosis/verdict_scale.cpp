// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/diagnosis/verdict_scale.h"

#include "core/diagnosis/words.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kLeast = 1e-4;
constexpr double kDecades = 4;
constexpr double kTop = 50;
constexpr double kBand = 24;
constexpr double kSide = 18;

QString percent(double share) {
    return QString::fromStdString(sharePercent(share));
}

/// Text centred on `x`, kept inside the widget.
void drawCentred(QPainter& painter, const QWidget& widget, double x, double baseline, const QString& text) {
    const double width = painter.fontMetrics().horizontalAdvance(text);
    const double left = std::clamp(x - width / 2, 0.0, std::max(widget.width() - width, 0.0));
    painter.drawText(QPointF(left, baseline), text);
}

} // namespace

VerdictScale::VerdictScale(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("verdict_scale"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(tr(
        "Share of late frames on a logarithmic scale, with 95 % intervals. Left of the dashed line is fit."));
}

double VerdictScale::place(double share) {
    return std::clamp(std::log10(std::max(share, kLeast) / kLeast) / kDecades, 0.0, 1.0);
}

void VerdictScale::show(double allowed, const std::optional<Share>& now, const std::optional<Share>& cured) {
    m_allowed = allowed;
    m_now = now;
    m_cured = cured;
    QStringList words;
    words << tr("allowed %1").arg(percent(allowed));
    if (now)
        words << tr("now %1").arg(percent(now->value));
    if (cured)
        words << tr("with the cure %1").arg(percent(cured->value));
    setAccessibleName(tr("Late frames: %1").arg(words.join(QStringLiteral(", "))));
    update();
}

void VerdictScale::paintMark(QPainter& painter, const QRectF& band, const Share& share, const QString& name,
                             bool cured) const {
    const QColor colour = share.interval.high <= m_allowed ? tokens().good
                          : share.interval.low > m_allowed ? tokens().late
                                                           : tokens().second;
    const auto x = [&](double value) { return band.left() + place(value) * band.width(); };
    const double y = band.center().y();
    painter.setPen(QPen(colour, 2));
    painter.drawLine(QPointF(x(share.interval.low), y), QPointF(x(share.interval.high), y));
    for (const double end : {share.interval.low, share.interval.high})
        painter.drawLine(QPointF(x(end), y - 4), QPointF(x(end), y + 4));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const QPointF centre(x(share.value), y);
    if (cured) {
        QPainterPath diamond;
        diamond.moveTo(centre + QPointF(0, -6));
        diamond.lineTo(centre + QPointF(6, 0));
        diamond.lineTo(centre + QPointF(0, 6));
        diamond.lineTo(centre + QPointF(-6, 0));
        painter.drawPath(diamond);
    } else {
        painter.drawEllipse(centre, 5, 5);
    }
    painter.setPen(tokens().muted);
    painter.setFont(noteFont());
    drawCentred(painter, *this, centre.x(), 12, name);
    painter.setPen(colour);
    painter.setFont(figureFont(1.0, true));
    drawCentred(painter, *this, centre.x(), 28, percent(share.value));
}

void VerdictScale::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF band(kSide, kTop, width() - 2 * kSide, kBand);
    const double border = band.left() + place(m_allowed) * band.width();
    const Tokens& c = tokens();
    painter.fillRect(QRectF(band.topLeft(), QPointF(border, band.bottom())), mixed(c.good, c.card, 0.14));
    painter.fillRect(QRectF(QPointF(border, band.top()), band.bottomRight()), mixed(c.late, c.card, 0.12));
    painter.setFont(noteFont());
    painter.setPen(c.good);
    painter.drawText(QRectF(border - 60, band.top() - 16, 54, 14), Qt::AlignVCenter | Qt::AlignRight,
                     tr("fit"));
    painter.setPen(c.late);
    painter.drawText(QRectF(border + 6, band.top() - 16, 54, 14), Qt::AlignVCenter | Qt::AlignLeft,
                     tr("unfit"));
    painter.setPen(c.muted);
    for (int decade = 0; decade <= static_cast<int>(kDecades); ++decade) {
        const double share = kLeast * std::pow(10, decade);
        drawCentred(painter, *this, band.left() + place(share) * band.width(), band.bottom() + 15,
                    percent(share));
    }
    painter.setPen(QPen(c.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(border, band.top() - 16), QPointF(border, band.bottom() + 3));
    const double captionTop = band.bottom() + 31;
    painter.setPen(c.muted);
    drawCentred(painter, *this, width() / 2.0, captionTop,
                tr("frames late, with 95 % intervals · dashed: allowed"));
    // Names stand above their marks; of two that would cover each other, the one now is what counts.
    const bool apart =
        m_now && m_cured && std::abs(place(m_now->value) - place(m_cured->value)) * band.width() > 80;
    if (m_cured)
        paintMark(painter, band, *m_cured,
                  apart || !m_now
                      ? m_cured->interval.high <= m_allowed ? tr("with the cure") : tr("recommended")
                      : QString(),
                  true);
    if (m_now)
        paintMark(painter, band, *m_now, tr("now"), false);
}

} // namespace jitterscope::ui
