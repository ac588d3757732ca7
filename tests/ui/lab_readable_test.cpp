// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/charts/labs/lab_scene.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace jitterscope::lab_readable_test {

using namespace jitterscope::ui;

namespace {

/// A lab that has been run, and its picture.
struct Shown {
    explicit Shown(std::string_view id, const std::vector<std::pair<std::string_view, double>>& turned = {})
        : lab(*findEntry(labCatalog(), id)), values(lab.knobs) {
        for (const auto& [knob, value] : turned)
            values.set(static_cast<std::size_t>(parameterIndex(lab.knobs, knob)), value);
        result = runLab(lab, values).value();
        scene = std::make_unique<LabScene>(*findEntry(scene::sceneCatalog(), id), result, values);
    }
    [[nodiscard]] LabView view(double now) const {
        LabView view;
        view.area = QRectF(0, 0, 900, 560);
        view.now = now;
        view.answered = true;
        return view;
    }
    [[nodiscard]] QImage picture(double now) const {
        QImage image(900, 560, QImage::Format_RGB32);
        image.fill(tokens().card);
        QPainter painter(&image);
        scene->paint(painter, view(now));
        return image;
    }
    [[nodiscard]] Readout readout(double now, std::string_view name) const {
        for (const Readout& each : scene->readouts(now)) {
            if (each.name == name)
                return each;
        }
        return {};
    }

    const LabEntry& lab;
    ParameterValues values;
    LabResult result;
    std::unique_ptr<LabScene> scene;
};

double number(QString text) {
    text.replace(QChar(0x2212), QLatin1Char('-'));
    text.remove(QLatin1Char('(')).remove(QLatin1Char(')'));
    bool ok = false;
    const double value = text.toDouble(&ok);
    return ok ? value : std::nan("");
}

int pixelsOf(const QImage& image, const QColor& colour) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == colour ? 1 : 0;
    }
    return count;
}

/// The curves of a hundred points and more that a lab's picture of 900 by 560 px ends with.
std::vector<std::vector<Point>> curvesAtTheEnd(const char* lab, const Shown& shown) {
    const auto scene = findEntry(scene::sceneCatalog(), lab)->make(shown.result, shown.values);
    scene::View view;
    view.width = 900;
    view.height = 560;
    view.answered = true;
    view.now = scene->duration();
    std::vector<std::vector<Point>> curves;
    for (const Shape& shape : scene->show(view).picture.shapes) {
        const auto* stroke = std::get_if<StrokeShape>(&shape);
        if (stroke != nullptr && stroke->path.front().points.size() >= 100)
            curves.push_back(stroke->path.front().points);
    }
    return curves;
}

} // namespace

