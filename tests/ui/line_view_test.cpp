// SPDX-License-Identifier: GPL-3.0-or-later
// Lines look the same whoever draws them: Qt Charts, or the painting of builds without it.
#include "tests/support/test_program.h"
#include "ui/plot/line_view_charts.h"
#include "ui/plot/line_view_painted.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace jitterscope::line_view_test {

using namespace jitterscope::ui;

namespace {

constexpr QSize kSize{400, 240};
constexpr QRectF kArea{40, 20, 340, 200};

/// On white, with a mark below the lines and one above them.
template <typename View>
class Shown : public View {
public:
    Shown() : View(nullptr) {
        this->setFrameShape(QFrame::NoFrame);
        this->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        this->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        this->resize(kSize);
        this->setLineArea(kArea);
        this->setShownPlaces({0, 10}, {0, 1});
    }
    using View::drawLine;
    using View::removeLines;
    using View::setLinePen;
    using View::setLinesVisible;
    using View::setShownPlaces;

    QImage picture() { return this->grab().toImage().convertToFormat(QImage::Format_RGB32); }

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override {
        painter->fillRect(rect, Qt::white);
        painter->fillRect(QRectF(100, 0, 20, 240), Qt::yellow);
    }
    void drawForeground(QPainter* painter, const QRectF&) override {
        painter->fillRect(QRectF(200, 0, 20, 240), Qt::cyan);
    }
};

/// Whether two colours are of the same thing: edges are smoothed a little differently.
bool alike(QRgb a, QRgb b) {
    constexpr int kNear = 96;
    return std::abs(qRed(a) - qRed(b)) <= kNear && std::abs(qGreen(a) - qGreen(b)) <= kNear &&
           std::abs(qBlue(a) - qBlue(b)) <= kNear;
}

/// How many pixels of `a` have none like them in `b`, within one row and column.
int missing(const QImage& a, const QImage& b) {
    int missing = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            bool found = false;
            for (int dy = -1; dy <= 1 && !found; ++dy) {
                for (int dx = -1; dx <= 1 && !found; ++dx) {
                    const QPoint at(std::clamp(x + dx, 0, b.width() - 1),
                                    std::clamp(y + dy, 0, b.height() - 1));
                    found = alike(a.pixel(x, y), b.pixel(at));
                }
            }
            missing += found ? 0 : 1;
        }
    }
    return missing;
}

int coloured(const QImage& image, const QColor& colour) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            found += alike(image.pixel(x, y), colour.rgb()) ? 1 : 0;
    }
    return found;
}

int unlike(const QImage& image, const QColor& colour) {
    return image.width() * image.height() - coloured(image, colour);
}

/// Both, told the same.
struct Both {
    Shown<ChartLineView> charts;
    Shown<PaintedLineView> painted;

    template <typename Tell>
    void tell(Tell what) {
        what(charts);
        what(painted);
    }
    /// Whether they look the same: where a line bends, a pixel of a hundred may be smoothed another way.
    bool same() {
        const QImage a = charts.picture();
        const QImage b = painted.picture();
        const int lines = std::max(unlike(a, Qt::white), 100);
        const int different = missing(a, b) + missing(b, a);
        if (different * 100 > lines)
            qWarning("%d pixels of %d differ", different, lines);
        return different * 100 <= lines;
    }
};

QList<QPointF> wave(int points, double from = 0, double to = 10) {
    QList<QPointF> line;
    for (int i = 0; i < points; ++i) {
        const double x = from + (to - from) * i / (points - 1);
        line << QPointF(x, 0.5 + 0.45 * std::sin(x * 2));
    }
    return line;
}

QList<QPointF> steps() {
    QList<QPointF> line;
    for (int i = 0; i < 10; ++i) {
        const double y = i % 3 * 0.4 + 0.1;
        line << QPointF(i, y) << QPointF(i + 1, y);
    }
    return line;
}

QPen dashed() {
    return {Qt::red, 2, Qt::DashLine};
}

} // namespace

