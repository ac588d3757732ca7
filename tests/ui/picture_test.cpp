// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/diagnosis_pictures.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/support/test_program.h"
#include "tests/ui/drawn_svg.h"
#include "ui/plot/painting.h"
#include "ui/plot/picture_view.h"
#include "ui/theme/theme.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QtTest>

namespace jitterscope::picture_test {

using namespace jitterscope::ui;

namespace {

const Diagnosis& measured() {
    static const Diagnosis diagnosis = simulatedDiagnosis("linux-default-loaded", "game-144");
    return diagnosis;
}

QImage canvas(const Picture& picture) {
    QImage image(static_cast<int>(picture.width), static_cast<int>(picture.height), QImage::Format_RGB32);
    image.fill(Qt::magenta);
    return image;
}

QImage painted(const Picture& picture, bool dark = false) {
    QImage image = canvas(picture);
    QPainter painter(&image);
    paintPicture(painter, picture, image.rect(), dark);
    return image;
}

QImage written(const Picture& picture, bool dark) {
    return drawnSvg(QByteArray::fromStdString(svgText(picture, dark ? SvgTheme::Dark : SvgTheme::Light)),
                    canvas(picture).size());
}

/// Fonts differ between renderers, and not only in their letters.
Picture withoutTexts(Picture picture) {
    std::erase_if(picture.shapes,
                  [](const Shape& shape) { return std::holds_alternative<TextShape>(shape); });
    return picture;
}

/// The largest difference of a colour's part, 0 … 255, where four by four pixels are looked at as one: edges
/// are smoothed by one renderer and sharp in the other.
int farthest(const QImage& a, const QImage& b) {
    const QSize size = a.size() / 4;
    const QImage first = a.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const QImage second = b.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    int most = 0;
    for (int y = 0; y < size.height(); ++y) {
        for (int x = 0; x < size.width(); ++x) {
            const QColor one = first.pixelColor(x, y);
            const QColor other = second.pixelColor(x, y);
            most = std::max({most, std::abs(one.red() - other.red()), std::abs(one.green() - other.green()),
                             std::abs(one.blue() - other.blue())});
        }
    }
    return most;
}

LoopEvidence lateFrames(int count) {
    LoopEvidence loop;
    for (int i = 0; i < count; ++i) {
        LateFrame frame{Cause::RunQueue, {}};
        frame.parts.queue = 600'000 + i;
        loop.lateFrames.push_back(frame);
    }
    return loop;
}

} // namespace

class PictureTest : public QObject {
    Q_OBJECT

private slots:
    void windowAndReportShowTheSame_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void windowAndReportShowTheSame() {
        if (!kSvgIsDrawn)
            QSKIP("Qt's reader of SVG is not here");
        QFETCH(bool, dark);
        for (const Picture& picture : {verdictPicture(verdictScale(measured())),
                                       anatomyPicture(measured().now, measured().plan.target),
                                       figurePicture(trialsFigure(measured()))}) {
            const Picture shapes = withoutTexts(picture);
            QVERIFY(!shapes.empty());
            const int most = farthest(painted(shapes, dark), written(shapes, dark));
            QVERIFY2(most < 64, qPrintable(QString::fromStdString(picture.title) + QString::number(most)));
            // The letters are there as well.
            QVERIFY(painted(picture, dark) != painted(shapes, dark));
        }
    }

