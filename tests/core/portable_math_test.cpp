// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <string_view>

namespace jitterscope::portable_math_test {

namespace {

/// The nearest number to the true value, computed with 60 digits by Python's decimal: Decimal(x).ln(),
/// (Decimal(y) * Decimal(x).ln()).exp(), and the series of sine and cosine.
struct PortableRow {
    std::string_view function;
    double x;
    double y;
    double value;
};
constexpr PortableRow kRows[]{
    {"log", 0x1p-1, 0x0p+0, -0x1.62e42fefa39efp-1},
    {"log10", 0x1p-1, 0x0p+0, -0x1.34413509f79ffp-2},
    {"cbrt", 0x1p-1, 0x0p+0, 0x1.965fea53d6e3dp-1},
    {"exp", -0x1.2492492492492p-4, 0x0p+0, 0x1.dcb442bab408ep-1},
    {"pow", 0x1p-1, 0x1.b333333333333p+1, 0x1.8406003b2ae5dp-4},
    {"hypot", 0x1p-1, 0x1.dp+2, 0x1.d11a25cd6ed91p+2},
    {"log", 0x1.8p+1, 0x0p+0, 0x1.193ea7aad030bp+0},
    {"log10", 0x1.8p+1, 0x0p+0, 0x1.e8927964fd5fdp-2},
    {"cbrt", 0x1.8p+1, 0x0p+0, 0x1.7137449123ef6p+0},
    {"exp", -0x1.b6db6db6db6dbp-2, 0x0p+0, 0x1.4d896b8eddab2p-1},
    {"pow", 0x1.8p+1, 0x1.b333333333333p+1, 0x1.4f32da54b84e2p+5},
    {"hypot", 0x1.8p+1, 0x1.dp+2, 0x1.f627c54f1e0abp+2},
    {"log", 0x1.4p+3, 0x0p+0, 0x1.26bb1bbb55516p+1},
    {"log10", 0x1.4p+3, 0x0p+0, 0x1p+0},
    {"cbrt", 0x1.4p+3, 0x0p+0, 0x1.13c484138704fp+1},
    {"exp", -0x1.6db6db6db6db7p+0, 0x0p+0, 0x1.eace299fc26b5p-3},
    {"pow", 0x1.4p+3, 0x1.b333333333333p+1, 0x1.39fc5da59cf94p+11},
    {"hypot", 0x1.4p+3, 0x1.dp+2, 0x1.8b40772cc84e2p+3},
    {"log", 0x1.12e0be826d695p-30, 0x0p+0, -0x1.4b927f32bffb8p+4},
    {"log10", 0x1.12e0be826d695p-30, 0x0p+0, -0x1.2p+3},
    {"cbrt", 0x1.12e0be826d695p-30, 0x0p+0, 0x1.0624dd2f1a9fcp-10},
    {"exp", -0x1.3a256c02c62f3p-33, 0x0p+0, 0x1.fffffffec5da9p-1},
    {"pow", 0x1.12e0be826d695p-30, 0x1.b333333333333p+1, 0x1.460fbe823e8a4p-102},
    {"hypot", 0x1.12e0be826d695p-30, 0x1.dp+2, 0x1.dp+2},
    {"log", 0x1.e240c9fbe76c9p+16, 0x0p+0, 0x1.77281cad8a844p+3},
    {"log10", 0x1.e240c9fbe76c9p+16, 0x0p+0, 0x1.45db61a282512p+2},
    {"cbrt", 0x1.e240c9fbe76c9p+16, 0x0p+0, 0x1.8e58dab7da808p+5},
    {"exp", -0x1.1392bc8ff1f4ep+14, 0x0p+0, 0x0p+0},
    {"pow", 0x1.e240c9fbe76c9p+16, 0x1.b333333333333p+1, 0x1.6ba5df913f9a9p+57},
    {"hypot", 0x1.e240c9fbe76c9p+16, 0x1.dp+2, 0x1.e240ca09daed2p+16},
    {"log", 0x1.6a09e667f3bcdp+0, 0x0p+0, 0x1.62e42fefa39fp-2},
    {"log10", 0x1.6a09e667f3bcdp+0, 0x0p+0, 0x1.34413509f7ap-3},
    {"cbrt", 0x1.6a09e667f3bcdp+0, 0x0p+0, 0x1.1f59ac3c7d6cp+0},
    {"exp", -0x1.9dc22be484458p-3, 0x0p+0, 0x1.a256ffbe0c93bp-1},
    {"pow", 0x1.6a09e667f3bcdp+0, 0x1.b333333333333p+1, 0x1.9fdf8bcce533fp+1},
    {"hypot", 0x1.6a09e667f3bcdp+0, 0x1.dp+2, 0x1.d8bec3c150194p+2},
    {"sin", 0x1.6666666666666p-1, 0x0p+0, 0x1.49d6e694619b8p-1},
    {"cos", 0x1.6666666666666p-1, 0x0p+0, 0x1.87996529f9d93p-1},
    {"sin", -0x1.4p+1, 0x0p+0, -0x1.326af0dcfcab1p-1},
    {"cos", -0x1.4p+1, 0x0p+0, -0x1.9a2f7ef858b7dp-1},
    {"sin", 0x1p+2, 0x0p+0, -0x1.837b9dddc1eaep-1},
    {"cos", 0x1p+2, 0x0p+0, -0x1.4eaa606db24c1p-1},
    {"sin", 0x1.8p+2, 0x0p+0, -0x1.1e1f18ab0a2cp-2},
    {"cos", 0x1.8p+2, 0x0p+0, 0x1.eb9b7097822f5p-1},
    {"sin", 0x1.91p+6, 0x0p+0, -0x1.1bf00980dc35cp-2},
    {"cos", 0x1.91p+6, 0x0p+0, 0x1.ebec72ba6b0ecp-1},
};

double valueOf(const PortableRow& row) {
    if (row.function == "pow")
        return portable::pow(row.x, row.y);
    if (row.function == "hypot")
        return portable::hypot(row.x, row.y);
    if (row.function == "log")
        return portable::log(row.x);
    if (row.function == "log10")
        return portable::log10(row.x);
    if (row.function == "cbrt")
        return portable::cbrt(row.x);
    if (row.function == "exp")
        return portable::exp(row.x);
    return row.function == "sin" ? portable::sin(row.x) : portable::cos(row.x);
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

} // namespace

/// The same bits on every system: compared exactly.
class PortableMathTest : public QObject {
    Q_OBJECT

private slots:
    void theNearestNumberToTheTrueValue() {
        for (const PortableRow& row : kRows)
            QVERIFY2(valueOf(row) == row.value, row.function.data());
    }

