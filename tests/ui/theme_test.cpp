// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sleep/sleep_catalog.h"
#include "ui/theme/icons.h"
#include "ui/theme/strategy_colours.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QSpinBox>
#include <QStyleOption>
#include <QTest>

#include <set>

using namespace jitterscope;
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
    void everyStrategyHasALookOfItsOwn() {
        std::set<std::pair<QRgb, QList<qreal>>> looks;
        for (const SleepEntry& entry : sleepCatalog()) {
            const StrategyLook& look = strategyLook(entry.id);
            QVERIFY2(look.id == entry.id, entry.id.data());
            QVERIFY(looks.emplace(look.light, look.dashes).second);
            QVERIFY(contrastRatio(QColor(look.light), lightTokens().card) >= 3);
            QVERIFY(contrastRatio(QColor(look.dark), darkTokens().card) >= 3);
        }
        QVERIFY(strategyLook("nobody-knows").id.empty());
    }
    void themesAreTold_data() { everyTextIsReadable_data(); }
    void themesAreTold() {
        QFETCH(bool, dark);
        applyTheme(dark ? ThemeMode::Dark : ThemeMode::Light);
        QCOMPARE(isDark(QApplication::palette()), dark);
        QCOMPARE(tokens().card, (dark ? darkTokens() : lightTokens()).card);
    }
    void idsGoBothWays() {
        for (const ThemeMode mode : {ThemeMode::System, ThemeMode::Light, ThemeMode::Dark})
            QCOMPARE(themeFromId(themeId(mode)), mode);
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

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
