// SPDX-License-Identifier: MIT
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

namespace jitterscope::cli_attach_test {

using Json = nlohmann::json;

namespace {

/// Runs a program, alone or listened to.
Called started(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessEnvironment(environment("C.UTF-8"));
    process.start(program, arguments);
    return finished(process);
}

QStringList attachTo(const QStringList& options, const QStringList& command) {
    return QStringList{"attach"} + options + QStringList{"--"} + command;
}

} // namespace

class CliAttachTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const char* name) const { return m_folder.filePath(name); }
    Json json(const char* name) const { return Json::parse(contentOf(path(name)).toStdString()); }

private slots:
    void loopsAreFound_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("boundary");
        QTest::addColumn<QString>("call");
        QTest::newRow("sleeps what is left") << "rest"
                                             << "wait"
                                             << "nanosleep";
        QTest::newRow("on a grid") << "grid"
                                   << "wait"
                                   << "clock-nanosleep";
        QTest::newRow("polls") << "poll"
                               << "work"
                               << "usleep";
        QTest::newRow("marks its frames") << "mark"
                                          << "mark"
                                          << "mark";
    }
    void loopsAreFound() {
        QFETCH(QString, kind);
        QFETCH(QString, boundary);
        QFETCH(QString, call);
        const Called called = jitterscope::call(attachTo({"--duration", "1s", "--json", path("a.json"),
                                                          "--csv", path("a.csv"), "--markdown", path("a.md")},
                                                         {JITTERSCOPE_LOOPS, kind, "300"}));
        QCOMPARE(called.code, 7); // its own
        QCOMPARE(called.out, QByteArray("300 frames\n"));
        const Json report = json("a.json");
        const std::string verdict = report["verdict"].get<std::string>();
        // On a busy machine, looks at the clock may last as long as frames: then what a frame is is open.
        if (kind == "poll" && report["answer"] == "ambiguous")
            QVERIFY2(verdict.find("it is unknown what one frame is") != std::string::npos, verdict.c_str());
        else
            QCOMPARE(QString::fromStdString(report["answer"].get<std::string>()), QString("found"));
        const Json& loop = report["loop"];
        QCOMPARE(QString::fromStdString(loop["boundary"].get<std::string>()), boundary);
        QCOMPARE(QString::fromStdString(loop["call"].get<std::string>()), call);
        QVERIFY(loop["rate_hz"].get<double>() < 120); // 100 asked for; slower on a busy machine
        QVERIFY(loop["site"].get<std::string>().starts_with("attach_loops+0x"));
        QVERIFY(loop["main_thread"].get<bool>());
        // Terminal, JSON and report say the same.
        QVERIFY(contentOf(path("a.md")).contains(verdict.substr(0, 20).c_str()));
        QVERIFY(called.err.simplified().contains(QByteArray::fromStdString(verdict).simplified()));
        // Nothing of the machine or its user.
        const QByteArray all = contentOf(path("a.json")) + contentOf(path("a.csv")) + contentOf(path("a.md"));
        QVERIFY(!all.contains(QFileInfo(JITTERSCOPE_LOOPS).path().toUtf8()));
        // Its frames are a run like others.
        const QByteArray csv = contentOf(path("a.csv"));
        const std::string said = loop["deadlines"].get<std::string>();
        const bool deadlines = said != "none";
        QVERIFY(csv.contains(QByteArray::fromStdString("# deadlines: " + said)));
        QCOMPARE(jitterscope::call({"summarize", path("a.csv")}).code, 0);
        const Called compared =
            jitterscope::call({"compare", path("a.csv"), path("a.csv"), "--json", path("c.json")});
        QCOMPARE(compared.code, 0);
        QCOMPARE(json("c.json")["a"]["tolerance_ns"].is_null(), !deadlines);
    }
    /// Wayland's commit is an inline function: it is heard where it sends its request. Other requests arrive
    /// as they were made.
    void waylandCommitsAreFrames_data() {
        QTest::addColumn<QString>("kind");
        QTest::newRow("today's libwayland") << "new";
        QTest::newRow("before 1.20") << "old";
    }
    void waylandCommitsAreFrames() {
        QFETCH(QString, kind);
        const Called called =
            jitterscope::call(attachTo({"--json", path("a.json")}, {JITTERSCOPE_WAYLAND_LOOP, kind, "200"}));
        QCOMPARE(called.code, 7);
        QCOMPARE(called.out,
                 QByteArray("commits 600, sum 864200\n")); // 400 of them the other object's; 200 × 4321
        const Json loop = json("a.json")["loop"];
        QCOMPARE(QString::fromStdString(loop["call"].get<std::string>()), QString("wl-commit"));
        QCOMPARE(QString::fromStdString(loop["boundary"].get<std::string>()), QString("present"));
        QVERIFY(loop["frames"].get<int>() >= 190); // one a commit of the surface, and no more
        QVERIFY(loop["frames"].get<int>() < 200);
    }
    void nothingThatWaitsIsSaid() {
        const Called called = jitterscope::call(
            attachTo({"--duration", "1s", "--json", path("a.json")}, {JITTERSCOPE_LOOPS, "spin", "100"}));
        QCOMPARE(called.code, 7);
        QCOMPARE(json("a.json")["answer"], Json("nothing-waits"));
        QVERIFY(json("a.json")["loop"].is_null());
    }

    /// What a listener may break: early sleeps, errno, EINTR and its remainder, cancellation, handlers that
    /// jump out, conditions, files, two hundred threads, fork, vfork, spawn, exec, and what children inherit.
    void aProgramDoesTheSame_data() {
        QTest::addColumn<QString>("cure");
        for (const char* cure : {"", "slack", "realtime", "pin", "idle", "exact"})
            QTest::newRow(cure[0] == '\0' ? "listened to" : cure) << cure;
    }
    void aProgramDoesTheSame() {
        QFETCH(QString, cure);
        const QString rounds = cure.isEmpty() ? "1" : "5"; // long enough that the cure is in force
        const Called alone = started(JITTERSCOPE_CASES, {rounds});
        QCOMPARE(alone.code, 7);
        QVERIFY(alone.out.contains("early sleeps: 0"));
        QStringList options{"--duration", "1s", "--block", "500ms"};
        if (!cure.isEmpty())
            options << "--cure" << cure;
        const Called heard = jitterscope::call(attachTo(options, {JITTERSCOPE_CASES, rounds}));
        const QList<QByteArray> lines = heard.out.split('\n');
        const QList<QByteArray> expected = alone.out.split('\n');
        for (qsizetype i = 0; i < std::min(lines.size(), expected.size()); ++i)
            QCOMPARE(lines[i], expected[i]);
        QCOMPARE(lines.size(), expected.size());
        QCOMPARE(heard.code, 7);
    }
    /// Functions that are wrapped are those that it would have got alone, however their libraries are loaded.
    void aProgramGetsItsOwnFunctions() {
        const Called alone = started(JITTERSCOPE_NAMES, {});
        QCOMPARE(alone.code, 7);
        const Called heard = jitterscope::call(attachTo({}, {JITTERSCOPE_NAMES}));
        QCOMPARE(heard.out, alone.out);
        QCOMPARE(heard.code, 7);
    }
    /// What shows its frames it may have asked another function for.
    void presentsAreFoundByTheirGetters_data() {
        QTest::addColumn<QString>("getter");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("call");
        QTest::newRow("GLX") << "glXGetProcAddress"
                             << "glXSwapBuffers"
                             << "glx-swap";
        QTest::newRow("GLX, as extension") << "glXGetProcAddressARB"
                                           << "glXSwapBuffers"
                                           << "glx-swap";
        QTest::newRow("EGL") << "eglGetProcAddress"
                             << "eglSwapBuffers"
                             << "egl-swap";
        QTest::newRow("EGL, of a part") << ""
                                        << "eglSwapBuffersWithDamageEXT"
                                        << "egl-swap";
    }
    void presentsAreFoundByTheirGetters() {
        QFETCH(QString, getter);
        QFETCH(QString, name);
        QFETCH(QString, call);
        const Called called =
            jitterscope::call(attachTo({"--json", path("a.json")}, {JITTERSCOPE_NAMES, getter, name}));
        QCOMPARE(called.code, 7);
        const Json loop = json("a.json")["loop"];
        QCOMPARE(QString::fromStdString(loop["call"].get<std::string>()), call);
    }
    /// A cure is tried where it can help, and otherwise it is said why not.
    void aCureHasAnAnswer() {
        const Called called = jitterscope::call(attachTo(
            {"--duration", "1s", "--cure", "slack,exact", "--block", "500ms", "--json", path("a.json")},
            {JITTERSCOPE_LOOPS, "rest", "1600"}));
        QCOMPARE(called.code, 7);
        const Json cures = json("a.json")["cures"];
        QCOMPARE(cures.size(), std::size_t{2});
        for (const Json& cure : cures) {
            if (cure["tried"].get<bool>())
                QVERIFY2(cure["pairs"].get<int>() >= 5, called.err.constData());
            else
                QVERIFY(!cure["why_not"].get<std::string>().empty());
        }
    }

    /// An exact wait that is never made has shown nothing.
    void waitsThatAreLeftAloneAreNotTried() {
        const Called called = jitterscope::call(
            attachTo({"--duration", "1s", "--cure", "exact", "--block", "500ms", "--json", path("a.json")},
                     {JITTERSCOPE_LOOPS, "wall", "400"}));
        QCOMPARE(called.code, 7);
        const Json cures = json("a.json")["cures"];
        QCOMPARE(cures.size(), std::size_t{1});
        QVERIFY2(!cures[0]["tried"].get<bool>(), called.err.constData());
    }
    void kindsAreToldApart_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("found");
        QTest::newRow("fixed") << "usleep"
                               << "fixed-sleep";
        QTest::newRow("handoff") << "clock-nanosleep"
                                 << "deadline";
        QTest::newRow("relgrid") << "nanosleep"
                                 << "deadline";
        QTest::newRow("pause") << "pause"
                               << "event";
        QTest::newRow("sigtimed") << "sigtimedwait"
                                  << "fixed-sleep";
        QTest::newRow("syscall") << "nanosleep"
                                 << "fixed-sleep";
        QTest::newRow("pipe") << "read"
                              << "event";
        QTest::newRow("yields") << "sched-yield"
                                << "spin";
    }
    void kindsAreToldApart() {
        QFETCH(QString, call);
        QFETCH(QString, found);
        // Real loops on a real machine: one that others starve does not show its kind, so it has three tries.
        Json report;
        for (int tries = 0; tries < 3; ++tries) {
            const Called called =
                jitterscope::call(attachTo({"--duration", "2s", "--json", path("a.json")},
                                           {JITTERSCOPE_KINDS, QString(QTest::currentDataTag()), "130"}));
            QCOMPARE(called.code, 7);
            report = json("a.json");
            if (report["answer"] == "found" && report["loop"]["kind"] == found.toStdString())
                break;
        }
        QCOMPARE(report["answer"], Json("found"));
        QCOMPARE(QString::fromStdString(report["loop"]["call"].get<std::string>()), call);
        QCOMPARE(QString::fromStdString(report["loop"]["kind"].get<std::string>()), found);
        QVERIFY(report["loop"]["main_thread"].get<bool>());
        QVERIFY(report["loop"]["rate_hz"].get<double>() < 60); // 50; slower on a busy machine
    }
    /// It blocks in a call that is not listened to: which one is seen from outside.
    void aStallIsNamed() {
        Json report;
        for (int tries = 0; tries < 3; ++tries) { // a machine that is busy may be the larger cause
            const Called called = jitterscope::call(attachTo({"--duration", "4s", "--json", path("a.json")},
                                                             {JITTERSCOPE_KINDS, "stall", "200"}));
            QCOMPARE(called.code, 7);
            report = json("a.json");
            if (report["verdict"].get<std::string>().find("write of a pipe") != std::string::npos)
                break;
        }
        QVERIFY2(report["verdict"].get<std::string>().find("because it is blocked in write of a pipe") !=
                     std::string::npos,
                 report["verdict"].get<std::string>().c_str());
        QCOMPARE(report["blocked"]["calls"][0]["call"], Json("write"));
        QCOMPARE(report["blocked"]["calls"][0]["object"], Json("a pipe"));
    }
    /// Any system call of the listener would end it.
    void aFilterEndsNobody() {
        const Called called =
            jitterscope::call(attachTo({"--duration", "1s", "--cure", "slack", "--json", path("a.json")},
                                       {JITTERSCOPE_KINDS, "filter", "150"}));
        QCOMPARE(called.code, 7);
        QCOMPARE(called.out, QByteArray("lived\n"));
        const Json report = json("a.json");
        QCOMPARE(report["answer"], Json("found"));
        QVERIFY(!report["cures"][0]["tried"].get<bool>());
        QVERIFY(called.err.simplified().contains("allows itself only some system calls"));
    }
    void aFileThatIsCutOffHarmsNobody() {
        const Called called = jitterscope::call(
            attachTo({"--duration", "60s", "--json", path("a.json")}, {JITTERSCOPE_KINDS, "cuts", "60"}));
        QCOMPARE(called.code, 7);
        QCOMPARE(json("a.json")["answer"], Json("found"));
    }
    /// Where poll() is refused the summary is printed all the same, and where waiting for children is, the
    /// end of the program is seen.
    void refusedCallsLoseNothing() {
        const Called called = started(JITTERSCOPE_KINDS, QStringList{"refuses", JITTERSCOPE_CLI} +
                                                             attachTo({"--duration", "1s", "--json", "-"},
                                                                      {JITTERSCOPE_LOOPS, "rest", "150"}));
        if (called.code == 8)
            QSKIP("no filter may be set here");
        QCOMPARE(called.code, 125); // the filter is the program's too, and keeps the listener out
        // While it runs, it is seen that the library is in it.
        QVERIFY2(called.out.contains("\"answer\": \"silent\"") ||
                     called.out.contains("\"answer\": \"elsewhere\""),
                 called.out.constData());
    }
    void whoComputesIsSaidToCompute() {
        const Called called = jitterscope::call(
            attachTo({"--duration", "1s", "--json", path("a.json")}, {JITTERSCOPE_KINDS, "busy", "60"}));
        QCOMPARE(called.code, 7);
        const Json report = json("a.json");
        QCOMPARE(report["answer"], Json("nothing-waits"));
        QVERIFY(report["verdict"].get<std::string>().starts_with("It ended after 1."));
    }
    /// A launcher ends, and what it has started is the program.
    void whatALauncherHasStartedIsFollowed() {
        for (const QStringList& command :
             {QStringList{"sh", "-c", "\"$0\" handoff 200 </dev/null >/dev/null 2>&1 & exit 3",
                          JITTERSCOPE_KINDS},
              QStringList{"sh", "-c", "\"$0\" daemon 200; exit 3", JITTERSCOPE_KINDS}}) {
            const Called called =
                jitterscope::call(attachTo({"--duration", "2s", "--json", path("a.json")}, command));
            QCOMPARE(called.code, 3); // the launcher's own
            const Json report = json("a.json");
            QCOMPARE(report["answer"], Json("found"));
            QCOMPARE(report["loop"]["program"], Json("attach_kinds"));
        }
    }
    /// An emptied environment loses the listener: that is said, and not that the program computes.
    void aProgramWithoutTheListenerIsNamed_data() {
        QTest::addColumn<QString>("frames");
        QTest::newRow("it runs on") << "600";
        QTest::newRow("it has ended before the listening") << "120"; // 2.4 s
    }
    void aProgramWithoutTheListenerIsNamed() {
        QFETCH(QString, frames);
        const Called called = jitterscope::call(
            attachTo({"--json", path("a.json")}, {"env", "-i", JITTERSCOPE_KINDS, "handoff", frames}));
        QCOMPARE(called.code, 125);
        const Json report = json("a.json");
        QCOMPARE(report["answer"], Json("elsewhere"));
        QVERIFY(report["verdict"].get<std::string>().find("The listener is not in attach_kinds") !=
                std::string::npos);
    }
    void signalsPassThrough() {
        QProcess process;
        process.setProcessEnvironment(environment("C.UTF-8"));
        process.start(JITTERSCOPE_CLI,
                      attachTo({"--json", path("a.json")}, {"sh", "-c", "echo ready; exec sleep 60"}));
        QVERIFY(process.waitForReadyRead(20'000));
        QCOMPARE(process.readAllStandardOutput(), QByteArray("ready\n"));
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(finished(process).code, 128 + SIGTERM);
    }
    /// A program may go on after a signal: the next one is meant for it too.
    void laterSignalsPassThrough() {
        QProcess process;
        process.setProcessEnvironment(environment("C.UTF-8"));
        process.start(JITTERSCOPE_CLI, attachTo({}, {"sh", "-c",
                                                     "trap 'echo again' HUP; echo ready;"
                                                     "while :; do sleep 0.05; done"}));
        int left = 3;
        for (const char* said : {"ready\n", "again\n", "again\n"}) {
            QVERIFY(process.bytesAvailable() > 0 || process.waitForReadyRead(20'000));
            QCOMPARE(process.readAllStandardOutput(), QByteArray(said));
            ::kill(static_cast<pid_t>(process.processId()), --left == 0 ? SIGTERM : SIGHUP);
        }
        QCOMPARE(finished(process).code, 128 + SIGTERM);
    }
    /// Who starts it may ignore the end of children, which is handed down.
    void childrenMayHaveBeenIgnored() {
        const Called called = started("env", {"--ignore-signal=CHLD", JITTERSCOPE_CLI, "attach", "--", "sh",
                                              "-c", "sleep 0.1; grep SigIgn /proc/self/status; exit 7"});
        QCOMPARE(called.code, 7);
        const QByteArray ignored = called.out.trimmed().split('\t').last();
        QCOMPARE((ignored.toULongLong(nullptr, 16) >> (SIGCHLD - 1)) & 1U, 0ULL); // its usual effect
    }
    /// A list of libraries is split at blanks and colons, also in the folder of a link.
    void itsFolderMayHaveAnyName() {
        QVERIFY(QDir(m_folder.path()).mkdir("a place: mine"));
        const QFileInfo cli(JITTERSCOPE_CLI);
        for (const QString& name : {cli.fileName(), QString("libjitterscope-listen.so")})
            QVERIFY(QFile::copy(cli.path() + "/" + name, path("a place: mine/") + name));
        const Called called =
            started("env", QStringList{"XDG_RUNTIME_DIR=" + path("a place: mine"),
                                       path("a place: mine/") + cli.fileName()} +
                               attachTo({"--json", path("a.json")}, {JITTERSCOPE_LOOPS, "rest", "60"}));
        QCOMPARE(called.code, 7);
        QCOMPARE(json("a.json")["answer"], Json("found"));
    }
    /// No memory for the listener's file, or for the rows of a thread: then it is not listened to.
    void memoryThatRunsOutKillsNobody_data() {
        QTest::addColumn<QString>("filled");
        QTest::newRow("for rows") << "0";
        QTest::newRow("for anything") << "65536";
    }
    void memoryThatRunsOutKillsNobody() {
        QFETCH(QString, filled);
        const QString folder = path("small");
        QVERIFY(QDir().mkpath(folder));
        const QString library = QFileInfo(JITTERSCOPE_CLI).path() + "/libjitterscope-listen.so";
        const Called called = started("unshare", {"--map-root-user", "--mount", "sh", "-c",
                                                  "mount -t tmpfs -o size=64k none \"$1\" || exit 77;"
                                                  "head -c $3 /dev/zero > \"$1/filled\";"
                                                  "exec 9< \"$1\"; flock 9 || exit 77;"
                                                  "LD_PRELOAD=\"$2\" JITTERSCOPE_LISTEN=\"$1\" sleep 0.01",
                                                  "sh", folder, library, filled});
        if (called.code == 77 || called.code == 1 || called.code == -1)
            QSKIP("no file system may be mounted here");
        QCOMPARE(called.code, 0);
    }
    void inputPassesThrough() {
        QProcess process;
        process.setProcessEnvironment(environment("C.UTF-8"));
        process.start(JITTERSCOPE_CLI, attachTo({}, {"cat"}));
        process.write("hello\n");
        process.closeWriteChannel();
        const Called called = finished(process);
        QCOMPARE(called.out, QByteArray("hello\n"));
        QCOMPARE(called.code, 0);
    }

    void refusalsComeBeforeTheStart_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("no program") << QStringList{"attach"} << 2 << QByteArray("attach takes a program");
        QTest::newRow("an empty name") << attachTo({}, {""}) << 2 << QByteArray("attach takes a program");
        QTest::newRow("it runs already") << QStringList{"attach", "--pid", "1"} << 2
                                         << QByteArray("a program that runs already cannot be listened to");
        QTest::newRow("unknown program") << attachTo({}, {"no-such-program"}) << 125
                                         << QByteArray("there is no program 'no-such-program'");
        QTest::newRow("a folder") << attachTo({}, {"/tmp/"}) << 125 << QByteArray("is a folder");
        QTest::newRow("unknown cure")
            << attachTo({"--cure", "prayer"}, {"true"}) << 2 << QByteArray("--cure 'prayer': unknown");
        QTest::newRow("no loop") << attachTo({"--loop", "x"}, {"true"}) << 2
                                 << QByteArray("--loop 'x': not a loop");
        QTest::newRow("too short") << attachTo({"--duration", "1ms"}, {"true"}) << 2
                                   << QByteArray("--duration '1ms': out of range");
        QTest::newRow("no place for the file")
            << attachTo({"--json", "/no/such/folder/x"}, {"true"}) << 125 << QByteArray("/no/such/folder");
    }
    void refusalsComeBeforeTheStart() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QByteArray, said);
        const Called called = jitterscope::call(arguments);
        QCOMPARE(called.code, code);
        QVERIFY2(called.err.contains(said), called.err.constData());
        QCOMPARE(called.err.count('\n'), 1);
    }
};

JITTERSCOPE_TEST(CliAttachTest)

} // namespace jitterscope::cli_attach_test

#include "cli_attach_test.moc"
