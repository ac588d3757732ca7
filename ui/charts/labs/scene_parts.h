// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"
#include "ui/plot/quick_lines.h"
#include "ui/theme/theme.h"

#include <QFont>

/// What the pictures of the labs have in common.
namespace jitterscope::ui::scene {

/// The two axes of a sketch: its foot and its left edge.
void drawAxes(QPainter& painter, const QRectF& area);
/// Places of a sketch by their shares of its width and height, from its foot up.
[[nodiscard]] inline auto sharesOf(const QRectF& area) {
    return [area](double x, double y) {
        return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height());
    };
}
/// Filled thinly.
void fillBox(QPainter& painter, const QRectF& box, const QColor& colour, Qt::BrushStyle hatch,
             double share = 0.4);

/// In the reader's language; lupdate finds the texts by `-tr-function-alias`.
[[nodiscard]] QString tr(const char* text);

/// The sizes of letters and gaps in a picture.
struct Type {
    /// `large`: in front of a class, read from the last row.
    explicit Type(bool large);

    QFont note;
    QFont title;
    QFont figure;
    double line = 0; ///< height of a line of notes, px
    double gap = 0;  ///< 4 px, more in front of a class
    double pen = 0;  ///< width of a curve

private:
    Type() = default;
    [[nodiscard]] static Type made(bool large);
};

[[nodiscard]] double widthOf(const QFont& font, const QString& text);
/// "16.7", without zeros at the end; "–" for what is not finite.
[[nodiscard]] QString plain(double value, int decimals);
/// A time given in ms, with the unit that suits it.
[[nodiscard]] QString timeText(double milliseconds);

void drawText(QPainter& painter, const QRectF& area, int flags, const QString& text, const QColor& colour,
              const QFont& font);
/// As much of the text as there is room for, with an ellipsis.
void drawElided(QPainter& painter, const QRectF& area, int flags, const QString& text, const QColor& colour,
                const QFont& font);
/// Wrapped. Returns the height that it takes.
double drawWrapped(QPainter& painter, const QRectF& area, const QString& text, const QColor& colour,
                   const QFont& font);

/// Places names in a picture so that none covers another.
class Labels {
public:
    explicit Labels(const QRectF& bounds) : m_bounds(bounds) {}

    void keepClear(const QRectF& area) { m_taken.append(area); }
    /// Writes at the free place nearest to the anchor; `side` is tried first. On a ground of the card's
    /// colour.
    void draw(QPainter& painter, const QPointF& anchor, Qt::Alignment side, const QString& text,
              const QColor& colour, const QFont& font);

private:
    [[nodiscard]] QRectF placeFor(const QSizeF& size, const QPointF& anchor, Qt::Alignment side) const;
    [[nodiscard]] bool isFree(const QRectF& area) const;

    QRectF m_bounds;
    QVector<QRectF> m_taken;
};

/// Where a guess stands on its axis.
[[nodiscard]] QPointF guessPoint(const LabGuessAxis& axis, const LabPrediction& predict, double guess);
/// The dotted line of the guess with its number; without a guess the request to drag one, until answered.
void paintGuess(QPainter& painter, const LabGuessAxis& axis, const LabPrediction& predict,
                const LabView& view, const Type& type, Labels& labels);

} // namespace jitterscope::ui::scene
