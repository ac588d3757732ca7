// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/run_intake.h"

#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/session/recent_files.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {

namespace {

const QString kTimeStamp = QStringLiteral("time-stamp");
constexpr QLatin1String kTicks("qpc:"); // of a unit, before their frequency

/// A list of the choices. If they are not known, the user types one.
QComboBox* listOf(const std::vector<std::string>& choices, const std::string& said) {
    auto* box = new QComboBox;
    for (const std::string& choice : choices)
        box->addItem(format::exact(choice));
    box->setEditable(choices.empty());
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(24);
    if (choices.empty())
        box->setEditText(format::exact(said));
    else
        box->setCurrentIndex(std::max(0, box->findText(format::exact(said))));
    return box;
}

/// The first lines of the file, so that nobody has to open it to answer.
QLabel* firstLinesOf(const QString& path) {
    constexpr qsizetype kLines = 5;
    constexpr qsizetype kLongest = 90;
    QStringList shown;
    if (const Result<std::string> head = readHead(path.toStdString())) {
        const QStringList lines = format::text(head.value().substr(0, 4096)).split(QLatin1Char('\n'));
        for (const QString& line : lines.mid(0, kLines))
            shown += line.size() > kLongest ? line.left(kLongest) + QStringLiteral("…") : line;
    }
    auto* label = new QLabel(shown.join(QLatin1Char('\n')));
    label->setObjectName(QStringLiteral("import_lines"));
    label->setFont(fixedFont());
    if (shown.isEmpty())
        label->hide();
    return label;
}

} // namespace

ImportQuestion::ImportQuestion(const QString& path, const ImportOptions& said, const Asked& asked,
                               QWidget* parent)
    : QDialog(parent),
      m_said(said),
      m_question(asked.question),
      m_process(listOf(asked.choices.processes, said.process)),
      m_column(listOf(asked.choices.columns, said.column)),
      m_unit(new QComboBox),
      m_frequency(new QLineEdit),
      m_quantity(new QComboBox) {
    setObjectName(QStringLiteral("import_question"));
    setWindowTitle(tr("What does %1 hold?").arg(format::fileName(path)));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* why = new QLabel(format::text(asked.error.what));
    why->setObjectName(QStringLiteral("import_why"));
    why->setWordWrap(true);
    why->setMinimumWidth(420);
    m_unit->addItem(tr("as the file says"), QString());
    for (const auto& [id, name] : {std::pair{"s", tr("seconds")}, std::pair{"ms", tr("milliseconds")},
                                   std::pair{"us", tr("microseconds")}, std::pair{"ns", tr("nanoseconds")},
                                   std::pair{"100ns", tr("ticks of 100 ns")},
                                   std::pair{kTicks.latin1(), tr("ticks of another frequency")}})
        m_unit->addItem(name, QLatin1String(id));
    const QString unit = format::text(said.unit);
    const bool ticks = unit.startsWith(kTicks);
    m_unit->setCurrentIndex(std::max(0, m_unit->findData(ticks ? QString(kTicks) : unit)));
    m_frequency->setPlaceholderText(QStringLiteral("10000000"));
    m_frequency->setText(ticks ? unit.mid(kTicks.size()) : QString());
    m_quantity->addItem(tr("times of something"), QStringLiteral("duration"));
    m_quantity->addItem(tr("frame times"), QStringLiteral("frame-time"));
    m_quantity->addItem(tr("lateness of wake-ups"), QStringLiteral("lateness"));
    m_quantity->addItem(tr("frames counted in each second"), QStringLiteral("frames-each-second"));
    m_quantity->addItem(tr("moments: frame times are their differences"), kTimeStamp);
    if (said.timeStamps || said.quantity)
        m_quantity->setCurrentIndex(
            m_quantity->findData(said.timeStamps ? kTimeStamp : format::exact(quantityId(*said.quantity))));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* all = new QVBoxLayout(this);
    all->addWidget(why);
    all->addWidget(firstLinesOf(path));
    const auto add = [&](bool shown, Field* field) {
        all->addWidget(field);
        field->setVisible(shown);
    };
    add(m_question.process, makeField(tr("&Process"), m_process, QStringLiteral("import_process"),
                                      tr("The log holds several processes; one is opened")));
    add(m_question.column, makeField(tr("&Column"), m_column, QStringLiteral("import_column"),
                                     tr("The column of times, by its name, or by its number from 1")));
    add(m_question.unit,
        makeField(tr("&Unit"), m_unit, QStringLiteral("import_unit"), tr("Unit of the times")));
    Field* const frequency = makeField(tr("&Frequency, Hz"), m_frequency, QStringLiteral("import_frequency"),
                                       tr("Ticks in a second, as QueryPerformanceFrequency says"));
    const auto isTicks = [this] { return m_unit->currentData().toString() == kTicks; };
    add(m_question.unit && isTicks(), frequency);
    connect(m_unit, &QComboBox::currentIndexChanged, frequency,
            [frequency, isTicks] { frequency->setVisible(isTicks()); });
    add(m_question.quantity, makeField(tr("&They are"), m_quantity, QStringLiteral("import_quantity"),
                                       tr("What the times are, where the file does not say")));
    all->addWidget(buttons);
}

ImportOptions ImportQuestion::answer() const {
    ImportOptions answer = m_said;
    if (m_question.process)
        answer.process = m_process->currentText().trimmed().toStdString();
    if (m_question.column)
        answer.column = m_column->currentText().trimmed().toStdString();
    if (m_question.unit)
        answer.unit =
            (m_unit->currentData().toString() +
             (m_unit->currentData().toString() == kTicks ? m_frequency->text().trimmed() : QString()))
                .toStdString();
    if (m_question.quantity) {
        const QString quantity = m_quantity->currentData().toString();
        answer.timeStamps = quantity == kTimeStamp;
        answer.quantity = quantityFrom(quantity.toStdString());
    }
    return answer;
}

