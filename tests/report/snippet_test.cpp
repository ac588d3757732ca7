// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/diagnosis/snippet.h"
#include "core/run/resolve.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace jitterscope::snippet_test {

using namespace std::chrono_literals;

// What is copied compiles and runs as it is pasted, where the language's tools are installed. Each loop runs
// 20 frames of a frame() that the test adds, and says how many there were.

namespace {

struct Language {
    const char* id;
    const char* file;    ///< name of the source
    const char* before;  ///< put before the snippet
    const char* after;   ///< put behind it
    QStringList tools;   ///< the first that is installed compiles or runs it
    QStringList options; ///< @FILE@ and @OUT@ are replaced
    bool compiled = true;
};

const QString kTree = QStringLiteral(JITTERSCOPE_TREE);

const std::vector<Language>& languages() {
    static const std::vector<Language> list{
        {"cpp-pacer",
         "loop.cpp",
         "",
         "#include <cstdio>\nint main() { int n = 0; pace([&] { return ++n < 20; }); std::printf(\"%d\\n\", "
         "n); }\n",
         {"g++", "clang++"},
         {"-std=c++20", "-Wall", "-Wextra", "-Werror", "-I" + QStringLiteral(JITTERSCOPE_INCLUDES),
          "-I" + kTree + "/include", "@FILE@", "-o", "@OUT@", QStringLiteral(JITTERSCOPE_LIBRARY),
          "-lpthread"}},
        {"cpp-header",
         "loop.cpp",
         "",
         "#include <cstdio>\nint main() { int n = 0; pace([&] { return ++n < 20; }); std::printf(\"%d\\n\", "
         "n); }\n",
         {"g++", "clang++"},
         {"-std=c++17", "-Wall", "-Wextra", "-Werror", "-I" + kTree + "/include/jitterscope", "@FILE@", "-o",
          "@OUT@", "-lpthread"}},
        {"cpp-posix",
         "loop.cpp",
         "",
         "#include <cstdio>\nint main() { int n = 0; pace([&] { return ++n < 20; }); std::printf(\"%d\\n\", "
         "n); }\n",
         {"g++", "clang++"},
         {"-std=c++17", "-Wall", "-Wextra", "-Wconversion", "-Werror", "@FILE@", "-o", "@OUT@", "-lpthread"}},
        {"c",
         "loop.c",
         "",
         "#include <stdio.h>\nstatic int n;\nstatic bool frame(void) { return ++n < 20; }\n"
         "int main(void) { pace(frame); printf(\"%d\\n\", n); return 0; }\n",
         {"gcc", "clang"},
         {"-std=c11", "-Wall", "-Wextra", "-Werror", "@FILE@", "-o", "@OUT@"}},
        {"rust",
         "loop.rs",
         "",
         "fn main() {\n    let mut n = 0;\n    pace(|| {\n        n += 1;\n        n < 20\n    });\n    "
         "println!(\"{}\", n);\n}\n",
         {"rustc"},
         {"--edition", "2024", "-D", "warnings", "@FILE@", "-o", "@OUT@"}},
        {"python",
         "loop.py",
         "",
         "\nn = 0\n\n\ndef frame():\n    global n\n    n += 1\n    return n < "
         "20\n\n\npace(frame)\nprint(n)\n",
         {"python3"},
         {"@FILE@"},
         false},
    };
    return list;
}

QString installed(const QStringList& tools) {
    for (const QString& tool : tools) {
        QProcess asked; // a shim on the path may stand for nothing
        asked.start(tool, {QStringLiteral("--version")});
        if (asked.waitForFinished(20'000) && asked.exitStatus() == QProcess::NormalExit &&
            asked.exitCode() == 0)
            return tool;
    }
    return {};
}

QByteArray run(const QString& program, const QStringList& arguments, const QString& folder) {
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(120'000);
    const QByteArray output = process.readAll();
    if (!ended || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return "failed: " + output;
    return output;
}

RunPlan planOf(std::string_view strategy, std::string_view policy, bool settings) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.policy = policyChoice(policy);
    plan.period = Period::parseRate("1000").value();
    if (settings) {
        plan.thread.slack = 1ns;
        plan.thread.realtime = true; // granted or not: the loop runs
        plan.thread.cpu = 0;
    }
    return plan;
}

} // namespace

class SnippetTest : public QObject {
    Q_OBJECT
private slots:
    void compilesAndRuns_data() {
        QTest::addColumn<int>("language");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<bool>("settings");
        for (int i = 0; i < static_cast<int>(languages().size()); ++i) {
            const char* const id = languages()[static_cast<std::size_t>(i)].id;
            QTest::addRow("%s, sleep", id) << i << "absolute-sleep"
                                           << "drop-and-rest" << false;
            QTest::addRow("%s, spin, settings", id) << i << "adaptive"
                                                    << "keep-working" << true;
        }
    }
    void compilesAndRuns() {
        QFETCH(int, language);
        QFETCH(QString, strategy);
        QFETCH(QString, policy);
        QFETCH(bool, settings);
        const Language& as = languages()[static_cast<std::size_t>(language)];
        const QString tool = installed(as.tools);
        if (tool.isEmpty())
            QSKIP(
                qPrintable(QStringLiteral("%1 is not installed").arg(as.tools.join(QStringLiteral(" or ")))));
        const SnippetEntry* const entry = findEntry(snippetCatalog(), as.id);
        QVERIFY(entry != nullptr);
        SnippetParts parts =
            snippetParts(planOf(strategy.toStdString(), policy.toStdString(), settings), 200us);
        parts.noDeepIdle = settings; // held or not: the loop runs
        const std::string text = entry->text(parts);
        QVERIFY(text.starts_with(std::string(entry->lead) + "1000 Hz: "));
        QVERIFY2(text.find('@') == std::string::npos, "a mark was left unfilled");
        QTemporaryDir folder;
        const QString source = folder.filePath(QLatin1String(as.file));
        QFile file(source);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(as.before) + QByteArray::fromStdString(text) + as.after);
        file.close();
        QStringList options = as.options;
        if (QByteArray(as.id) == "cpp-pacer" && kSanitized) // links only with that sanitizer
            QSKIP("the library is built with a sanitizer");
        options.replaceInStrings(QStringLiteral("@FILE@"), source);
        options.replaceInStrings(QStringLiteral("@OUT@"), folder.filePath(QStringLiteral("loop")));
        const QByteArray made = run(tool, options, folder.path());
        QVERIFY2(!made.startsWith("failed"), made.constData());
        const QByteArray said =
            as.compiled ? run(folder.filePath(QStringLiteral("loop")), {}, folder.path()) : made;
        QVERIFY2(said.trimmed().endsWith("20"), said.constData());
    }

    void parametersOfThePlanAreInThePacersCode() {
        RunPlan plan = planOf("precise-sleep", "keep-working", false);
        plan.strategy.values.set("x", 2.5);
        const std::string text = findEntry(snippetCatalog(), "cpp-pacer")->text(snippetParts(plan));
        QVERIFY(text.find("{\"precise-sleep\", {{\"x\", \"2.5\"}") != std::string::npos);
        QVERIFY(text.find("parseRate(\"1000\")") != std::string::npos);
    }

    /// A recommendation's code has the margin of the loop that was measured, Live's what its strategy
    /// learned.
    void theMarginIsTheOneThatIsSaid() {
        Recommendation recommendation;
        LoopEvidence evidence;
        evidence.plan = planOf("adaptive", "keep-working", false);
        evidence.metrics.frames = 1000;
        recommendation.pick = Candidate{"adaptive", false, evidence};
        QCOMPARE(snippetParts(targetOf("game-60"), recommendation).margin.count(), std::int64_t{500'000});
        QCOMPARE(snippetParts(planOf("absolute-sleep", "keep-working", false)).margin.count(),
                 std::int64_t{0});
        const std::string learned =
            findEntry(snippetCatalog(), "c")
                ->text(snippetParts(planOf("adaptive", "drop-and-rest", false), 120us));
        QVERIFY(learned.starts_with("// 1000 Hz: sleeps until 120 µs before the deadline, then spins\n"));
        QVERIFY(learned.find("margin = 120000") != std::string::npos);
    }

    void windowsCodeHasItsTimer() {
        const std::string text = findEntry(snippetCatalog(), "cpp-windows")
                                     ->text(snippetParts(planOf("adaptive", "drop-and-rest", false)));
        QVERIFY(text.find("CREATE_WAITABLE_TIMER_HIGH_RESOLUTION") != std::string::npos);
        QCOMPARE(text.find('@'), std::string::npos);
    }

    /// The cross compiler takes it, where that is installed. The longest of each is linked as well, unless it
    /// needs our library; it cannot be run here.
    void windowsCodeCompiles_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("strategy");
        QTest::addColumn<bool>("settings");
        for (const char* id : {"cpp-windows", "c-windows", "cpp-header", "cpp-pacer"}) {
            for (const char* strategy : {"adaptive", "system-sleep"}) {
                for (const bool settings : {false, true})
                    QTest::addRow("%s, %s%s", id, strategy, settings ? ", settings" : "")
                        << QByteArray(id) << QByteArray(strategy) << settings;
            }
        }
    }
    void windowsCodeCompiles() {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, strategy);
        QFETCH(bool, settings);
        const bool inC = id == "c-windows";
        const QString tool = installed({inC ? QStringLiteral("x86_64-w64-mingw32-gcc-posix")
                                            : QStringLiteral("x86_64-w64-mingw32-g++-posix")});
        if (tool.isEmpty())
            QSKIP("MinGW is not installed");
        SnippetParts parts = snippetParts(planOf(strategy.toStdString(), "drop-and-rest", settings), 200us);
        parts.system = SystemFamily::Windows;
        const QTemporaryDir folder;
        QFile file(folder.filePath(inC ? QStringLiteral("loop.c") : QStringLiteral("loop.cpp")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(findEntry(snippetCatalog(), id.toStdString())->text(parts)));
        file.write(inC ? "static int n;\nstatic bool frame(void) { return ++n < 20; }\n"
                         "int main(void) { pace(frame); return 0; }\n"
                       : "int main() { int n = 0; pace([&] { return ++n < 20; }); }\n");
        file.close();
        QStringList options{inC                 ? QStringLiteral("-std=c11")
                            : id == "cpp-pacer" ? QStringLiteral("-std=c++20")
                                                : QStringLiteral("-std=c++17"),
                            QStringLiteral("-Wall"),
                            QStringLiteral("-Wextra"),
                            QStringLiteral("-Werror"),
                            QStringLiteral("-D_WIN32_WINNT=0x0A00"),
                            QStringLiteral("-I") + QStringLiteral(JITTERSCOPE_INCLUDES),
                            QStringLiteral("-I") + kTree + QStringLiteral("/include"),
                            QStringLiteral("-I") + kTree + QStringLiteral("/include/jitterscope"),
                            file.fileName()};
        if (id == "cpp-pacer" || strategy != "adaptive" || !settings)
            options << QStringLiteral("-fsyntax-only");
        else
            options << QStringLiteral("-o") << folder.filePath(QStringLiteral("loop.exe"))
                    << QStringLiteral("-lwinmm") << QStringLiteral("-lavrt");
        const QByteArray said = run(tool, options, folder.path());
        QVERIFY2(!said.startsWith("failed"), said.constData());
    }
};

JITTERSCOPE_TEST(SnippetTest)

} // namespace jitterscope::snippet_test

#include "snippet_test.moc"
