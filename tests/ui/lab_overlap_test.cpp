// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/charts/labs/lab_scene.h"
#include "ui/plot/painting.h"
#include "ui/theme/theme.h"

#include <QLineF>
#include <QRectF>
#include <QTest>

#include <algorithm>
#include <array>

namespace jitterscope::lab_overlap_test {

using namespace jitterscope::ui;

namespace {

constexpr double kTouch = 1.5; // px that letters and lines may share

/// A text as it is painted: from the top of its capitals to its base line.
QRectF boxOf(const TextShape& text) {
    const double width = paintedWidth(text.text, text.look);
    const double left = text.at.x - (text.look.anchor == Anchor::Start ? 0
                                     : text.look.anchor == Anchor::End ? width
                                                                       : width / 2);
    return {left, text.at.y - 0.73 * text.look.size, width, 0.73 * text.look.size};
}

bool crosses(const QRectF& box, const Point& from, const Point& to) {
    const QRectF core = box.adjusted(kTouch, kTouch, -kTouch, -kTouch);
    const QPointF a(from.x, from.y);
    const QPointF b(to.x, to.y);
    if (core.contains(a) || core.contains(b))
        return true;
    const QLineF line(a, b);
    const std::array<QLineF, 2> diagonals{QLineF(core.topLeft(), core.bottomRight()),
                                          QLineF(core.bottomLeft(), core.topRight())};
    return std::ranges::any_of(diagonals, [&line](const QLineF& diagonal) {
        return line.intersects(diagonal, nullptr) == QLineF::BoundedIntersection;
    });
}

/// Whether a line of a picture that is no grid line runs through a text.
bool liesOn(const Shape& shape, const QRectF& box) {
    if (const auto* line = std::get_if<LineShape>(&shape))
        return line->look.ink != Ink::Hairline && crosses(box, line->from, line->to);
    if (const auto* circle = std::get_if<CircleShape>(&shape)) {
        const double r = circle->radius - kTouch;
        return box.intersects({circle->centre.x - r, circle->centre.y - r, 2 * r, 2 * r});
    }
    const auto* stroke = std::get_if<StrokeShape>(&shape);
    if (stroke == nullptr || stroke->look.ink == Ink::Hairline)
        return false;
    return std::ranges::any_of(stroke->path, [&box](const Outline& outline) {
        for (std::size_t i = 1; i < outline.points.size(); ++i) {
            if (crosses(box, outline.points[i - 1], outline.points[i]))
                return true;
        }
        return false;
    });
}

/// A lab at its settings, and its scene.
struct Lab {
    explicit Lab(const scene::Entry& entry, ParameterValues knobs)
        : values(knobs),
          result(runLab(*findEntry(labCatalog(), entry.id), values).value()),
          scene(entry.make(result, values)) {}

