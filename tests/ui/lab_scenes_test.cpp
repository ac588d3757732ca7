// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/charts/labs/lab_scene.h"
#include "ui/plot/painting.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace jitterscope::lab_scenes_test {

using namespace jitterscope::ui;

namespace {

QStringList warnings;

void collectWarnings(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtWarningMsg || type == QtCriticalMsg)
        warnings << text;
}

struct Setting {
    QString name;
    ParameterValues values;
};

/// The defaults, and each knob at both ends.
std::vector<Setting> settingsOf(const LabEntry& lab) {
    std::vector<Setting> settings{{QStringLiteral("defaults"), ParameterValues(lab.knobs)}};
    for (std::size_t i = 0; i < lab.knobs.size(); ++i) {
        for (const double end : {lab.knobs[i].minimum, lab.knobs[i].maximum}) {
            Setting setting = settings.front();
            setting.values.set(i, end);
            setting.name = QStringLiteral("%1=%2").arg(QString::fromUtf8(lab.knobs[i].name.data())).arg(end);
            settings.push_back(setting);
        }
    }
    return settings;
}

const LabEntry& labOf(const scene::Entry& picture) {
    return *findEntry(labCatalog(), picture.id);
}

LabView viewOf(const QSize& size, double now = 0, bool answered = false) {
    LabView view;
    view.area = QRectF(QPointF(), QSizeF(size));
    view.now = now;
    view.answered = answered;
    return view;
}

QImage painted(const LabScene& scene, const LabView& view) {
    QImage image(view.area.size().toSize(), QImage::Format_RGB32);
    image.fill(tokens().card);
    QPainter painter(&image);
    scene.paint(painter, view);
    return image;
}

/// Where a guess stands on its axis.
QPointF guessPoint(const LabGuessAxis& axis, double guess) {
    const double share = axis.log ? std::log(guess / axis.low) / std::log(axis.high / axis.low)
                                  : (guess - axis.low) / (axis.high - axis.low);
    return axis.axis.pointAt(share);
}

/// How much of the line through `at`, across the mark, is drawn: dots and gaps, 0 … 1.
double lineAcross(const QImage& with, const QImage& without, const LabGuessAxis& axis, const QPointF& at) {
    const bool upright = std::abs(axis.axis.dy()) > std::abs(axis.axis.dx());
    const QRect mark = axis.mark.toRect();
    const int from = upright ? mark.left() : mark.top();
    const int to = upright ? mark.right() : mark.bottom();
    int drawn = 0;
    for (int along = from; along <= to; ++along) {
        bool differs = false;
        for (int off = -1; off <= 1; ++off) {
            const QPoint point =
                upright ? QPoint(along, qRound(at.y()) + off) : QPoint(qRound(at.x()) + off, along);
            differs = differs || (with.rect().contains(point) && with.pixel(point) != without.pixel(point));
        }
        drawn += differs ? 1 : 0;
    }
    return static_cast<double>(drawn) / (to - from + 1);
}

/// Another answer to the same question: every number is another one, and half of the rows are gone.
LabResult another(const LabResult& result) {
    LabResult other = result;
    other.answer = result.answer * 1.7 + 3;
    for (Table& table : other.tables) {
        table.rows.resize((table.rows.size() + 1) / 2);
        for (auto& row : table.rows) {
            for (Cell& cell : row) {
                if (auto* number = std::get_if<double>(&cell))
                    *number = *number * 1.7 + 3;
                else if (auto* whole = std::get_if<std::int64_t>(&cell))
                    *whole = *whole * 2 + 1;
            }
        }
    }
    for (LabSeries& line : other.series) {
        for (LabPoint& point : line.points)
            point.y = point.y * 1.7 + 3;
    }
    return other;
}

/// As a measurement may come: nothing is known but the words.
LabResult withoutNumbers(const LabResult& result) {
    LabResult other = result;
    other.measured = true;
    for (Table& table : other.tables) {
        for (auto& row : table.rows) {
            for (Cell& cell : row) {
                if (!std::holds_alternative<std::string>(cell))
                    cell = std::monostate();
            }
        }
    }
    return other;
}

} // namespace

/// What every picture of a lab promises.
class LabScenesTest : public QObject {
    Q_OBJECT

    static void addPictures() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < scene::sceneCatalog().size(); ++i)
            QTest::newRow(scene::sceneCatalog()[i].id.data()) << static_cast<int>(i);
    }
    static const scene::Entry& picture() {
        QFETCH(int, index);
        return scene::sceneCatalog()[static_cast<std::size_t>(index)];
    }

