// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/diagnosis/anatomy_picture.h"

#include "core/record/anatomy.h"
#include "ui/charts/diagnosis/cause_look.h"
#include "ui/format/format.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kLeft = 52;
constexpr double kBottom = 18;
constexpr double kTop = 6;

int rank(Cause cause) {
    const auto order = causesInOrder();
    return static_cast<int>(std::ranges::find(order, cause) - order.begin());
}

/// 1, 2 or 5 times a power of ten, so that about `lines` of them fit below `most`.
double stepFor(double most, int lines) {
    const double rough = most / lines;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough)
            return factor * power;
    }
    return 10 * power;
}

} // namespace

AnatomyPicture::AnatomyPicture(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("anatomy_picture"));
    setAccessibleName(tr("Late frames by cause"));
    setToolTip(
        tr("One column is one late frame, grouped by cause, the worst first. Its colours show what its "
           "lateness went into."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void AnatomyPicture::show(const std::vector<LateFrame>& frames, Nanoseconds tolerance) {
    m_frames = frames;
    m_tolerance = static_cast<double>(tolerance.count());
    std::ranges::sort(m_frames, [](const LateFrame& a, const LateFrame& b) {
        if (rank(a.cause) != rank(b.cause))
            return rank(a.cause) < rank(b.cause);
        return a.parts.total() > b.parts.total();
    });
    m_most = 0;
    for (const LateFrame& frame : m_frames)
        m_most = std::max(m_most, static_cast<double>(frame.parts.total()));
    update();
}

void AnatomyPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& c = tokens();
    painter.setFont(noteFont());
    if (m_frames.empty()) {
        painter.setPen(c.muted);
        painter.drawText(rect(), Qt::AlignCenter, tr("No frame was late."));
        return;
    }
    const QRectF area(kLeft, kTop, width() - kLeft - 2, height() - kTop - kBottom);
    const double scale = area.height() / (m_most * 1.05);
    const double step = stepFor(m_most, 4);
    for (double value = 0; value <= m_most * 1.05; value += step) {
        const double y = area.bottom() - value * scale;
        painter.setPen(c.hairline);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(c.muted);
        painter.drawText(QRectF(0, y - 8, kLeft - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                         value > 0 ? format::duration(value) : QStringLiteral("0"));
    }
    const auto columns = static_cast<std::size_t>(std::max(area.width(), 1.0));
    const std::size_t count = std::min(m_frames.size(), columns);
    const double wide = std::min(area.width() / static_cast<double>(count), 12.0);
    for (std::size_t i = 0; i < count; ++i) {
        const LateFrame& frame = m_frames[i * m_frames.size() / count];
        double bottom = area.bottom();
        for (const Cause cause : causesInOrder()) {
            const double high = static_cast<double>(frame.parts.of(cause)) * scale;
            if (high <= 0)
                continue;
            const double left = area.left() + static_cast<double>(i) * wide;
            fillWithCause(painter,
                          QRectF(left, bottom - high, std::max(wide - (wide > 3 ? 1 : 0), 1.0), high), cause);
            bottom -= high;
        }
    }
    painter.setPen(QPen(c.text, 1, Qt::DashLine));
    const double limit = area.bottom() - m_tolerance * scale;
    painter.drawLine(QPointF(area.left(), limit), QPointF(area.right(), limit));
    painter.setPen(c.muted);
    const QRectF foot(area.left(), area.bottom() + 2, area.width(), kBottom);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                     count < m_frames.size()
                         ? tr("%1 of %2 late frames, worst first").arg(count).arg(m_frames.size())
                         : tr("one column is one late frame, worst first"));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter,
                     tr("dashed: %1").arg(format::duration(m_tolerance)));
}

} // namespace jitterscope::ui
