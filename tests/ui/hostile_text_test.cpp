// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attach/attach_report.h"
#include "core/diagnosis/diagnosis.h"
#include "core/document/documents.h"
#include "core/import/log_json.h"
#include "core/import/open_runs.h"
#include "core/picture/picture.h"
#include "tests/attach/heard_reports.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"
#include "tests/ui/compare_fixture.h"
#include "tests/ui/shown_texts.h"
#include "ui/pages/diagnosis/diagnosis_page.h"
#include "ui/pages/labs/labs_page.h"
#include "ui/pages/program/program_page.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <atomic>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace jitterscope::hostile_text_test {

using namespace jitterscope::ui;

namespace {

/// A pipe that nobody may open. Who opens it to read is let go again, and remembered.
class Trap {
public:
    Trap() : m_path(m_folder.filePath(QStringLiteral("pipe")).toStdString()) {
        ::mkfifo(m_path.c_str(), 0600);
        m_thread = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                // Without a reader this is refused with ENXIO.
                if (const int pipe = ::open(m_path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC); pipe >= 0) {
                    m_opened = true;
                    ::close(pipe);
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
        });
    }
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    [[nodiscard]] bool opened() const noexcept { return m_opened; }

private:
    QTemporaryDir m_folder;
    std::string m_path;
    std::atomic<bool> m_opened = false;
    std::jthread m_thread;
};

/// Words that nobody expects in the place of a name.
struct Hostile {
    const char* kind;
    QByteArray words;
};

QList<Hostile> hostileWords(const std::string& pipe) {
    return {{"markup", QByteArray("<s>x</s><img src='file://").append(pipe.c_str()).append("'>")},
            {"controls", QByteArray("A\u202egnp\u202c\u2066B\x1b[31m\x07\u2028C")},
            {"megabyte", QByteArray(1'000'000, 'x')}};
}

/// Where a word begins and ends in a file.
struct Place {
    qsizetype begin;
    qsizetype length;
};

/// The first words of a text, with the blanks between them and without; the strings of JSON.
QList<Place> wordsOf(const QByteArray& bytes, bool json) {
    bool all = false;
    const int asked = qEnvironmentVariableIntValue("JITTERSCOPE_HOSTILE_WORDS", &all);
    const int most = all ? asked : kSanitized ? 40 : 300; // a header, the names in it, and the first rows
    QList<Place> places;
    const QString text = QString::fromLatin1(bytes);
    const QList<QRegularExpression> patterns =
        json ? QList{QRegularExpression(QStringLiteral("(?<=\")[^\"\\\\]+(?=\")"))}
             : QList{QRegularExpression(QStringLiteral("[A-Za-z_][A-Za-z0-9_.-]*")),
                     QRegularExpression(QStringLiteral("[A-Za-z_][^,;\t\n\"|]*"))};
    for (const QRegularExpression& pattern : patterns) {
        int found = 0;
        for (auto match = pattern.globalMatch(text); match.hasNext() && found < most; ++found) {
            const QRegularExpressionMatch word = match.next();
            places.append({word.capturedStart(), word.capturedLength()});
        }
    }
    return places;
}

QByteArray inPlace(const QByteArray& bytes, const Place& place, QByteArray words, bool json) {
    if (json) {
        words.replace("\x1b", "\\u001b").replace("\x07", "\\u0007");
    }
    return QByteArray(bytes).replace(place.begin, place.length, words);
}

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

/// In which of a run's texts the words stand.
std::set<std::string> fieldsWith(const ComparedRun& run, const std::string& words) {
    std::set<std::string> fields;
    const auto look = [&](const std::string& field, const std::string& text) {
        if (text.find(words) != std::string::npos)
            fields.insert(field);
    };
    look("name", run.name);
    look("note", run.note);
    look("recorded by", run.recordedBy);
    look("part", run.part);
    look("started", run.startedUtc);
    look("command", run.command);
    for (const auto& texts : {run.settings, run.facts}) {
        for (const auto& [key, value] : texts) {
            look("key", key);
            look("value", value);
        }
    }
    for (const auto& [field, list] :
         {std::pair{"disturbances", run.disturbances}, {"warnings", run.warnings}, {"lacks", run.lacks}}) {
        for (const std::string& text : list)
            look(field, text);
    }
    return fields;
}

