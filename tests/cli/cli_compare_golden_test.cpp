// SPDX-License-Identifier: MIT
#include "core/import/unpack.h"
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <cmath>
#include <fstream>

namespace jitterscope::cli_compare_golden_test {

using Json = nlohmann::json;

/// What `compare --json` says of an imported log, against golden.json, which Python computes from the same
/// file.
class CliCompareGoldenTest : public QObject {
    Q_OBJECT

    Json m_golden = Json::parse(std::ifstream(JITTERSCOPE_GOLDEN));

    static QStringList argumentsFor(const QString& name, std::size_t number, const Json& options,
                                    const Json& run) {
        const QString file = QStringLiteral(JITTERSCOPE_LOGS "/%1#%2").arg(name).arg(number);
        const QString limit = QString::number(run["beyond"]["limit"].get<std::int64_t>()) + "ns";
        QStringList arguments{"compare", file, file, "--json", "-", "--beyond", limit, "--tolerance", limit};
        for (const char* const option : {"process", "column", "unit"}) {
            if (options.contains(option))
                arguments << QStringLiteral("--") + option
                          << QString::fromStdString(options[option].get<std::string>());
        }
        return arguments;
    }

    static std::string quantityOf(const QString& name, const std::string& format, bool rate) {
        if (format.starts_with("cyclictest") || format == "stress-ng" || format == "perf-sched" ||
            name.startsWith("timerlat"))
            return "lateness";
        return rate ? "frame_time" : "duration";
    }

    static const Json& figureOf(const Json& comparison, const std::string& id) {
        static const Json none;
        for (const Json& figure : comparison["figures"]) {
            if (figure["id"] == id)
                return figure;
        }
        return none;
    }

    /// Both sides; they are the same run.
    static void same(const Json& comparison, const std::string& id, const Json& wanted, double within) {
        const Json& figure = figureOf(comparison, id);
        QVERIFY2(figure.is_object(), id.c_str());
        for (const char* const side : {"a", "b"}) {
            const bool equal = wanted.is_null() || figure[side].is_null()
                                   ? wanted.is_null() && figure[side].is_null()
                                   : std::abs(figure[side].get<double>() - wanted.get<double>()) <= within;
            QVERIFY2(equal, (id + ": " + figure[side].dump() + ", not " + wanted.dump()).c_str());
        }
    }

private slots:
    void figuresAreThoseOfAnIndependentReader_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, entry] : m_golden.items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void figuresAreThoseOfAnIndependentReader() {
        QFETCH(QString, name);
        const Json& entry = m_golden[name.toStdString()];
        if (entry[0] == "hdr-log" && !logs::inflateSupport().available)
            QSKIP("built without zlib");
        if (name.endsWith(".zst") && !logs::zstdSupport().available)
            QSKIP("built without libzstd");
        if (name == "fps-each-second.csv" || name == "openxr-toolkit.csv")
            QSKIP("frames counted in each second have no times to compare");
        const Json& runs = entry[2]["runs"];
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const Called called = call(argumentsFor(name, i + 1, entry[1], runs[i]));
            QVERIFY2(called.code == 0, called.err.constData());
            const Json comparison = Json::parse(called.out.toStdString());
            const std::string format = entry[0].get<std::string>();
            const std::string quantity = quantityOf(name, format, runs[i].contains("rate"));
            for (const char* const percentile :
                 {"p50", "p99", "p99_9"}) // half a ns: no log holds a finer time
                same(comparison, quantity + "." + percentile, runs[i][percentile], 0.5);
            const bool figuresAlone = runs[i]["p50"].is_null(); // no values, and no counts of them
            const Json share = figuresAlone ? Json(nullptr) : runs[i]["beyond"]["share"];
            if (quantity != "duration")
                same(comparison, quantity == "lateness" ? "late.fraction" : "frame_time.beyond", share,
                     1e-12);
        }
    }
};

JITTERSCOPE_TEST(CliCompareGoldenTest)

} // namespace jitterscope::cli_compare_golden_test

#include "cli_compare_golden_test.moc"
