// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/experiment_figure.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/support/test_program.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QStyleOption>
#include <QTest>

#include <algorithm>
#include <set>
#include <utility>

namespace jitterscope::theme_test {

using namespace jitterscope::ui;

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void contrastOfKnownPairs() {
        QVERIFY(std::abs(contrastRatio(Qt::black, Qt::white) - 21) < 0.01);
        QVERIFY(std::abs(contrastRatio(QColor(0x777777), Qt::white) - 4.48) < 0.01);
    }
    void everyTextIsReadable_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void everyTextIsReadable() {
        QFETCH(bool, dark);
        const Tokens& c = dark ? darkTokens() : lightTokens();
        for (const QColor& ground : {c.window, c.card}) {
            for (const QColor& text : {c.text, c.muted, c.first, c.second, c.late, c.good})
                QVERIFY2(contrastRatio(text, ground) >= 4.5,
                         qPrintable(text.name() + QStringLiteral(" on ") + ground.name()));
        }
        QVERIFY(contrastRatio(c.onAccent, c.first) >= 4.5);
    }
    /// Lines and areas of charts are labelled in their colours.
    void everyInkIsReadable() {
        for (const InkShade& shade : inkShades()) {
            if (shade.ink == Ink::Card || shade.ink == Ink::Hairline || shade.ink == Ink::Border)
                continue;
            for (const bool dark : {false, true})
                QVERIFY2(contrastRatio(inked(shade.ink, dark), inked(Ink::Card, dark)) >= 4.5,
                         shade.name.data());
            QVERIFY2(contrastRatio(inked(shade.ink, true), contrastTokens().card) >= 7, shade.name.data());
        }
    }
    void highContrastIsHigh() {
        applyTheme(ThemeMode::Contrast);
        const Tokens& c = tokens();
        QCOMPARE(&c, &contrastTokens());
        QVERIFY(paintsDark());
        for (const QColor& colour :
             {c.text, c.muted, c.border, c.first, c.second, c.late, c.good, c.violet}) {
            QVERIFY2(contrastRatio(colour, c.window) >= 7, qPrintable(colour.name()));
            QVERIFY2(contrastRatio(colour, c.card) >= 7, qPrintable(colour.name()));
        }
        QVERIFY(contrastRatio(c.onAccent, c.first) >= 7 && contrastRatio(c.hairline, c.card) >= 3);
        QCOMPARE(inked(Ink::Card, true), c.card); // of pictures and plots, too
        QCOMPARE(inked(Ink::Hairline, true), c.hairline);
        QVERIFY(inked(Ink::Card, false) == lightTokens().card); // for paper
        const QPalette palette = QApplication::palette();
        QVERIFY(contrastRatio(palette.color(QPalette::Disabled, QPalette::Text), c.card) >= 4.5);
        applyTheme(ThemeMode::Light);
    }
    /// A button that cannot be pressed yet is told by its look, and its word is read all the same.
    void aLockedButtonCanBeRead_data() { everyTextIsReadable_data(); }
    void aLockedButtonCanBeRead() {
        QFETCH(bool, dark);
        applyTheme(dark ? ThemeMode::Dark : ThemeMode::Light);
        QPushButton button(QStringLiteral("Run it"));
        button.setProperty("primary", true);
        button.resize(120, 30);
        const auto contrast = [&button] {
            const QImage image = button.grab().toImage();
            const QColor ground = image.pixelColor(8, image.height() / 2);
            double most = 1;
            for (int y = 6; y < image.height() - 6; ++y) {
                for (int x = 10; x < image.width() - 10; ++x)
                    most = std::max(most, contrastRatio(image.pixelColor(x, y), ground));
            }
            return std::pair(most, ground);
        };
        const auto [open, accent] = contrast();
        button.setEnabled(false);
        const auto [locked, ground] = contrast();
        applyTheme(ThemeMode::Light);
        QVERIFY2(open >= 4.5 && locked >= 4.5, qPrintable(QString::number(locked)));
        QVERIFY(accent != ground);
    }
    /// Those of the catalogue and any that are added to it.
    void anyNumberOfStrategiesHaveLooksOfTheirOwn() {
        std::set<std::pair<Ink, std::vector<double>>> looks;
        for (std::size_t i = 0; i < sleepCatalog().size() + 60; ++i) {
            const LineLook look = lookNumber(i);
            QVERIFY2(looks.emplace(look.ink, look.dashes).second, qPrintable(QString::number(i)));
            for (const auto& [dark, card] : {std::pair(false, lightTokens().card), {true, darkTokens().card}})
                QVERIFY(contrastRatio(inked(look.ink, dark), card) >= 3);
            if (i < sleepCatalog().size())
                QCOMPARE(strategyLook(sleepCatalog()[i].id).dashes, look.dashes);
        }
        const LineLook unknown = strategyLook("nobody-knows");
        QVERIFY(looks.emplace(unknown.ink, unknown.dashes).second);
    }
    /// People know them by their colours from one version to the next.
    void knownStrategiesKeepTheirColours_data() {
        QTest::addColumn<QRgb>("light");
        QTest::addColumn<QList<qreal>>("dashes");
        const auto row = [](const char* id, QRgb light, const QList<qreal>& dashes) {
            QTest::newRow(id) << light << dashes;
        };
        row("precise-sleep", 0x0072b2, {});
        row("system-sleep", 0x9a6200, {6, 2});
        row("spin", 0xbf4a00, {2, 2});
        row("timer-sleep", 0xa0467e, {6, 2, 1.5, 2});
        row("hires-timer", 0x4059b5, {3, 2});
        row("sliced-sleep", 0x5c6675, {1.5, 2});
        row("remaining-sleep", 0x6f6800, {8, 3});
        row("absolute-sleep", 0x007d5c, {4, 2});
        row("adaptive", 0x1d2430, {});
        row("fixed-margin", 0x0072b2, {1, 2});
        row("delay-precise", 0x9a6200, {1, 2});
        row("quarter-granularity", 0xbf4a00, {1, 2});
        row("fixed-millisecond", 0xa0467e, {1, 2});
        row("peak-decay", 0x4059b5, {1, 2});
        row("last-overshoot", 0x5c6675, {1, 3});
        row("halving", 0x6f6800, {1, 2});
        row("stepped-peak", 0x007d5c, {1, 2});
        row("half-millisecond", 0x4059b5, {5, 2, 1, 2});
    }
    void knownStrategiesKeepTheirColours() {
        QFETCH(QRgb, light);
        QFETCH(QList<qreal>, dashes);
        const LineLook look = strategyLook(QTest::currentDataTag());
        QCOMPARE(inked(look.ink, false), QColor(light));
        QCOMPARE(QList<qreal>(look.dashes.begin(), look.dashes.end()), dashes);
    }
    void themesAreTold_data() { everyTextIsReadable_data(); }
    void themesAreTold() {
        QFETCH(bool, dark);
        applyTheme(dark ? ThemeMode::Dark : ThemeMode::Light);
        QCOMPARE(isDark(QApplication::palette()), dark);
        QCOMPARE(tokens().card, (dark ? darkTokens() : lightTokens()).card);
    }
    void idsGoBothWays() {
        for (const ThemeMode mode :
             {ThemeMode::System, ThemeMode::Light, ThemeMode::Dark, ThemeMode::Contrast}) {
            QCOMPARE(themeFromId(themeId(mode)), mode);
            QVERIFY(themeIds().contains(themeId(mode)));
        }
        QCOMPARE(themeFromId(QStringLiteral("rubbish")), ThemeMode::System);
    }
    void iconsAreFound() {
        for (const char* name : {"live", "start", "stop", "reset", "pause", "pin", "export", "copy", "menu",
                                 "hint", "warning", "record", "close"}) {
            const QImage image = themedIcon(QLatin1String(name), Qt::black).pixmap(24).toImage();
            bool drawn = false;
            for (int y = 0; y < image.height() && !drawn; ++y) {
                for (int x = 0; x < image.width() && !drawn; ++x)
                    drawn = image.pixelColor(x, y).alpha() > 0;
            }
            QVERIFY2(drawn, name);
        }
        QVERIFY(!programIcon().isNull());
    }
    /// The arrows of a spin box and the text of a combo box lie inside, and apart.
    void subControlsDoNotOverlap() {
        applyTheme(ThemeMode::Light);
        QSpinBox spin;
        spin.resize(160, 30);
        QStyleOptionSpinBox option;
        option.initFrom(&spin);
        const auto part = [&](QStyle::SubControl which) {
            return QApplication::style()->subControlRect(QStyle::CC_SpinBox, &option, which, &spin);
        };
        QVERIFY(spin.rect().contains(part(QStyle::SC_SpinBoxUp)));
        QVERIFY(spin.rect().contains(part(QStyle::SC_SpinBoxDown)));
        QVERIFY(!part(QStyle::SC_SpinBoxUp).intersects(part(QStyle::SC_SpinBoxDown)));
        QVERIFY(!part(QStyle::SC_SpinBoxUp).intersects(part(QStyle::SC_SpinBoxEditField)));
    }
};

JITTERSCOPE_TEST(ThemeTest)

} // namespace jitterscope::theme_test

#include "theme_test.moc"
