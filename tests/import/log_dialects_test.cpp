// SPDX-License-Identifier: MIT
// docs/logs.md has a table of dialects; each file is opened as it stands, and is right, asked about or
// refused.
#include "core/import/log_catalog.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include <cmath>
#include <fstream>

namespace jitterscope::log_dialects_test {

using Json = nlohmann::json;

namespace {

struct DialectRow {
    QString dialect, file, outcome;
};

std::vector<DialectRow> tableRows() {
    QFile note(QStringLiteral(JITTERSCOPE_LOGS_NOTE));
    std::vector<DialectRow> rows;
    if (!note.open(QIODevice::ReadOnly))
        return rows;
    const QString text = QString::fromUtf8(note.readAll());
    const QRegularExpression row(QStringLiteral("^\\| (.+) \\| `([^`]+)` \\| (.+) \\|$"),
                                 QRegularExpression::MultilineOption);
    const QString table = text.mid(text.indexOf(QStringLiteral("## The table of dialects")));
    for (auto match = row.globalMatch(table); match.hasNext();) {
        const QRegularExpressionMatch each = match.next();
        rows.push_back({each.captured(1), each.captured(2), each.captured(3)});
    }
    return rows;
}

const QString kLogs = QStringLiteral(JITTERSCOPE_LOGS);
const QString kAsked = QStringLiteral(JITTERSCOPE_LOGS "/../asked");

QString pathOf(const QString& file) {
    const QString log = kLogs + QLatin1Char('/') + file;
    return QFile::exists(log) ? log : kAsked + QLatin1Char('/') + file;
}

} // namespace

class LogDialectsTest : public QObject {
    Q_OBJECT
private slots:
    void everyFileHasItsRow() {
        QStringList rows;
        for (const DialectRow& row : tableRows())
            rows += row.file;
        QStringList files = QDir(kLogs).entryList(QDir::Files) + QDir(kAsked).entryList(QDir::Files);
        rows.sort();
        files.sort();
        QCOMPARE(rows, files);
    }

    void eachComesOutAsTheTableSays_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("outcome");
        for (const DialectRow& row : tableRows())
            QTest::newRow(qPrintable(row.dialect)) << row.file << row.outcome;
    }
    void eachComesOutAsTheTableSays() {
        QFETCH(QString, file);
        QFETCH(QString, outcome);
        const Result<ImportedLog> log = readLog(pathOf(file).toStdString());
        if (!log && log.error().code == ErrorCode::Unsupported)
            QSKIP("built without the library");
        const std::string said = log ? "" : log.error().message() + " / " + log.error().hint;
        if (outcome.startsWith("right")) {
            QVERIFY2(log.ok(), said.c_str());
            isRight(file, outcome, log.value());
            return;
        }
        QVERIFY2(!log, "taken without a word");
        QVERIFY2(!log.error().hint.empty(), said.c_str()); // the way on
        QVERIFY2((log.error().code == ErrorCode::Usage) == outcome.startsWith("asked"), said.c_str());
        const QString what = outcome.section(QStringLiteral(": "), 1);
        const QString words = QString::fromStdString(said);
        if (outcome.startsWith("asked") && !what.startsWith("save"))
            QVERIFY2(words.contains(QStringLiteral("--") + what) || words.contains("column"), said.c_str());
        else
            QVERIFY2(words.contains(what.section(QLatin1Char(' '), 0, 0)), said.c_str());
    }

private:
    /// The figures that golden.py computes, and what the table says is said.
    static void isRight(const QString& file, const QString& outcome, const ImportedLog& log) {
        static const Json golden = Json::parse(std::ifstream(JITTERSCOPE_GOLDEN));
        const Json& runs = golden[file.toStdString()][2]["runs"];
        QCOMPARE(log.runs.size(), runs.size());
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const Summary& summary = log.runs[i].summary;
            QCOMPARE(summary.count, runs[i]["count"].get<std::int64_t>());
            for (const auto& [name, value] : {std::pair{"p50", summary.p50}, std::pair{"p99", summary.p99},
                                              std::pair{"max", summary.max}}) {
                QVERIFY2(runs[i][name].is_null() == !value.has_value(), name);
                if (value)
                    QVERIFY2(std::abs(*value - runs[i][name].get<double>()) <= 0.5, name);
            }
        }
        const bool says = outcome.contains("said") || outcome.contains("cut");
        QCOMPARE(!log.warnings.empty(), says);
    }
};

JITTERSCOPE_TEST(LogDialectsTest)

} // namespace jitterscope::log_dialects_test

#include "log_dialects_test.moc"