    ParameterValues values;
    LabResult result;
    std::unique_ptr<scene::Scene> scene;
};

struct Size {
    double width;
    double height;
    bool large;
};

/// Number of the last solid ground under a text: what was drawn before it cannot be seen there. 0: none.
std::size_t groundUnder(const Picture& picture, const QRectF& box) {
    for (std::size_t i = picture.shapes.size(); i > 0; --i) {
        const auto* rect = std::get_if<RectShape>(&picture.shapes[i - 1]);
        if (rect != nullptr && rect->fill == Ink::Card && rect->opacity >= 1 &&
            QRectF(rect->corner.x, rect->corner.y, rect->width, rect->height).contains(box))
            return i;
    }
    return 0;
}

/// What is wrong with the texts of a picture, a line each.
QStringList flawsOf(const Picture& picture) {
    QStringList flaws;
    std::vector<std::pair<QString, QRectF>> texts;
    for (const Shape& shape : picture.shapes) {
        if (const auto* text = std::get_if<TextShape>(&shape)) {
            const QString words = QString::fromStdString(text->text);
            texts.emplace_back(words, boxOf(*text));
            if (words.endsWith(QStringLiteral("…")) && !words.endsWith(QStringLiteral(" …")))
                flaws << QStringLiteral("“%1” is cut").arg(words);
        }
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto& [words, box] = texts[i];
        if (!QRectF(-1, -1, picture.width + 2, picture.height + 2).contains(box))
            flaws << QStringLiteral("“%1” stands outside").arg(words);
        for (std::size_t j = 0; j < i; ++j) {
            const QRectF both = texts[j].second.intersected(box);
            if (both.width() > kTouch && both.height() > kTouch)
                flaws << QStringLiteral("“%1” covers “%2”").arg(words, texts[j].first);
        }
        const std::size_t ground = groundUnder(picture, texts[i].second);
        if (std::any_of(picture.shapes.begin() + static_cast<std::ptrdiff_t>(ground), picture.shapes.end(),
                        [&box = texts[i].second](const Shape& shape) { return liesOn(shape, box); }))
            flaws << QStringLiteral("“%1” lies on a line").arg(words);
    }
    return flaws;
}

} // namespace

/// No text of a lab's picture is cut, covers another, or lies on a line: at each moment, with and without a
/// guess, from the smallest window to the largest, and in front of a class. A picture has the same lines and
/// letters in both themes.
class LabOverlapTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeMode::Light); }

    void flawsAreSeen() {
        Picture picture{200, 100, {}, {}, {}};
        picture.text(20, 50, "first", {});
        QVERIFY(flawsOf(picture).isEmpty());
        Picture covered = picture;
        covered.text(30, 52, "second", {});
        QCOMPARE(flawsOf(covered).size(), 1);
        Picture crossed = picture;
        crossed.line(0, 40, 100, 52, {});
        QCOMPARE(flawsOf(crossed), QStringList{QStringLiteral("“first” lies on a line")});
        crossed.rect(10, 30, 90, 30, Ink::Card); // the line ends at this ground
        QVERIFY(flawsOf(crossed).isEmpty());
        crossed.line(0, 40, 100, 52, {});
        QCOMPARE(flawsOf(crossed).size(), 1);
        crossed = picture;
        crossed.line(0, 46, 100, 46, {Ink::Hairline, 1, {}});
        QVERIFY(flawsOf(crossed).isEmpty());
        Picture cut = picture;
        cut.text(20, 80, "some wor…", {});
        QCOMPARE(flawsOf(cut).size(), 1);
        Picture outside = picture;
        outside.text(190, 80, "too far", {});
        QCOMPARE(flawsOf(outside).size(), 1);
    }

    void textsAreFree_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < scene::sceneCatalog().size(); ++i)
            QTest::newRow(scene::sceneCatalog()[i].id.data()) << static_cast<int>(i);
    }
    void textsAreFree() {
        QFETCH(int, index);
        const scene::Entry& entry = scene::sceneCatalog()[static_cast<std::size_t>(index)];
        const LabEntry& lab = *findEntry(labCatalog(), entry.id);
        const Lab made(entry, ParameterValues(lab.knobs));
        const auto [least, low] = made.scene->leastSize(false);
        const auto [largeLeast, largeLow] = made.scene->leastSize(true);
        const std::array<Size, 5> sizes{{{double(least), double(low), false},
                                         {900, 520, false},
                                         {1500, 800, false},
                                         {double(largeLeast), double(largeLow), true},
                                         {1860, 900, true}}};
        QStringList flaws;
        for (const Size& size : sizes) {
            scene::View view;
            view.width = size.width;
            view.height = size.height;
            view.letters = size.large ? made.scene->lettersForClass(windowLetters(), size.width, size.height)
                                      : windowLetters();
            const auto look = [&](const QString& when) {
                for (const QString& flaw : flawsOf(made.scene->show(view).picture))
                    flaws << QStringLiteral("%1×%2%3, %4: %5")
                                 .arg(size.width)
                                 .arg(size.height)
                                 .arg(size.large ? QStringLiteral(" large") : QString(), when, flaw);
            };
            look(QStringLiteral("before"));
            const scene::GuessAxis axis = made.scene->show(view).axis;
            view.guess = axis.low + 0.4 * (axis.high - axis.low);
            look(QStringLiteral("guessed"));
            view.answered = true;
            look(QStringLiteral("start"));
            for (const double stop : made.scene->stops()) {
                view.now = stop;
                look(QString::number(stop));
            }
            for (const scene::Part& part : made.scene->show(view).parts) { // framed, at the end
                view.lit = part.id;
                look(QStringLiteral("lit ") + QString::fromStdString(part.id));
            }
        }
        for (std::size_t knob = 0; knob < lab.knobs.size();
             ++knob) { // and at any value, at the end of the run
            for (const double end : {lab.knobs[knob].minimum, lab.knobs[knob].maximum}) {
                ParameterValues turned(lab.knobs);
                turned.set(knob, end);
                const Lab other(entry, turned);
                scene::View view;
                std::tie(view.width, view.height) = std::pair(double(least), double(low));
                view.letters = windowLetters();
                view.answered = true;
                view.now = other.scene->duration();
                view.guess = lab.predict.minimum + 0.3 * (lab.predict.maximum - lab.predict.minimum);
                view.before = made.result.answer;
                for (const bool answered : {true, false}) {
                    view.answered = answered;
                    for (const QString& flaw : flawsOf(other.scene->show(view).picture))
                        flaws << QStringLiteral("%1=%2%3: %4")
                                     .arg(QString::fromUtf8(lab.knobs[knob].name.data()))
                                     .arg(end)
                                     .arg(answered ? QString() : QStringLiteral(", before"))
                                     .arg(flaw);
                }
            }
        }
        QVERIFY2(flaws.isEmpty(), qPrintable(QString::number(flaws.size()) + QLatin1Char('\n') +
                                             flaws.mid(0, 40).join(QLatin1Char('\n'))));
    }
};

JITTERSCOPE_TEST(LabOverlapTest)

} // namespace jitterscope::lab_overlap_test

#include "lab_overlap_test.moc"