/// A place in a file whose words come into a run, or into the refusal.
struct Gate {
    QString file;
    Place place;
    std::string field;
};

/// What is wrong with a report in the formats that other programs open.
QString faultOf(const Document& document) {
    QTextDocument page;
    page.setHtml(QString::fromStdString(html(document)));
    QTextDocument readme;
    readme.setMarkdown(QString::fromStdString(markdown(document)), QTextDocument::MarkdownDialectGitHub);
    for (const QTextDocument* const shown : {&page, &readme}) {
        if (const QString markup = markupIn(*shown); !markup.isEmpty())
            return (shown == &page ? "HTML, " : "Markdown, ") + markup;
        if (const QString command = commandIn(shown->toPlainText()); !command.isEmpty())
            return command;
    }
    for (const NamedPicture& picture : picturesOf(document)) {
        const std::string svg = svgText(picture.picture, SvgTheme::Light);
        if (svg.find("<s>") != std::string::npos || svg.find("\u202e") != std::string::npos)
            return QStringLiteral("markup in a figure");
    }
    return {};
}

bool isJson(const QByteArray& bytes) {
    return bytes.startsWith('{') || bytes.startsWith('[');
}

/// Of each format and each text of a run one place through which words get there.
QList<Gate> gatesOf(const QString& file, const QString& scratch, std::set<std::string>& known) {
    constexpr qint64 kMostBytes = 300'000;
    QFile source(file);
    if (source.size() > kMostBytes || !source.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = source.readAll();
    const bool json = isJson(bytes);
    const std::string words = "<s>x</s>";
    const QString copy = scratch + QLatin1Char('/') + QFileInfo(file).fileName();
    QList<Gate> gates;
    for (const Place& place : wordsOf(bytes, json)) {
        put(copy, inPlace(bytes, place, QByteArray::fromStdString(words), json));
        const Result<std::vector<ComparedRun>> runs = openRuns(copy.toStdString());
        std::set<std::string> fields;
        if (!runs && runs.error().message().find(words) != std::string::npos)
            fields.insert("refusal");
        std::string format = QFileInfo(file).suffix().toStdString();
        if (runs) {
            for (const ComparedRun& run : runs.value()) {
                fields.merge(fieldsWith(run, words));
                format = run.recordedBy.substr(0, run.recordedBy.find(' '));
            }
        }
        for (const std::string& field : fields) {
            if (known.insert(format + "/" + field).second)
                gates.append({file, place, field});
        }
    }
    return gates;
}

/// Of every format and every text of a run, a place in one of our fixtures.
const QList<Gate>& allGates() {
    static const QList<Gate> gates = [] {
        QStringList files;
        for (const char* folder : {"/tests/import/logs", "/tests/import/files-of-0.1"}) {
            QDirIterator all(QLatin1String(JITTERSCOPE_TREE) + QLatin1String(folder), QDir::Files,
                             QDirIterator::Subdirectories);
            while (all.hasNext())
                files << all.next();
        }
        files.sort();
        const QTemporaryDir scratch;
        std::set<std::string> known;
        QList<Gate> found;
        for (const QString& file : files)
            found += gatesOf(file, scratch.path(), known);
        return found;
    }();
    return gates;
}

} // namespace

