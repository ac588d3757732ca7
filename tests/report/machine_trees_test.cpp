// SPDX-License-Identifier: MIT
// Recorded machines: machines/NAME.tree says what a machine's files hold before (---) and after (+++) a run,
// and what must be concluded from them (expect). docs/facts.md has them as a table.
#include "core/base/parse.h"
#include "core/machine/snapshot.h"
#include "core/platform/counters.h"
#include "tests/report/sample_runs.h"
#include "tests/support/cpu_time.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <set>

namespace jitterscope::machine_trees_test {

namespace {

constexpr int kThread = 101; // the measuring one, in every tree that has one
const QString kTrees = QStringLiteral(JITTERSCOPE_MACHINES);

/// One file of machines/.
struct Recorded {
    QStringList expected;
    std::map<QString, QByteArray> before;
    std::map<QString, QByteArray> after;
};

Recorded recorded(const QString& name) {
    Recorded tree;
    QByteArray* file = nullptr;
    const QList<QByteArray> lines = contentOf(kTrees + "/" + name + ".tree").split('\n');
    for (const QByteArray& line : lines) {
        if (line.startsWith("--- "))
            file = &tree.before[QString::fromUtf8(line.mid(4))];
        else if (line.startsWith("+++ "))
            file = &tree.after[QString::fromUtf8(line.mid(4))];
        else if (file != nullptr)
            *file += line + "\n";
        else if (line.startsWith("expect "))
            tree.expected << QString::fromUtf8(line.mid(7));
    }
    return tree;
}

QStringList treeNames() {
    QStringList names;
    for (const QFileInfo& file : QDir(kTrees).entryInfoList({"*.tree"}, QDir::Files))
        names << file.completeBaseName();
    return names;
}

/// Files below a folder of their own.
class Machine {
public:
    Machine() = default;
    explicit Machine(const std::map<QString, QByteArray>& files) { put(files); }
    void put(const std::map<QString, QByteArray>& files) {
        for (const auto& [path, content] : files)
            put(path, content);
    }
    void put(const QString& path, const QByteArray& content) {
        const QString whole = m_root.path() + "/" + path;
        QDir().mkpath(whole.left(whole.lastIndexOf('/')));
        writeTo(whole, content);
    }
    [[nodiscard]] std::string root() const { return m_root.path().toStdString(); }
    [[nodiscard]] MachineSnapshot snapshot() const { return takeSnapshot(root(), kThread); }

private:
    QTemporaryDir m_root;
};

/// All that is concluded from a tree.
struct Conclusion {
    std::map<std::string, Fact> facts;
    MachineUse use;
};

Conclusion conclude(const Recorded& tree) {
    Machine machine(tree.before);
    Conclusion found;
    std::vector<Fact> facts = readFacts(machine.root());
    const MachineSnapshot before = machine.snapshot();
    machine.put(tree.after);
    const MachineSnapshot after = machine.snapshot();
    found.use = useBetween(before, after);
    for (const Fact& fact : runFacts(before, after))
        facts.push_back(fact);
    for (const Fact& fact : facts)
        found.facts[fact.id] = fact;
    return found;
}

/// What the line `expect …` wants, in the words of the same line: equal if it holds.
QString concluded(const Conclusion& found, const QString& line) {
    const QStringList words = line.split(' ');
    if (words[0] == "cost") {
        const auto fact = found.facts.find(words[1].toStdString());
        const bool known = fact != found.facts.end() && fact->second.cost;
        return "cost " + words[1] + " " + (known ? QString::number(fact->second.cost->count()) : "absent");
    }
    if (words[0] == "process") {
        const QString name = line.section(' ', 1, -3);
        for (const ProcessUse& use : found.use.processes) {
            if (use.name == name.toStdString())
                return QString("process %1 %2 %3").arg(name).arg(use.cpuPercent).arg(use.processes);
        }
        return "process " + name + " absent";
    }
    const auto fact = found.facts.find(words[0].toStdString());
    if (fact == found.facts.end())
        return words[0] + " absent";
    const QString state = QString::fromStdString(std::string(factStateId(fact->second.state)));
    const QString value = QString::fromStdString(fact->second.value);
    return value.isEmpty() ? words[0] + " " + state : words[0] + " " + state + " " + value;
}

/// Empty if a fact has everything that it must have.
QString fault(const Fact& fact) {
    const bool unknown = fact.state == FactState::Unknown;
    if (fact.name.empty() || fact.why.empty() || fact.group.empty())
        return "lacks its name, reason or group";
    if (unknown != fact.value.empty())
        return "is unknown with a value, or known without";
    if (unknown && (fact.cost || !fact.doThis.empty()))
        return "is unknown, but costs or advises something";
    if (fact.doThis.empty() && !fact.undo.empty())
        return "undoes nothing";
    if (!fact.undo.empty() && fact.undo == fact.doThis)
        return "undoes what it does by doing it again";
    if ((fact.state == FactState::Good) && !fact.doThis.empty())
        return "is good, but wants something to be done";
    for (const std::string& text : {fact.value, fact.why, fact.doThis, fact.undo}) {
        if (text.find('\n') != std::string::npos || text.find('\0') != std::string::npos)
            return "has more than one line";
    }
    return {};
}

} // namespace

class MachineTreesTest : public QObject {
    Q_OBJECT

private slots:
    void eachMachineIsUnderstood_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : treeNames())
            QTest::newRow(name.toUtf8().constData()) << name;
        QVERIFY(treeNames().size() >= 12);
    }
    void eachMachineIsUnderstood() {
        QFETCH(QString, name);
        const Recorded tree = recorded(name);
        QVERIFY(tree.expected.size() >= 5);
        const Conclusion found = conclude(tree);
        std::set<QString> named;
        for (const QString& line : tree.expected) {
            QCOMPARE(concluded(found, line), line);
            named.insert(line.section(' ', 0, 0));
        }
        for (const auto& [id, fact] : found.facts) {
            QVERIFY2(fault(fact).isEmpty(), qPrintable(QString::fromStdString(id) + " " + fault(fact)));
            const bool spoils = fact.state == FactState::Warn || fact.state == FactState::Bad;
            QVERIFY2(!spoils || named.count(QString::fromStdString(id)) == 1,
                     id.c_str()); // none comes unexpected
        }
    }

    /// Every file of every tree says something else, or nothing that could be right.
    void garbageIsNeverBad_data() { eachMachineIsUnderstood_data(); }
    void garbageIsNeverBad() {
        QFETCH(QString, name);
        const QList<QByteArray> kinds{
            "",
            "\n\n\n",
            "-1",
            "99999999999999999999999 99999999999999999999 9999999999",
            QByteArray("\xff\x00\xfe (", 4) + QByteArray(70'000, '('),
            "max -5\nsome total=-3 avg10=nan\nCPU0 CPU-1\n0: 9223372036854775807 x\ncpu",
            "9223372036854775807 (a) 9223372036854775807 " + QByteArray("9223372036854775807 ").repeated(60)};
        for (const QByteArray& kind : kinds) {
            Recorded tree = recorded(name);
            for (auto* files : {&tree.before, &tree.after}) {
                for (auto& [path, content] : *files)
                    content = kind;
            }
            const Conclusion found = conclude(tree);
            for (const auto& [id, fact] : found.facts) {
                QVERIFY2(fact.state != FactState::Bad, (id + ": " + fact.value).c_str());
                QVERIFY2(fault(fact).isEmpty(), qPrintable(QString::fromStdString(id) + " " + fault(fact)));
            }
        }
    }

    void aRunThatWentBackwardsIsUnknownNotBad() {
        const Recorded tree = recorded("container-v2-throttled");
        Machine machine(tree.before);
        machine.put(tree.after);
        const MachineSnapshot later = machine.snapshot();
        machine.put(tree.before);
        for (const Fact& fact : runFacts(later, machine.snapshot())) // counters began anew
            QVERIFY2(fact.state == FactState::Unknown || fact.state == FactState::Good, fact.id.c_str());
    }

    void suspendAndSlewAreSeenByTheClocks() {
        MachineSnapshot before;
        before.monotonic = before.raw = before.boot = Nanoseconds(1'000'000'000);
        MachineSnapshot after;
        after.monotonic = *before.monotonic + Nanoseconds(10'000'000'000);
        after.raw = *before.raw + Nanoseconds(9'990'000'000); // 10 ms in 9.99 s: 1001.0 ppm
        after.boot = *after.monotonic + Nanoseconds(3'500'000'000);
        std::map<std::string, Fact> facts;
        for (const Fact& fact : runFacts(before, after))
            facts[fact.id] = fact;
        QCOMPARE(facts["run_suspend"].state, FactState::Warn);
        QCOMPARE(facts["run_suspend"].value, std::string("3.50 s"));
        QCOMPARE(facts["run_clock_slew"].state, FactState::Warn);
        QCOMPARE(facts["run_clock_slew"].value, std::string("1001.0 ppm"));
        after.raw = *before.raw + Nanoseconds(10'000'400'000); // −40 ppm
        QCOMPARE(runFacts(before, after).back().state, FactState::Good);
    }

    void processNamesStayOutOfTheFacts() {
        const Conclusion found = conclude(recorded("amd-desktop"));
        QVERIFY(!found.use.processes.empty() && found.use.processes.size() <= 5);
        QCOMPARE(found.use.processes.front().name, std::string("cc1plus"));
        for (const ProcessUse& use : found.use.processes) {
            QVERIFY(use.name != "jitterscope-cli");
            for (const auto& [id, fact] : found.facts) {
                for (const std::string& text : {fact.value, fact.why, fact.doThis, fact.undo})
                    QVERIFY2(use.name == "ld" || text.find(use.name) == std::string::npos, id.c_str());
            }
        }
    }

    /// 4096 processors, each with all its files' numbers, and more processes than are looked at.
    void fourThousandProcessors() {
        Machine machine;
        QByteArray stat;
        QByteArray info;
        for (int i = 0; i < 4096; ++i) {
            const QByteArray number = QByteArray::number(i);
            // a month of ticks: their sum in nanoseconds would overflow
            stat += "cpu" + number + " 100000000 0 100000000 60000000 0 0 0 0 0 0\n";
            info +=
                "processor : " + number + "\nmodel name : Big\nflags : fpu " + QByteArray(200, 'f') + "\n\n";
        }
        const QByteArray all = "cpu 409600000000 0 409600000000 245760000000 0 0 0 0 0 0\n";
        machine.put("proc/stat", all + stat);
        machine.put("proc/cpuinfo", info);
        machine.put("sys/devices/system/cpu/online", "0-4095");
        machine.put("proc/self/status", "Cpus_allowed_list:\t0-4095");
        machine.put("proc/self/stat", "1 (me) S 0" + QByteArray(" 0").repeated(40));
        machine.put("proc/uptime", "2592000.00 1");
        for (int i = 2; i < 5000; ++i)
            machine.put("proc/" + QString::number(i) + "/stat",
                        QByteArray::number(i) + " (many) S 0" + QByteArray(" 0").repeated(40));
        MachineSnapshot before;
        QVERIFY(readFacts(machine.root()).size() > 30);
        const double shortest = leastCpuMillisecondsOf(3, [&] { before = machine.snapshot(); });
        qInfo("a snapshot of 4096 processors and 5000 processes: %.0f ms", shortest);
        QCOMPARE(before.processors.size(), std::size_t{4096});
        QVERIFY(before.processes.size() > 4000 && before.processes.size() <= 4096);
        machine.put("proc/stat", "cpu 409600409600 0 409600000000 245760409600 0 0 0 0 0 0\n" + stat);
        machine.put("proc/uptime", "2592002.00 1");
        const MachineUse use = useBetween(before, machine.snapshot());
        QCOMPARE(use.othersPercent.value_or(-1), 50.0); // 409600 busy, 409600 idle
        QVERIFY2(shortest <= 1000, "it is bounded");
    }

    void thisMachineIsReadInTime() {
        std::vector<Fact> facts;
        MachineSnapshot before;
        const double forFacts = leastCpuMillisecondsOf(5, [&] { facts = readFacts(); });
        const double forSnapshot =
            leastCpuMillisecondsOf(5, [&] { before = takeSnapshot("/", thisThread()); });
        qInfo("facts %.1f ms, a snapshot %.1f ms with %zu processes", forFacts, forSnapshot,
              before.processes.size());
        QVERIFY(forFacts <= 200 && forSnapshot <= 200);
        QVERIFY(before.monotonic && before.raw && before.boot && before.machine && before.own &&
                before.thread);
        for (const Fact& fact : facts)
            QVERIFY2(fault(fact).isEmpty(), qPrintable(QString::fromStdString(fact.id) + " " + fault(fact)));
    }

    /// docs/facts.md has a row `| id |` for each fact and each machine, and for nothing else.
    void theNoteHasThemAll() {
        std::set<QString> wanted;
        const Machine none;
        for (const Fact& fact : readFacts(none.root()))
            wanted.insert(QString::fromStdString(fact.id));
        for (const Fact& fact : runFacts(MachineUse{}))
            wanted.insert(QString::fromStdString(fact.id));
        for (const QString& name : treeNames())
            wanted.insert(name);
        const QString note = QString::fromUtf8(contentOf(QStringLiteral(JITTERSCOPE_FACTS_NOTE)));
        std::set<QString> there;
        const QRegularExpression row("^\\| `([a-z0-9_-]+)` \\|", QRegularExpression::MultilineOption);
        for (auto rows = row.globalMatch(note); rows.hasNext();)
            there.insert(rows.next().captured(1));
        for (const QString& name : wanted)
            QVERIFY2(there.count(name) == 1, qPrintable(name + " is not in docs/facts.md"));
        for (const QString& name : there)
            QVERIFY2(wanted.count(name) == 1, qPrintable(name + " is in docs/facts.md alone"));
    }
};

JITTERSCOPE_TEST(MachineTreesTest)

} // namespace jitterscope::machine_trees_test

#include "machine_trees_test.moc"