private slots:
    void init() {
        applyTheme(ThemeMode::Light);
        warnings.clear();
    }

    void everyLabHasOne() {
        QCOMPARE(scene::sceneCatalog().size(), labCatalog().size());
        for (std::size_t i = 0; i < labCatalog().size(); ++i)
            QVERIFY(scene::sceneCatalog()[i].id == labCatalog()[i].id);
    }

    void timeIsInOrder_data() { addPictures(); }
    void timeIsInOrder() {
        const scene::Entry& entry = picture();
        for (const Setting& setting : settingsOf(labOf(entry))) {
            const LabResult result = runLab(labOf(entry), setting.values).value();
            const LabScene scene(entry, result, setting.values);
            const std::string name = setting.name.toStdString();
            QVERIFY2(scene.duration() > 0 && std::isfinite(scene.duration()), name.c_str());
            QVERIFY2(scene.pace() > 0 && std::isfinite(scene.pace()), name.c_str());
            double before = 0;
            for (const double stop : scene.stops()) {
                QVERIFY2(stop > before && stop <= scene.duration(), name.c_str());
                before = stop;
            }
            QVERIFY2(before > 0, name.c_str());
            for (const double now : {0.0, before}) {
                const auto readouts = scene.readouts(now);
                QVERIFY2(readouts.size() >= 3 && readouts.size() <= 4, name.c_str());
                for (const Readout& readout : readouts)
                    QVERIFY2(!readout.value.empty() && !readout.name.empty() && !readout.tooltip.empty(),
                             name.c_str());
            }
        }
    }

    void itPaintsWithoutWarnings_data() { addPictures(); }
    void itPaintsWithoutWarnings() {
        const scene::Entry& entry = picture();
        for (const Setting& setting : settingsOf(labOf(entry))) {
            const LabResult result = runLab(labOf(entry), setting.values).value();
            const LabScene scene(entry, result, setting.values);
            for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
                applyTheme(mode);
                for (const bool large : {false, true}) {
                    LabView view = viewOf(scene.minimumSize(large));
                    view.large = large;
                    view.guess = labOf(entry).predict.maximum;
                    for (const double share : {-1.0, 0.0, 0.4, 1.0}) {
                        view.answered = share >= 0;
                        view.now = std::max(share, 0.0) * scene.duration();
                        const auto old = qInstallMessageHandler(collectWarnings);
                        const QImage image = painted(scene, view);
                        qInstallMessageHandler(old);
                        QVERIFY2(warnings.isEmpty(), qPrintable(setting.name + QLatin1Char('\n') +
                                                                warnings.join(QLatin1Char('\n'))));
                        QImage ground(image.size(), image.format());
                        ground.fill(tokens().card);
                        QVERIFY2(image != ground, qPrintable(setting.name));
                    }
                }
            }
        }
    }

    void itFitsBesideTheText_data() { addPictures(); }
    void itFitsBesideTheText() {
        const scene::Entry& entry = picture();
        const ParameterValues values(labOf(entry).knobs);
        const LabResult result = runLab(labOf(entry), values).value();
        const LabScene scene(entry, result, values);
        QVERIFY(scene.minimumSize(false).width() <= 620 && scene.minimumSize(false).height() <= 380);
        // Nothing is written or drawn outside the area.
        for (const double share : {-1.0, 0.5, 1.0}) {
            const QSize size = scene.minimumSize(false);
            LabView view = viewOf(size, std::max(share, 0.0) * scene.duration(), share >= 0);
            view.guess = labOf(entry).predict.minimum;
            constexpr int kMargin = 40;
            view.area.translate(kMargin, kMargin);
            QImage image(size + QSize(2 * kMargin, 2 * kMargin), QImage::Format_RGB32);
            image.fill(tokens().card);
            {
                QPainter painter(&image);
                scene.paint(painter, view);
            }
            constexpr int kSlack = 4; // of antialiasing, and of a letter's overhang
            const QRect inside = view.area.toRect().adjusted(-kSlack, -kSlack, kSlack, kSlack);
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (!inside.contains(x, y) && image.pixel(x, y) != tokens().card.rgb())
                        QFAIL(qPrintable(
                            QStringLiteral("at %1, %2 of the area").arg(x - kMargin).arg(y - kMargin)));
                }
            }
        }
    }

    void eachStopShowsSomethingNew_data() { addPictures(); }
    void eachStopShowsSomethingNew() {
        const scene::Entry& entry = picture();
        const ParameterValues values(labOf(entry).knobs);
        const LabResult result = runLab(labOf(entry), values).value();
        const LabScene scene(entry, result, values);
        QImage before = painted(scene, viewOf({900, 560}, 0, true));
        for (const double stop : scene.stops()) {
            const QImage now = painted(scene, viewOf({900, 560}, stop, true));
            QVERIFY2(now != before, qPrintable(QString::number(stop)));
            before = now;
        }
    }

    /// Before it is unlocked the picture is the same, whatever the answer will be.
    void nothingOfTheAnswerIsShown_data() { addPictures(); }
    void nothingOfTheAnswerIsShown() {
        const scene::Entry& entry = picture();
        for (const Setting& setting : settingsOf(labOf(entry))) {
            const LabResult result = runLab(labOf(entry), setting.values).value();
            const LabResult other = another(result);
            const LabScene scene(entry, result, setting.values);
            const LabScene otherScene(entry, other, setting.values);
            for (const double share : {0.0, 0.5, 1.0}) {
                LabView view = viewOf({700, 420}, 0);
                view.guess = labOf(entry).predict.maximum / 2;
                view.now = share * scene.duration();
                LabView otherView = view;
                otherView.now = share * otherScene.duration();
                QVERIFY2(painted(scene, view) == painted(otherScene, otherView), qPrintable(setting.name));
                QCOMPARE(scene.describe(view), otherScene.describe(otherView));
                QVERIFY2(scene.guessAxis(view).axis == otherScene.guessAxis(otherView).axis,
                         qPrintable(setting.name));
                for (int y = 5; y < 420; y += 70) {
                    for (int x = 5; x < 700; x += 70)
                        QCOMPARE(scene.tooltip(view, QPointF(x, y)),
                                 otherScene.tooltip(otherView, QPointF(x, y)));
                }
            }
        }
        // It would be seen: the same two are different once they are unlocked.
        const ParameterValues values(labOf(entry).knobs);
        const LabResult result = runLab(labOf(entry), values).value();
        const LabResult other = another(result);
        const LabScene scene(entry, result, values);
        const LabScene otherScene(entry, other, values);
        QVERIFY(painted(scene, viewOf({700, 420}, scene.duration(), true)) !=
                painted(otherScene, viewOf({700, 420}, otherScene.duration(), true)));
    }

    void guessesAreDrawnWhereTheyAreDragged_data() { addPictures(); }
    void guessesAreDrawnWhereTheyAreDragged() {
        const scene::Entry& entry = picture();
        const LabPrediction& predict = labOf(entry).predict;
        const ParameterValues values(labOf(entry).knobs);
        const LabResult result = runLab(labOf(entry), values).value();
        const LabScene scene(entry, result, values);
        for (const QSize size : {scene.minimumSize(false), QSize(1600, 900)}) {
            for (const bool answered : {false, true}) {
                LabView view = viewOf(size, scene.duration() / 2, answered);
                const auto axis = scene.guessAxis(view);
                QVERIFY(!axis.log || axis.low > 0);
                QVERIFY(axis.low >= predict.minimum && axis.high <= predict.maximum && axis.low < axis.high);
                for (const QPointF end : {axis.axis.p1(), axis.axis.p2()})
                    QVERIFY(view.area.adjusted(-0.5, -0.5, 0.5, 0.5).contains(end));
                QVERIFY(axis.axis.length() >= 40);
                QVERIFY(view.area.adjusted(-0.5, -0.5, 0.5, 0.5).contains(axis.mark));
                QCOMPARE(guessPoint(axis, axis.low), axis.axis.p1());
                QCOMPARE(guessPoint(axis, axis.high), axis.axis.p2());
                const QImage without = painted(scene, view);
                for (const double share : {0.1, 0.5, 0.9}) {
                    view.guess = axis.log ? axis.low * std::pow(axis.high / axis.low, share)
                                          : axis.low + share * (axis.high - axis.low);
                    const QPointF at = guessPoint(axis, *view.guess);
                    QVERIFY(QLineF(at, axis.axis.pointAt(share)).length() < 1e-6);
                    QVERIFY(lineAcross(painted(scene, view), without, axis, at) > 0.25);
                }
            }
        }
    }

    void itIsToldInWords_data() { addPictures(); }
    void itIsToldInWords() {
        const scene::Entry& entry = picture();
        for (const Setting& setting : settingsOf(labOf(entry))) {
            const LabResult result = runLab(labOf(entry), setting.values).value();
            const LabScene scene(entry, result, setting.values);
            const QString before = scene.describe(viewOf({900, 560}));
            const QString start = scene.describe(viewOf({900, 560}, 0, true));
            const QString end = scene.describe(viewOf({900, 560}, scene.duration(), true));
            for (const QString& text : {before, start, end}) {
                QVERIFY2(!text.isEmpty() &&
                             (text.trimmed().endsWith(QLatin1Char('.')) || text.endsWith(QLatin1Char('!'))),
                         qPrintable(setting.name + QStringLiteral(": ") + text));
                QVERIFY2(!text.contains(QRegularExpression(QStringLiteral("\\bnan\\b"))) &&
                             !text.contains(QLatin1Char('%') + QStringLiteral("1")),
                         qPrintable(text));
            }
            const qsizetype question = before.indexOf(QString::fromUtf8(labOf(entry).predict.asks.data()));
            QVERIFY2(before.left(question).trimmed().endsWith(QLatin1Char('.')), qPrintable(before));
            QVERIFY2(before != start && before != end, qPrintable(setting.name));
            if (setting.name == QLatin1String("defaults"))
                QVERIFY(start != end);
        }
    }

    /// A threshold that is not reached is no remedy: a loop that is seconds behind says so.
    void aLoopWithoutItsRemedyFallsBehind() {
        const LabEntry& lab = *findEntry(labCatalog(), "well");
        const scene::Entry& entry = *findEntry(scene::sceneCatalog(), "well");
        ParameterValues values(lab.knobs);
        values.set("threshold", 10e9);
        const LabScene late(entry, runLab(lab, values).value(), values);
        const QString told = late.describe(viewOf({900, 560}, late.duration(), true));
        QCOMPARE(told.count(QStringLiteral("No remedy yet: it falls behind.")), 2);
        values = ParameterValues(lab.knobs);
        const LabScene mended(entry, runLab(lab, values).value(), values);
        const QString healed = mended.describe(viewOf({900, 560}, mended.duration(), true));
        QVERIFY2(!healed.contains(QStringLiteral("No remedy yet")), qPrintable(healed));
    }

    void numbersMayBeMissing_data() { addPictures(); }
    void numbersMayBeMissing() {
        const scene::Entry& entry = picture();
        const ParameterValues values(labOf(entry).knobs);
        const LabResult none = withoutNumbers(runLab(labOf(entry), values).value());
        LabResult empty = none;
        empty.tables.clear();
        empty.series.clear();
        for (const LabResult* result : std::initializer_list<const LabResult*>{&none, &empty}) {
            const LabScene scene(entry, *result, values);
            QVERIFY(scene.duration() > 0 && !scene.stops().empty());
            const auto old = qInstallMessageHandler(collectWarnings);
            for (const double share : {0.0, 0.5, 1.0})
                (void)painted(scene, viewOf({700, 420}, share * scene.duration(), true));
            qInstallMessageHandler(old);
            QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join(QLatin1Char('\n'))));
            QVERIFY(!scene.describe(viewOf({700, 420}, 0, true)).isEmpty());
            QVERIFY(scene.readouts(scene.duration()).size() <= 4);
        }
    }

    /// Names stand in boxes and strips that are filled thinly.
    void wordsInBoxesCanBeRead() {
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            applyTheme(mode);
            const Tokens& c = tokens();
            for (const QColor& colour : {c.first, c.second, c.late, c.good, c.violet}) {
                QImage image(40, 40, QImage::Format_RGB32);
                {
                    QPainter painter(&image);
                    fillBox(painter, QRectF(0, 0, 39, 39), colour, mixed(colour, c.card, BoxShape().opacity),
                            Qt::SolidPattern);
                }
                QVERIFY(contrastRatio(c.text, image.pixelColor(20, 20)) >= 4.5);
                QVERIFY(contrastRatio(colour, c.card) >= 4.5);
            }
            QVERIFY(contrastRatio(c.muted, mixed(c.first, c.card, 0.12)) >= 4.5);
        }
    }

    void sketchesStayInTheirArea_data() { addPictures(); }
    void sketchesStayInTheirArea() {
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            applyTheme(mode);
            QImage image(360, 180, QImage::Format_RGB32);
            image.fill(tokens().card);
            const QRectF area(30, 30, 280, 100);
            {
                QPainter painter(&image);
                paintSketch(picture(), painter, area);
            }
            int inside = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixel(x, y) == tokens().card.rgb())
                        continue;
                    QVERIFY2(area.adjusted(-8, -8, 8, 8).contains(x, y),
                             qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
                    ++inside;
                }
            }
            QVERIFY(inside > 500);
        }
    }
};

JITTERSCOPE_TEST(LabScenesTest)

} // namespace jitterscope::lab_scenes_test

#include "lab_scenes_test.moc"
