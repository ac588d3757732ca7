// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/strip_chart.h"

#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/theme/strategy_colours.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

/// More marks than this would hide the line: then each stands for the worst of its neighbourhood.
constexpr std::size_t kMostLate = 60;
constexpr double kReach = 12; // pixels around a mark that still mean it

} // namespace

StripChart::StripChart(QWidget* parent)
    : Chart(QStringLiteral("strip_chart"), tr("Frame times"),
            tr("The frames of the last seconds, shortest and longest of each moment. A flat line at the "
               "target is good. "
               "Dots are late frames (click one: why?), ticks at the bottom are lost iterations."),
            parent) {
    m_line = plot().addLine(QPen(tokens().first, 1.2));
    nameLine(m_line, QStringLiteral("ns off the period by seconds ago"));
    plot().setMarks([this](QPainter& painter) { paintMarks(painter); });
    plot().setReadout([this](const QPointF& pixel) {
        const Late* late = lateNear(pixel);
        return late != nullptr ? explain(*late) : QString();
    });
    connect(&plot(), &Plot::clicked, this, [this](const QPointF& pixel) {
        if (const Late* late = lateNear(pixel)) {
            emit explained(explain(*late));
            QToolTip::showText(plot().mapToGlobal(pixel.toPoint()), explain(*late), &plot());
        }
    });
    clear();
}

void StripChart::clear() {
    plot().setLine(m_line, {});
    m_late.clear();
    m_lost.clear();
    m_changes.clear();
    m_period = 0;
    m_y.reset();
    key().setItems({});
    plot().setEmptyText(tr("The frames of the last seconds, as they come."));
}

void StripChart::draw(const LiveTraces& traces, const Period& period, Nanoseconds tolerance,
                      const std::string& strategy) {
    plot().setEmptyText({});
    const double target = period.nanoseconds();
    if (target != m_period) {
        m_period = target;
        m_y.reset();
        plot().setAxes(
            {numberTicks(), [](Range) { return tr("seconds ago"); }, tr("Seconds before the newest frame.")},
            {frameTimeTicks(target), {}, tr("Frame time: start to start. The dashed line is the target.")});
    }
    m_tolerance = tolerance;
    Range y = m_y.follow(stripRange(traces.frames(), target, static_cast<double>(tolerance.count())));
    y.low = std::max(y.low, -target); // no frame is shorter than nothing
    const Range x{-static_cast<double>(traces.frameSpan()) / 1e9, 0};
    plot().setLinePen(m_line, QPen(strategyColour(strategy), 1.2));
    plot().setLine(m_line, envelope(traces.frames(), traces.now(), target, y));
    collectMarks(traces, y);
    plot().setRange(x, y);
    const Tokens& c = tokens();
    key().setItems(
        {{frameTimeTitle(target)(y), Qt::NoPen, false, {}},
         {tr("late, >%1").arg(format::duration(static_cast<double>(tolerance.count()))), QPen(c.late), true,
          tr("Started later than its deadline by more than the tolerance. Fewer is better. Click one to see "
             "why.")},
         {tr("lost"), QPen(c.second, 2), false,
          tr("Iterations that were given up because the loop was too far behind. Fewer is better.")}});
    plot().viewport()->update();
}

void StripChart::collectMarks(const LiveTraces& traces, Range y) {
    m_late.clear();
    m_lost.clear();
    m_changes.clear();
    traces.frames().forEach([&](std::int64_t at, const FrameColumn& column) {
        const double x = static_cast<double>(at - traces.now()) / 1e9;
        if (column.late > 0) {
            const double off = static_cast<double>(column.worst.frameTime) - m_period;
            m_late.push_back({{x, std::clamp(off, y.low, y.high)}, column.worst, off > y.high});
        }
        if (column.lost > 0)
            m_lost.push_back(x);
    });
    if (m_late.size() > kMostLate) {
        std::vector<Late> fewer;
        const std::size_t group = (m_late.size() + kMostLate - 1) / kMostLate;
        for (std::size_t i = 0; i < m_late.size(); i += group) {
            const auto end = m_late.begin() + static_cast<std::ptrdiff_t>(std::min(i + group, m_late.size()));
            fewer.push_back(*std::max_element(
                m_late.begin() + static_cast<std::ptrdiff_t>(i), end,
                [](const Late& a, const Late& b) { return a.sample.lateness() < b.sample.lateness(); }));
        }
        m_late = std::move(fewer);
    }
    for (const ChangeMark& change : traces.changes())
        m_changes.push_back({static_cast<double>(change.at - traces.now()) / 1e9, change.text});
}

void StripChart::paintMarks(QPainter& painter) {
    const Tokens& c = tokens();
    const QRectF area = plot().area();
    const double target = std::round(plot().toPixel(0, 0).y()) + 0.5;
    painter.setPen(QPen(c.muted, 1, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), target), QPointF(area.right(), target));
    painter.setPen(QPen(c.muted, 1));
    for (const Mark& change : m_changes) {
        const double x = std::round(plot().toPixel(change.at, 0).x()) + 0.5;
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    painter.setPen(QPen(c.second, 2));
    for (const double lost : m_lost) {
        const double x = plot().toPixel(lost, 0).x();
        painter.drawLine(QPointF(x, area.bottom() - 7), QPointF(x, area.bottom()));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.late);
    for (const Late& late : m_late) {
        QPointF at = plot().toPixel(late.at.x(), late.at.y());
        if (late.beyond) {
            const QPointF arrow[] = {
                {at.x() - 4, area.top() + 6}, {at.x() + 4, area.top() + 6}, {at.x(), area.top()}};
            painter.drawPolygon(arrow, 3);
        } else {
            painter.drawEllipse(at, 2.8, 2.8);
        }
    }
    paintChangeTexts(painter);
}

/// On top of everything, and off each other.
void StripChart::paintChangeTexts(QPainter& painter) {
    const QRectF area = plot().area();
    const QFontMetricsF metrics(noteFont());
    painter.setFont(noteFont());
    double free = -1e9;
    for (const Mark& change : m_changes) {
        const double x = plot().toPixel(change.at, 0).x() + 4;
        if (x < free || x > area.right() || change.text.isEmpty())
            continue;
        const QRectF box(x, area.top() + 1, metrics.horizontalAdvance(change.text) + 6, metrics.height());
        painter.fillRect(box, tokens().card);
        painter.setPen(tokens().text);
        painter.drawText(box, Qt::AlignCenter, change.text);
        free = box.right() + 2;
    }
}

const StripChart::Late* StripChart::lateNear(const QPointF& pixel) const {
    const Late* best = nullptr;
    double least = kReach * kReach;
    for (const Late& late : m_late) {
        const QPointF away = plot().toPixel(late.at.x(), late.at.y()) - pixel;
        if (const double distance = QPointF::dotProduct(away, away); distance < least) {
            least = distance;
            best = &late;
        }
    }
    return best;
}

QString StripChart::explain(const Late& late) const {
    return tr("Frame %1: %2 late, frame time %3.\n%4")
        .arg(format::count(late.sample.iteration),
             format::duration(static_cast<double>(late.sample.lateness())),
             format::frameTime(static_cast<double>(late.sample.frameTime), m_period),
             format::text(causeText(late.sample.cause)));
}

} // namespace jitterscope::ui