class LineViewTest : public QObject {
    Q_OBJECT

private slots:
    void bothLookTheSame_data() {
        QTest::addColumn<QPen>("pen");
        QTest::addColumn<QList<QPointF>>("line");
        QTest::newRow("thin wave") << QPen(Qt::red, 1) << wave(200);
        QTest::newRow("wide wave") << QPen(Qt::red, 3) << wave(60);
        QTest::newRow("steps") << QPen(Qt::red, 2) << steps();
        QTest::newRow("half seen through") << QPen(QColor(255, 0, 0, 128), 2) << wave(60);
        QTest::newRow("dashes") << dashed() << QList<QPointF>{{0, 0.2}, {10, 0.9}};
        QTest::newRow("dotted steps") << QPen(Qt::red, 2, Qt::DotLine) << steps();
        QTest::newRow("beyond every edge")
            << QPen(Qt::red, 2) << QList<QPointF>{{-40, -3}, {60, 4}, {5, 0.5}};
        QTest::newRow("on the edges")
            << QPen(Qt::red, 3) << QList<QPointF>{{0, 0}, {10, 0}, {10, 1}, {0, 1}, {0, 0}};
        QTest::newRow("dense") << QPen(Qt::red, 1) << wave(20'000, 0, 300);
    }
    void bothLookTheSame() {
        QFETCH(const QPen, pen);
        QFETCH(const QList<QPointF>, line);
        Both both;
        both.tell([&](auto& view) { view.drawLine(0, pen, {line}); });
        QVERIFY(coloured(both.painted.picture(),
                         pen.color().alpha() < 255 ? QColor(255, 127, 127) : Qt::red) > 60);
        QVERIFY(both.same());
    }
    void partsAreApart() {
        Both both;
        both.tell([](auto& view) {
            view.drawLine(0, QPen(Qt::red, 3), {{{0, 0.5}, {2, 0.5}}, {{6, 0.5}, {9, 0.5}}});
        });
        QVERIFY(both.same());
        const QImage picture = both.painted.picture();
        const QPoint middle(static_cast<int>(kArea.left() + kArea.width() * 0.4),
                            static_cast<int>(kArea.center().y()));
        QVERIFY(!alike(picture.pixel(middle), qRgb(255, 0, 0)));
        both.tell([](auto& view) { view.drawLine(0, QPen(Qt::red, 3), {{{0, 0.5}, {9, 0.5}}}); });
        QVERIFY(alike(both.painted.picture().pixel(middle), qRgb(255, 0, 0)));
        QVERIFY(both.same());
    }
    /// Under-layers, lines in their order, layers.
    void whatIsAboveCoversWhatIsBelow() {
        Both both;
        both.tell([](auto& view) {
            view.drawLine(1, QPen(Qt::blue, 9), {{{0, 0.5}, {10, 0.5}}});
            view.drawLine(0, QPen(Qt::red, 15), {{{5, 0}, {5, 1}}});
        });
        const QImage picture = both.painted.picture();
        const int row = static_cast<int>(kArea.center().y());
        QCOMPARE(picture.pixelColor(110, row), QColor(Qt::blue)); // not yellow
        QCOMPARE(picture.pixelColor(210, row), QColor(Qt::cyan));
        both.tell([](auto& view) {
            view.removeLines();
            view.drawLine(0, QPen(Qt::red, 15), {{{7, 0}, {7, 1}}});
            view.drawLine(1, QPen(Qt::blue, 9), {{{0, 0.5}, {10, 0.5}}});
        });
        const int column = static_cast<int>(kArea.left() + kArea.width() * 0.7);
        QCOMPARE(both.painted.picture().pixelColor(column, row), QColor(Qt::blue));
        QVERIFY(both.same());
    }
    void pensAndSightChange() {
        Both both;
        both.tell([](auto& view) {
            view.setLinePen(3, QPen(Qt::blue)); // no such line yet
            view.setLinesVisible(false);
            view.drawLine(0, QPen(Qt::red, 3), {wave(60)});
        });
        QCOMPARE(coloured(both.painted.picture(), Qt::red), 0);
        QVERIFY(both.same());
        both.tell([](auto& view) {
            view.setLinesVisible(true);
            view.setLinePen(0, QPen(Qt::blue, 2));
        });
        QVERIFY(coloured(both.painted.picture(), Qt::blue) > 60);
        QVERIFY(both.same());
        both.tell([](auto& view) { view.drawLine(0, QPen(Qt::blue, 2), {}); });
        QCOMPARE(coloured(both.painted.picture(), Qt::blue), 0);
        QVERIFY(both.same());
    }
    /// A millionth of the line: it is drawn at once, and where it is.
    void zoomedInFarALineIsWhereItWas() {
        Both both;
        both.tell([](auto& view) {
            view.setShownPlaces({4.999995, 5.000005}, {0.4999999, 0.5000001});
            view.drawLine(0, QPen(Qt::red, 2), {{{0, 0.5}, {10, 0.5}}});
            view.drawLine(1, QPen(Qt::red, 2), {{{5, -1000}, {5, 1000}}});
        });
        QVERIFY(both.same());
        QVERIFY(coloured(both.painted.picture(), Qt::red) > 600);
        both.painted.setLinePen(0, dashed());
        const int dashes = coloured(both.painted.picture(), Qt::red);
        QVERIFY(dashes > 300);
    }
};

JITTERSCOPE_TEST(LineViewTest)

} // namespace jitterscope::line_view_test

#include "line_view_test.moc"
