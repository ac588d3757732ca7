// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/scene_parts.h"

#include "ui/format/format.h"

#include <QApplication>
#include <QCache>
#include <QFontMetricsF>
#include <QStaticText>

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui::scene {
namespace {

QFont scaled(QFont font, double factor) {
    font.setPixelSize(static_cast<int>(std::lround(QFontInfo(font).pixelSize() * factor)));
    return font;
}

/// The text with its letters placed: pictures write the same ones sixty times a second.
const QStaticText& laidOut(const QString& text, const QFont& font) {
    // Never destroyed: fonts must not outlive the application.
    static auto& known = *new QCache<QString, QStaticText>(2000);
    const QString key = text + QLatin1Char('\n') + font.key();
    if (QStaticText* found = known.object(key))
        return *found;
    auto* made = new QStaticText(text);
    made->setTextFormat(Qt::PlainText);
    made->setPerformanceHint(QStaticText::AggressiveCaching);
    made->prepare({}, font);
    known.insert(key, made);
    return *made;
}

} // namespace

void drawAxes(QPainter& painter, const QRectF& area) {
    const QPen edge(tokens().border, 1);
    drawStraight(painter, {area.bottomLeft(), area.bottomRight()}, edge);
    drawStraight(painter, {area.bottomLeft(), area.topLeft()}, edge);
}

void fillBox(QPainter& painter, const QRectF& box, const QColor& colour, Qt::BrushStyle hatch, double share) {
    ui::fillBox(painter, box, colour,
                mixed(colour, tokens().card, hatch == Qt::SolidPattern ? share : share / 3), hatch);
}

QString tr(const char* text) {
    return QCoreApplication::translate("LabScene", text);
}

Type Type::made(bool large) {
    Type type;
    const double factor = large ? 1.6 : 1;
    type.note = scaled(noteFont(), factor);
    type.title = scaled(titleFont(), factor);
    type.figure = figureFont(factor * 0.92);
    type.line = std::ceil(QFontMetricsF(type.note).height());
    type.gap = large ? 6 : 4;
    type.pen = large ? 2.6 : 1.6;
    return type;
}

Type::Type(bool large) {
    // A picture asks for it in each of its parts, and fonts are slow to make.
    static auto& made = *new std::array<std::optional<std::pair<QFont, Type>>, 2>;
    auto& known = made[large ? 1 : 0];
    if (!known || known->first != QApplication::font())
        known.emplace(QApplication::font(), Type::made(large));
    *this = known->second;
}

double widthOf(const QFont& font, const QString& text) {
    return laidOut(text, font).size().width();
}

QString plain(double value, int decimals) {
    QString text = format::number(value, decimals);
    if (text.contains(QLatin1Char('.'))) {
        while (text.endsWith(QLatin1Char('0')))
            text.chop(1);
        if (text.endsWith(QLatin1Char('.')))
            text.chop(1);
    }
    return text;
}

QString timeText(double milliseconds) {
    return milliseconds == 0 ? QStringLiteral("0 ms") : format::duration(milliseconds * 1e6);
}

void drawText(QPainter& painter, const QRectF& area, int flags, const QString& text, const QColor& colour,
              const QFont& font) {
    if (text.isEmpty())
        return;
    const QStaticText& letters = laidOut(text, font);
    const QSizeF size = letters.size();
    QPointF at = area.topLeft();
    if (flags & Qt::AlignRight)
        at.setX(area.right() - size.width());
    else if (flags & Qt::AlignHCenter)
        at.setX(area.center().x() - size.width() / 2);
    if (flags & Qt::AlignBottom)
        at.setY(area.bottom() - size.height());
    else if (flags & Qt::AlignVCenter)
        at.setY(area.center().y() - size.height() / 2);
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawStaticText(QPointF(at.x(), std::round(at.y())), letters);
}

void drawElided(QPainter& painter, const QRectF& area, int flags, const QString& text, const QColor& colour,
                const QFont& font) {
    const double room = std::max(area.width(), 0.0);
    const bool fits = widthOf(font, text) <= room + 0.5;
    drawText(painter, area, flags, fits ? text : QFontMetricsF(font).elidedText(text, Qt::ElideRight, room),
             colour, font);
}

double drawWrapped(QPainter& painter, const QRectF& area, const QString& text, const QColor& colour,
                   const QFont& font) {
    painter.setFont(font);
    painter.setPen(colour);
    QRectF taken;
    painter.drawText(area, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, text, &taken);
    return taken.height();
}

bool Labels::isFree(const QRectF& area) const {
    return m_bounds.contains(area) &&
           std::ranges::none_of(m_taken, [&area](const QRectF& other) { return other.intersects(area); });
}

QRectF Labels::placeFor(const QSizeF& size, const QPointF& anchor, Qt::Alignment side) const {
    constexpr double kAway = 5;
    const auto at = [&](Qt::Alignment where, double more) {
        QRectF area(anchor.x() - size.width() / 2, anchor.y() - size.height() / 2, size.width(),
                    size.height());
        if (where & Qt::AlignLeft)
            area.moveRight(anchor.x() - kAway);
        if (where & Qt::AlignRight)
            area.moveLeft(anchor.x() + kAway);
        if (where & Qt::AlignTop)
            area.moveBottom(anchor.y() - 2 - more);
        if (where & Qt::AlignBottom)
            area.moveTop(anchor.y() + 2 + more);
        area.moveLeft(std::clamp(area.left(), m_bounds.left(),
                                 std::max(m_bounds.left(), m_bounds.right() - area.width())));
        area.moveTop(std::clamp(area.top(), m_bounds.top(),
                                std::max(m_bounds.top(), m_bounds.bottom() - area.height())));
        return area;
    };
    const std::array<Qt::Alignment, 7> sides{side,
                                             Qt::AlignTop | Qt::AlignLeft,
                                             Qt::AlignTop | Qt::AlignRight,
                                             Qt::AlignBottom | Qt::AlignLeft,
                                             Qt::AlignBottom | Qt::AlignRight,
                                             Qt::AlignLeft,
                                             Qt::AlignRight};
    for (double more = 0; more < 4 * size.height(); more += size.height() / 2) {
        for (const Qt::Alignment where : sides) {
            const QRectF area = at(where, more);
            if (isFree(area))
                return area;
        }
    }
    return at(side, 0);
}

void Labels::draw(QPainter& painter, const QPointF& anchor, Qt::Alignment side, const QString& text,
                  const QColor& colour, const QFont& font) {
    const QSizeF letters = laidOut(text, font).size();
    const QSizeF size(letters.width() + 4, letters.height());
    const QRectF area = placeFor(size, anchor, side);
    m_taken.append(area);
    QColor ground = tokens().card;
    ground.setAlpha(225);
    painter.fillRect(area, ground);
    drawText(painter, area, Qt::AlignCenter, text, colour, font);
}

QPointF guessPoint(const LabGuessAxis& axis, const LabPrediction& predict, double guess) {
    double share = 0;
    if (axis.log)
        share = std::log(std::max(guess, predict.minimum) / predict.minimum) /
                std::log(predict.maximum / predict.minimum);
    else
        share = (guess - predict.minimum) / (predict.maximum - predict.minimum);
    return axis.axis.pointAt(std::clamp(share, 0.0, 1.0));
}

void paintGuess(QPainter& painter, const LabGuessAxis& axis, const LabPrediction& predict,
                const LabView& view, const Type& type, Labels& labels) {
    const Tokens& c = tokens();
    const bool upright = std::abs(axis.axis.dy()) > std::abs(axis.axis.dx());
    if (!view.guess) {
        if (!view.answered)
            labels.draw(painter, axis.mark.center(), Qt::AlignCenter,
                        view.paper ? tr("draw your guess")
                        : upright  ? tr("your guess: drag up or down")
                                   : tr("your guess: drag left or right"),
                        c.second, type.note);
        return;
    }
    const QPointF at = guessPoint(axis, predict, *view.guess);
    const QLineF line = upright ? QLineF(axis.mark.left(), at.y(), axis.mark.right(), at.y())
                                : QLineF(at.x(), axis.mark.top(), at.x(), axis.mark.bottom());
    drawStraight(painter, line, QPen(c.second, std::round(type.pen), Qt::DotLine));
    QString said = plain(*view.guess, predict.decimals);
    if (!predict.unit.empty())
        said += QLatin1Char(' ') + QString::fromUtf8(predict.unit.data(), qsizetype(predict.unit.size()));
    const QString text = (view.answered ? tr("you predicted %1") : tr("you predict %1")).arg(said);
    if (upright)
        labels.draw(painter, line.p2(), Qt::AlignTop | Qt::AlignLeft, text, c.second, type.note);
    else
        labels.draw(painter, line.p1() + QPointF(0, type.line * 0.6), Qt::AlignRight, text, c.second,
                    type.note);
}

} // namespace jitterscope::ui::scene