/// What a learner reads in the pictures is right, and can be read.
class LabReadableTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeMode::Light); }

    /// Who computes along with the numbers that are shown gets the numbers that are shown; where rounding
    /// leaves a last digit, ≈ says so.
    void theEstimatorsNumbersAddUp_data() {
        QTest::addColumn<double>("sleep");
        QTest::addColumn<double>("x");
        QTest::newRow("as it is set") << 1.1e6 << 1.0;
        QTest::newRow("odd numbers") << 1.2345e6 << 2.7;
    }
    void theEstimatorsNumbersAddUp() {
        QFETCH(double, sleep);
        QFETCH(double, x);
        const Shown shown("estimator", {{"sleep", sleep}, {"x", x}});
        const QString n = QStringLiteral("(\\(?−?[0-9.]+\\)?)");
        const QRegularExpression delta(QStringLiteral("δ = nap − mean = %1 − %1 = %1").arg(n));
        const QRegularExpression mean(QStringLiteral("mean = %1 \\+ δ / %1 (=|≈) %1").arg(n));
        const QRegularExpression squares(QStringLiteral("= %1 \\+ %1 · %1 (=|≈) %1; σ").arg(n));
        const QRegularExpression estimate(
            QStringLiteral("mean \\+ X · σ = %1 \\+ %1 · %1 (=|≈) %1 ms").arg(n));
        const auto agrees = [](double computed, const QString& sign, const QString& text, double reach) {
            const double off = std::abs(computed - number(text));
            return sign == QStringLiteral("=") ? off < 1e-9 : off > 1e-9 && off < 0.0006 + reach * 0.0005;
        };
        int sums = 0;
        for (const double stop : shown.scene->stops()) {
            const QString text = shown.scene->describe(shown.view(stop));
            if (const auto d = delta.match(text); d.hasMatch()) {
                const double step = number(d.captured(1)) - number(d.captured(2));
                QVERIFY2(std::abs(step - number(d.captured(3))) < 1e-9, qPrintable(text));
                const auto m = mean.match(text);
                QVERIFY2(m.hasMatch() && agrees(number(m.captured(1)) + step / number(m.captured(2)),
                                                m.captured(3), m.captured(4), 1),
                         qPrintable(text));
                const auto s = squares.match(text);
                QVERIFY2(s.hasMatch() &&
                             agrees(number(s.captured(1)) + number(s.captured(2)) * number(s.captured(3)),
                                    s.captured(4), s.captured(5), 4),
                         qPrintable(text));
                ++sums;
            }
            const auto e = estimate.match(text);
            QVERIFY2(e.hasMatch() &&
                         agrees(number(e.captured(1)) + number(e.captured(2)) * number(e.captured(3)),
                                e.captured(4), e.captured(5), 1 + x),
                     qPrintable(text));
        }
        QVERIFY(sums > 5);
    }

    /// The name of the line at the teeth's feet stands below them: it covers next to nothing of the
    /// saw-tooth.
    void nothingLiesOverTheSawTooth() {
        const Shown shown("audio");
        const double end = shown.scene->duration();
        const QColor line = tokens().first;
        const int before = pixelsOf(shown.picture(end * 0.999), line);
        const int after = pixelsOf(shown.picture(end), line);
        QVERIFY(before > 500);
        QVERIFY2(after > 0.99 * before, qPrintable(QStringLiteral("%1 of %2").arg(after).arg(before)));
    }

    /// All of the sleeps are in at the end, whatever the tick makes of its time.
    void everySleepIsCountedAtTheEnd() {
        for (const double tick : {0.0, 1e6, 15.6e6, 15.625e6, 33.3e6, 100e6}) {
            const Shown shown("sleep", {{"tick", tick}});
            const double end = shown.scene->duration();
            QVERIFY(shown.readout(end, "mean of all").value != "–");
            const QString told = shown.scene->describe(shown.view(end));
            QVERIFY2(told.contains(QStringLiteral("2\u2009000 such sleeps")), qPrintable(told));
        }
    }

    /// Nothing in the small picture promises a figure that the lab does not show.
    void theCardOfTheLoopsPromisesNoFigure() {
        scene::Canvas canvas{scene::Letters()};
        findEntry(scene::sceneCatalog(), "melting")->sketch(canvas, {0, 0, 280, 80});
        for (const Shape& shape : canvas.picture.shapes) {
            if (const auto* text = std::get_if<TextShape>(&shape))
                QVERIFY2(text->text.find('%') == std::string::npos, text->text.c_str());
        }
    }

    /// A long frame is as wide as one frame: it begins and ends upright.
    void aLongFrameIsOneFrameWide() {
        const Shown shown("clocks");
        double widest = 0; // level part of the wall clock's curve at its peak
        double least = 1e9;
        for (const std::vector<Point>& points : curvesAtTheEnd("clocks", shown)) {
            if (std::ranges::any_of(points, [](const Point& at) { return at.y < 0.49 * 560; }))
                continue; // what the clocks show, above
            for (std::size_t i = 1; i < points.size(); ++i)
                QVERIFY(points[i].x == points[i - 1].x || points[i].y == points[i - 1].y);
            const auto peak = std::ranges::min_element(points, {}, &Point::y);
            if (peak->y < least) {
                least = peak->y;
                widest = std::next(peak)->x - peak->x;
            }
        }
        QVERIFY2(widest > 5 && widest < 20,
                 qPrintable(QString::number(widest))); // about 850 px for 60 frames
    }

    /// A steady drift is a straight line.
    void aSteadyDriftIsStraight() {
        const Shown shown("drift", {{"work", 1}});
        int straight = 0;
        for (const std::vector<Point>& points : curvesAtTheEnd("drift", shown)) {
            const Point& first = points.front();
            const Point& last = points.back();
            const Point& middle = points[points.size() / 2];
            const double share = (middle.x - first.x) / (last.x - first.x);
            QVERIFY(std::abs(middle.y - (first.y + share * (last.y - first.y))) < 2);
            straight += last.y < first.y - 20 ? 1 : 0;
        }
        QVERIFY(straight >= 2);
    }

    /// What is not known yet is neither good nor bad.
    void theDriftIsJudgedAtTheEnd() {
        const Shown shown("drift");
        const double end = shown.scene->duration();
        for (const char* const name : {"drift", "slots lost"})
            QVERIFY(!shown.readout(0, name).bad && shown.readout(0, name).value == "–");
        QVERIFY(shown.readout(end, "drift").bad);
        QCOMPARE(shown.readout(end, "slots lost").value, std::string("0"));
    }

    /// A dot at refresh times is steady, whatever rounding leaves of its steps.
    void aSteadyDotHasNoJudder() {
        const Shown shown("refresh");
        const QString text = shown.scene->describe(shown.view(shown.scene->duration()));
        QVERIFY2(text.endsWith(QStringLiteral("and 0 %.")), qPrintable(text));
    }

    /// At the end, the figures of the head are those that the text computes with.
    void theWellHasOneFigureForOneThing() {
        const Shown shown("well");
        QCOMPARE(shown.readout(shown.scene->duration(), "game of 5.94 s, slow motion").value,
                 std::string("5.75 s"));
        const auto& text = shown.result.explanation;
        QVERIFY(std::ranges::any_of(text, [](const LabSentence& each) {
            return each.text.find("5.75") != std::string::npos &&
                   each.text.find("5.937") != std::string::npos && each.text.starts_with("Slow motion");
        }));
    }
};

JITTERSCOPE_TEST(LabReadableTest)

} // namespace jitterscope::lab_readable_test

#include "lab_readable_test.moc"