/// Whatever another program writes into a file or a name: the window shows letters, opens nothing, and its
/// texts stay short. Reports neither hold it as markup. JITTERSCOPE_HOSTILE_WORDS: so many words of each file
/// are tried.
class HostileTextTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    Trap m_trap;

    /// Markup, turned text and commands for a terminal in one word.
    [[nodiscard]] QByteArray everything() const {
        QByteArray all;
        for (const Hostile& hostile : hostileWords(m_trap.path()).first(2))
            all += hostile.words;
        return all;
    }
    /// Each string of a JSON text in turn is hostile.
    template <typename Use>
    void inEachString(const QByteArray& json, const Use& use) {
        for (const Place& place : wordsOf(json, true))
            use(inPlace(json, place, everything(), true));
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }
    /// Qt shows tooltips and the texts of message boxes in labels of its own.
    void tooltipsAreLetters() { QVERIFY(tipsAreLetters()); }
    /// What the search finds in a log or a file of this program is put there, in every format.
    void logsAndSessions_data() {
        QTest::addColumn<QByteArray>("words");
        for (const Hostile& hostile : hostileWords(m_trap.path()))
            QTest::newRow(hostile.kind) << hostile.words;
    }
    void logsAndSessions() {
        QFETCH(const QByteArray, words);
        const QList<Gate>& gates = allGates();
        QVERIFY2(gates.size() > 40, qPrintable(QString::number(gates.size())));
        qInfo().noquote() << "places:" << gates.size();
        const QTemporaryDir folder;
        const CompareFixture f;
        std::vector<ReadFile> logs;
        int number = 0;
        for (const Gate& gate : gates) {
            QFile source(gate.file);
            QVERIFY(source.open(QIODevice::ReadOnly));
            const QByteArray bytes = source.readAll();
            const QString path =
                folder.filePath(QStringLiteral("%1-%2").arg(++number).arg(QFileInfo(gate.file).fileName()));
            put(path, inPlace(bytes, gate.place, words, isJson(bytes)));
            const Result<std::vector<ComparedRun>> runs = openRuns(path.toStdString());
            if (!runs) {
                emit f.page->failed(format::text(runs.error().message()));
                continue;
            }
            for (const ComparedRun& run : runs.value())
                f.runs().add(run);
            if (Result<ImportedLog> log = readLog(path.toStdString()))
                logs.emplace_back(std::move(log).value());
        }
        QCOMPARE(faultsOf(*f.window).join(QLatin1Char('\n')), QString());
        QVERIFY(!logs.empty());
        QCOMPARE(faultOf(summaryDocument(logs)), QString());
        QVERIFY(!m_trap.opened());
    }
    /// The two that are compared are named in sentences, keys and tables.
    void comparedRuns() {
        const CompareFixture f;
        for (const char* const strategy : {"absolute-sleep", "precise-sleep"}) {
            const Result<std::vector<ComparedRun>> runs =
                openRuns(f.samples("samples.csv", strategy).toStdString());
            QVERIFY(runs);
            ComparedRun run = runs.value().front();
            const std::string hostile = strategy + everything().toStdString();
            run.name = run.note = run.recordedBy = hostile;
            run.disturbances = run.warnings = run.lacks = {hostile};
            for (auto* const texts : {&run.settings, &run.facts}) {
                for (auto& [key, value] : *texts)
                    value = hostile;
            }
            f.runs().add(run);
        }
        QTRY_VERIFY_WITH_TIMEOUT(
            f.sentence().contains(QStringLiteral("<s>x</s>")) || !f.page->reportText().isEmpty(), kPatience);
        QCOMPARE(faultsOf(*f.window).join(QLatin1Char('\n')), QString());
        QVERIFY(!f.page->reportText().contains(QStringLiteral("<s>")));
        QVERIFY(!m_trap.opened());
    }
    /// Names of files and folders: recent ones, opened ones, refused ones.
    void namesOfFiles() {
        const QString name = QString::fromUtf8("<s>x<b>\u202egnp\x1b.csv");
        const QString path = m_folder.filePath(name);
        const CompareFixture f;
        QVERIFY(QFile::copy(f.samples("samples.csv", "absolute-sleep"), path));
        f.window->openFile(path);
        QTRY_VERIFY_WITH_TIMEOUT(!f.runs().entries().empty(), kPatience);
        f.window->openFile(m_folder.filePath(QString::fromUtf8("<s>x<b>\u202egnp\x1b.none")));
        for (QMenu* const menu : f.window->findChildren<QMenu*>())
            emit menu->aboutToShow();
        QCOMPARE(faultsOf(*f.window).join(QLatin1Char('\n')), QString());
    }
    void labFiles() {
        QFile saved(QLatin1String(JITTERSCOPE_TREE) + QLatin1String("/tests/faults/corpus/lab/well.jslab"));
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const CompareFixture f;
        const QString path = m_folder.filePath(QStringLiteral("hostile.jslab"));
        QStringList faults;
        inEachString(saved.readAll(), [&](const QByteArray& bytes) {
            put(path, bytes);
            f.window->openFile(path);
            faults += faultsOf(*f.window);
        });
        QCOMPARE(faults.join(QLatin1Char('\n')), QString());
        QVERIFY(!m_trap.opened());
    }
    /// Another version, or somebody's editor, has written them.
    void settings() {
        const QString path = m_folder.filePath(QStringLiteral("settings.json"));
        {
            Settings all(path);
            for (const Setting setting :
                 {Setting::Theme, Setting::Page, Setting::Geometry, Setting::Plan, Setting::EstimatorView,
                  Setting::ExportFolder, Setting::Labs, Setting::RecentRuns, Setting::Recording,
                  Setting::ProgramCommand, Setting::RecentPrograms})
                all.set(setting, QStringLiteral("words"));
            QVERIFY(all.save());
        }
        QFile saved(path);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QString changed = m_folder.filePath(QStringLiteral("changed.json"));
        QStringList faults;
        inEachString(saved.readAll(), [&](const QByteArray& bytes) {
            put(changed, bytes);
            MainWindow window({}, changed);
            window.show();
            for (QMenu* const menu : window.findChildren<QMenu*>())
                emit menu->aboutToShow();
            faults += faultsOf(window);
        });
        QCOMPARE(faults.join(QLatin1Char('\n')), QString());
        QVERIFY(!m_trap.opened());
    }
    /// Programs, threads and libraries name themselves.
    void programsAndThreads() {
        const std::string hostile = everything().toStdString();
        const auto hungry = [](int i) { return i % 9 == 0 ? 40 * kMs : 4 * kMs; };
        AttachReport report = relativeLoop(400, hungry, [](int) { return kMs / 10; });
        std::vector<HeardProgram> programs = report.programs.all();
        for (HeardProgram& program : programs) {
            program.name = hostile;
            program.modules = {{0, ~std::uint64_t{0}, 0, hostile}};
            DisplayServer server;
            program.servers = {server.thread()};
            program.servers.front().name = hostile;
            for (HeardThread& thread : program.threads)
                thread.name = hostile;
        }
        report.programs = programs;
        report.program = hostile;
        report.unheard = {hostile};
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::Found);
        report.candidates.push_back(report.candidates.front()); // Ambiguous needs two
        report.meanwhile = {{hostile, 1}};
        report.blocked = {{{{hostile, hostile, true}, 9}}, 9};
        Settings none(m_folder.filePath(QStringLiteral("none.json")));
        Session session;
        ProgramPage page(session, none);
        page.show();
        for (const AttachAnswer answer :
             {AttachAnswer::Found, AttachAnswer::Ambiguous, AttachAnswer::Elsewhere,
              AttachAnswer::NothingWaits, AttachAnswer::Silent}) {
            report.answer = answer;
            emit page.runner().found(std::make_shared<const AttachReport>(report), true);
            QCOMPARE(faultsOf(page).join(QLatin1Char('\n')), QString());
            QCOMPARE(faultOf(attachDocument(report)), QString());
        }
        QVERIFY(!m_trap.opened());
    }
    /// A driver, a clock or a processor may have any name.
    void factsOfTheMachine() {
        Diagnosis diagnosis = simulatedDiagnosis("linux-default", "game-144", false);
        const std::string hostile = everything().toStdString();
        for (const FactState state :
             {FactState::Good, FactState::Note, FactState::Warn, FactState::Bad, FactState::Unknown})
            diagnosis.machine.facts.push_back({"kernel", hostile, hostile, state, hostile, hostile, hostile});
        conclude(diagnosis);
        Settings none(m_folder.filePath(QStringLiteral("none.json")));
        Session session;
        DiagnosisPage page(session, none);
        page.show();
        emit page.runner().diagnosed(std::make_shared<const Diagnosis>(diagnosis));
        QCOMPARE(faultsOf(page).join(QLatin1Char('\n')), QString());
        QCOMPARE(faultOf(diagnosisDocument(diagnosis)), QString());
        QVERIFY(!m_trap.opened());
    }
};

JITTERSCOPE_TEST(HostileTextTest)

} // namespace jitterscope::hostile_text_test

#include "hostile_text_test.moc"