    void powersOfTenAreExact() {
        for (int n = -300; n <= 300; ++n) {
            const double power = std::stod("1e" + std::to_string(n));
            QCOMPARE(portable::pow(10, n) == power, true);
            QCOMPARE(portable::log10(power) == n, true);
        }
    }

    void theEdgesAreThoseOfTheCLibrary() {
        QCOMPARE(portable::log(0), -kInfinity);
        QVERIFY(std::isnan(portable::log(-1)) && std::isnan(portable::log10(-1)));
        QVERIFY(std::isnan(portable::exp(std::nan(""))) && std::isnan(portable::pow(-2, 0.5)));
        QCOMPARE(portable::exp(1000), kInfinity);
        QCOMPARE(portable::exp(-1000), 0.0);
        QCOMPARE(portable::pow(0, 2), 0.0);
        QCOMPARE(portable::pow(0, -2), kInfinity);
        QCOMPARE(portable::pow(-2, 3), -8.0);
        QCOMPARE(portable::pow(-2, 2), 4.0);
        QCOMPARE(portable::pow(7, 0), 1.0);
        QCOMPARE(portable::cbrt(-27), -3.0);
        QCOMPARE(portable::cbrt(0), 0.0);
        QCOMPARE(portable::hypot(3e200, 4e200), 5e200);
        QCOMPARE(portable::hypot(0, 0), 0.0);
    }
};

JITTERSCOPE_TEST(PortableMathTest)

} // namespace jitterscope::portable_math_test

#include "portable_math_test.moc"