    void everyShapeStandsInItsPlace() {
        Picture picture{100, 60, {}, {}, {}};
        picture.rect(10, 10, 10, 10, Ink::Good);
        picture.rect(30, 10, 10, 10, Ink::Text, 0.5);
        picture.line(50, 15, 60, 15, {Ink::Late, 3, {}});
        picture.circle(75, 15, 5, Ink::First);
        picture.circle(90, 15, 5, Ink::First, true);
        picture.diamond(15, 40, 5, Ink::Second);
        picture.fill({{{{30, 35}, {40, 35}, {40, 45}, {30, 45}}, true}}, Ink::Violet);
        picture.stroke({{{{50, 35}, {60, 35}, {60, 45}}}}, {Ink::Muted, 3, {}});
        picture.line(70, 40, 90, 40, {Ink::Border, 3, "6 4"});
        const QImage image = painted(picture);
        const auto is = [&](int x, int y, Ink ink) { return image.pixelColor(x, y) == inked(ink, false); };
        QVERIFY(is(2, 2, Ink::Card));
        QVERIFY(is(15, 15, Ink::Good) && is(10, 10, Ink::Good) && is(9, 9, Ink::Card));
        QCOMPARE(image.pixelColor(35, 15).lightness() / 8, (255 + inked(Ink::Text, false).lightness()) / 16);
        QVERIFY(is(55, 15, Ink::Late) && is(48, 15, Ink::Card) && is(62, 15, Ink::Card)); // butt ends
        QVERIFY(is(75, 15, Ink::First) && is(90, 15, Ink::Card));
        QVERIFY(is(15, 40, Ink::Second) && is(11, 36, Ink::Card));
        QVERIFY(is(35, 40, Ink::Violet));
        QVERIFY(is(55, 35, Ink::Muted) && is(60, 42, Ink::Muted) && is(55, 42, Ink::Card));
        QVERIFY(is(72, 40, Ink::Border) && is(78, 40, Ink::Card) && is(83, 40, Ink::Border));
    }

    void proportionsAreKept() {
        Picture picture{50, 50, {}, {}, {}};
        picture.rect(40, 40, 10, 10, Ink::Late);
        QImage image(200, 100, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        paintPicture(painter, picture, image.rect(), false);
        QCOMPARE(image.pixelColor(90, 90), inked(Ink::Late, false));
        QCOMPARE(image.pixelColor(150, 50), QColor(Qt::magenta));
    }

    void aViewMakesItsPictureForItsSize() {
        PictureView view({400, 160}, {220, 140});
        std::vector<QSizeF> asked;
        view.show([&asked](QSizeF size) {
            asked.push_back(size);
            Picture picture{size.width(), size.height(), "title", "description", {}};
            picture.rect(0, 0, size.width(), size.height(), Ink::Late);
            return picture;
        });
        QCOMPARE(view.accessibleName(), QStringLiteral("title"));
        QCOMPARE(view.accessibleDescription(), QStringLiteral("description"));
        view.resize(300, 200);
        const QImage image = view.grab().toImage();
        QCOMPARE(image.pixelColor(298, 198), tokens().late);
        const std::size_t before = asked.size();
        view.grab();
        QCOMPARE(asked.size(), before); // not made anew to be painted again
        view.resize(310, 200);
        view.grab();
        QVERIFY(asked.back().width() > asked[before - 1].width());
    }

    /// Each width in which the window may show them: nothing stands outside, and no cause is lost.
    void narrowPicturesHoldAllTheirData() {
        LoopEvidence loop = lateFrames(10'000);
        loop.lateFrames.push_back({Cause::Work, {}});
        loop.lateFrames.back().parts.work = 700'000;
        VerdictScale scale = verdictScale(measured());
        scale.allowed = 0.0002; // five decades
        for (const double width : {220.0, 260.0, 400.0, 640.0, 1200.0}) {
            for (const Picture& picture : {anatomyPicture(loop, Target{}, {width, 140, false}),
                                           verdictPicture(scale, std::max(width, 260.0))}) {
                for (const Shape& shape : picture.shapes) {
                    const auto* text = std::get_if<TextShape>(&shape);
                    if (text == nullptr)
                        continue;
                    const double room = roomFor(text->text, text->look);
                    const double left = text->look.anchor == Anchor::Start ? text->at.x
                                        : text->look.anchor == Anchor::End ? text->at.x - room
                                                                           : text->at.x - room / 2;
                    QVERIFY2(left >= 0 && left + room <= picture.width + 0.5, text->text.c_str());
                    QVERIFY2(text->at.y <= picture.height, text->text.c_str());
                }
            }
            const Picture anatomy = anatomyPicture(loop, Target{}, {width, 140, false});
            QVERIFY(std::ranges::any_of(anatomy.shapes, [](const Shape& shape) {
                const auto* fill = std::get_if<FillShape>(&shape);
                return fill != nullptr && fill->ink == Ink::Violet;
            }));
        }
    }
};

JITTERSCOPE_TEST(PictureTest)

} // namespace jitterscope::picture_test

#include "picture_test.moc"