RunIntake::RunIntake(Session& session, Settings& settings, QWidget* page)
    : QObject(page), m_session(session), m_settings(settings), m_page(page) {
    connect(&m_opener, &RunOpener::opened, this, &RunIntake::take);
    connect(&m_opener, &RunOpener::sessionOpened, this, &RunIntake::takeSession);
    connect(&m_opener, &RunOpener::refused, this, &RunIntake::ask);
    connect(&m_opener, &RunOpener::failed, this, &RunIntake::failed);
    connect(&m_opener, &RunOpener::progressed, this, [this] {
        constexpr std::uint64_t kWorthSaying = 16U << 20U;
        if (m_page->isVisible() && m_opener.bytesRead() > kWorthSaying)
            emit progressed(tr("Reading %1: %2 MiB. Escape cancels.")
                                .arg(format::fileName(m_opener.path()))
                                .arg(m_opener.bytesRead() >> 20U));
    });
}

void RunIntake::open(const QString& path) {
    m_tried.erase(path);
    const Result<std::string> head = readHead(path.toStdString());
    if (head && isSessionText(head.value()))
        m_opener.openSession(path);
    else
        openWith(path, {});
}

void RunIntake::openWith(const QString& path, ImportOptions options) {
    options.choices = std::make_shared<LogChoices>();
    m_choices[path] = options.choices;
    m_opener.open(path, options);
}

QStringList RunIntake::recent() const {
    return recentFiles(m_settings, Setting::RecentRuns);
}

/// A session is all that the window holds. So it replaces runs that are saved, and joins runs that are not.
void RunIntake::takeSession(const QString& path, const SavedSession& session) {
    remember(path);
    if (m_session.runs().unsaved()) {
        m_session.runs().addAll(session.runs);
        emit noticed(tr("%1 opened beside the runs that are not saved yet.").arg(format::fileName(path)));
        return;
    }
    m_session.runs().setSession(session);
    if (session.plan && !m_session.running())
        (void)m_session.setPlan(*session.plan);
    emit noticed(tr("%1 opened.").arg(format::fileName(path)));
}

void RunIntake::remember(const QString& path) {
    rememberFile(m_settings, path, Setting::RecentRuns);
    rememberFile(m_settings, path);
}

/// Whether it begins otherwise than it goes on, as with a loading screen. Then its beginning can be left out.
bool RunIntake::offerTheRest(const QString& name, const ComparedRun& run) {
    if (!run.columns || !run.parts.empty() || run.taken)
        return false;
    const std::optional<OtherBeginning> beginning = otherBeginning(run.columns->frameTime);
    if (!beginning)
        return false;
    emit offered(
        tr("%1: %2. A loading screen or a menu?").arg(name, format::text(beginning->observed())),
        tr("Leave the first %1 out").arg(format::duration(static_cast<double>(beginning->length.count()))),
        [this, from = beginning->length] {
            m_session.runs().setRange({from, m_session.runs().range().to});
        });
    return true;
}

void RunIntake::take(const QString& path, const std::vector<ComparedRun>& runs) {
    m_choices.erase(path);
    m_session.runs().addAll(runs);
    remember(path);
    const QString name = format::fileName(path);
    if (std::ranges::any_of(runs, [&](const ComparedRun& run) { return offerTheRest(name, run); }))
        return;
    const auto warned =
        std::ranges::find_if(runs, [](const ComparedRun& run) { return !run.warnings.empty(); });
    if (warned != runs.end())
        emit failed(format::text(warned->warnings.front()));
    else if (!runs.front().openedWith.empty())
        emit noticed(tr("%1 opened, read with %2").arg(name, format::text(runs.front().openedWith)));
    else if (m_page->isVisible())
        emit noticed(runs.size() == 1 ? tr("%1 opened.").arg(name)
                                      : tr("%1 opened: %2 runs.").arg(name).arg(runs.size()));
}

/// Asks for what the log does not say. First tries the last answer, if it was for a file in the same folder
/// with the same suffix.
void RunIntake::ask(const QString& path, const Error& error) {
    const std::shared_ptr<LogChoices> choices = m_choices[path];
    m_choices.erase(path);
    const Result<std::string> head = readHead(path.toStdString());
    const LogEntry* const format =
        head ? detectFormat(head.value(), QFileInfo(path).fileName().toStdString()) : nullptr;
    const LogQuestion question = questionOf(error, format);
    if (!question.any()) {
        emit failed(tr("Not opened: %1").arg(format::text(error.message())));
        return;
    }
    const QFileInfo file(path);
    const bool alike = !m_answered.isEmpty() && QFileInfo(m_answered).absolutePath() == file.absolutePath() &&
                       QFileInfo(m_answered).suffix() == file.suffix();
    if (alike && m_tried.insert(path).second) {
        openWith(path, m_answer);
        return;
    }
    const ImportOptions said = m_answered == path || alike ? m_answer : ImportOptions{};
    auto* dialog =
        new ImportQuestion(path, said, {error, question, choices ? *choices : LogChoices()}, m_page);
    connect(dialog, &QDialog::accepted, this, [this, dialog, path] {
        m_answer = dialog->answer();
        m_answered = path;
        m_tried.insert(path);
        openWith(path, m_answer);
    });
    dialog->open();
}

} // namespace jitterscope::ui
