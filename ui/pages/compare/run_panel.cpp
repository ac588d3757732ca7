// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/run_panel.h"

#include "core/compare/comparison_report.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

#include <array>
#include <functional>
#include <map>

namespace jitterscope::ui {

QColor sideColour(RunList::Side side) {
    return side == RunList::Side::A ? tokens().second : tokens().first;
}

SideKey::SideKey(RunList::Side side, QWidget* parent) : QAbstractButton(parent), m_side(side) {
    setText(side == RunList::Side::A ? QStringLiteral("A") : QStringLiteral("B"));
    setCheckable(true);
    setFixedSize(sizeHint());
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
}

void SideKey::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = sideColour(m_side);
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    const bool marked = hasFocus() || underMouse();
    painter.setPen(QPen(isChecked() || marked ? colour : c.border, hasFocus() ? 2 : 1));
    painter.setBrush(isChecked() ? colour : underMouse() ? mixed(colour, c.card, 0.12) : c.card);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(isChecked() ? c.onAccent : marked ? colour : c.muted);
    QFont font = noteFont();
    font.setBold(true);
    painter.setFont(font);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

namespace {

constexpr int kPanelWidth = 300;

QColor sourceColour(const ComparedRun& run) {
    switch (run.origin) {
    case RunOrigin::Here:
        return tokens().good;
    case RunOrigin::Simulated:
        return tokens().second;
    case RunOrigin::Log:
        break;
    }
    return tokens().first;
}

QLabel* plainLabel(const QString& text, const QFont& font) {
    auto* label = new QLabel(text);
    label->setFont(font);
    return label;
}

/// Asks for a text of one line, or of several (`lines`). Returns at once; the dialog deletes itself.
void ask(QWidget* parent, const QString& title, const QString& label, const std::string& text, bool lines,
         const std::function<void(const QString&)>& answered) {
    auto* dialog = new QInputDialog(parent);
    dialog->setObjectName(QStringLiteral("run_question"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput, lines);
    dialog->setTextValue(format::text(text));
    QObject::connect(dialog, &QInputDialog::textValueSelected, parent, answered);
    dialog->open();
}

/// Everything that the row has no room for.
QString tooltipOf(const ComparedRun& run) {
    QStringList lines{format::text(run.name)};
    const auto add = [&](const std::string& text) {
        if (!text.empty())
            lines << format::text(text);
    };
    add(run.path);
    add(run.startedUtc);
    add(settingsText(run));
    for (const std::string& lack : run.lacks)
        add(lack);
    for (const std::string& warning : run.warnings)
        add(warning);
    add(run.note);
    constexpr qsizetype kMost = 2000; // characters; a screen has room for them
    const QString tip = lines.join(QLatin1Char('\n'));
    return tip.size() <= kMost ? tip : tip.left(kMost) + QChar(0x2026);
}

} // namespace

RunRow::RunRow(const RunList::Entry& entry, QWidget* parent)
    : QFrame(parent), m_id(entry.id), m_run(entry.run) {
    setObjectName(QStringLiteral("run_row"));
    const ComparedRun& run = *m_run;
    const QString name = format::text(run.name);
    m_a = makeKey(RunList::Side::A);
    m_b = makeKey(RunList::Side::B);
    m_name = new ElidedLabel;
    m_name->setObjectName(QStringLiteral("run_name"));
    m_name->setText(name);
    m_name->setFont(titleFont());
    m_badge = plainLabel(format::text(sourceText(run)).toUpper(), noteFont());
    m_frames = new ElidedLabel;
    m_frames->setFont(noteFont());
    m_frames->setText(run.has(RunQuantity::FrameTime) || run.hasDeadlines()
                          ? tr("%1 frames").arg(format::count(run.frames))
                          : tr("%1 values").arg(format::count(run.frames)));
    setMuted(*m_frames);
    const std::optional<HeadFigure> figure = headFigure(run);
    m_figure = plainLabel(figure ? format::text(figure->value) : format::absent(), figureFont());
    m_unit = plainLabel(figure ? format::text(figure->unit) : QString(), noteFont());
    setMuted(*m_unit);
    for (QLabel* label : {m_figure, m_unit}) {
        label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        label->setToolTip(figure ? format::text(figure->name) : tr("No figure was recorded"));
    }
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 8, 12, 8);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_a, 0, 0, 2, 1);
    grid->addWidget(m_b, 0, 1, 2, 1);
    grid->addWidget(m_name, 0, 2);
    auto* second = new QHBoxLayout;
    second->setSpacing(8);
    second->addWidget(m_badge);
    second->addWidget(m_frames, 1);
    grid->addLayout(second, 1, 2);
    grid->addWidget(m_figure, 0, 3);
    grid->addWidget(m_unit, 1, 3);
    grid->setColumnStretch(2, 1);
    setToolTip(tooltipOf(run));
    setAccessibleName(name);
    colour();
}

SideKey* RunRow::makeKey(RunList::Side side) {
    auto* key = new SideKey(side);
    key->setObjectName(QStringLiteral("run_") + key->text().toLower());
    key->setAccessibleName(tr("%1: %2").arg(key->text(), format::text(m_run->name)));
    key->setToolTip(side == RunList::Side::A ? tr("Compare with this one: it is A, what was before")
                                             : tr("Judge this one: it is B, what came after"));
    connect(key, &SideKey::clicked, this, [this, side] {
        setSide(m_side); // the list decides
        emit chosen(side);
    });
    return key;
}

void RunRow::setSide(std::optional<RunList::Side> side) {
    m_side = side;
    m_a->setChecked(side == RunList::Side::A);
    m_b->setChecked(side == RunList::Side::B);
    update();
}

void RunRow::colour() {
    setTextColour(*m_badge, sourceColour(*m_run));
}

void RunRow::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_unit != nullptr)
        colour();
}

void RunRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_side)
        painter.fillRect(rect(), mixed(sideColour(*m_side), tokens().card, 0.09));
    painter.setPen(tokens().hairline);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void RunRow::mouseDoubleClickEvent(QMouseEvent*) {
    emit renameWanted();
}

void RunRow::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Make it &A"), this, [this] { emit chosen(RunList::Side::A); });
    menu->addAction(tr("Make it &B"), this, [this] { emit chosen(RunList::Side::B); });
    menu->addSeparator();
    menu->addAction(tr("Re&name…"), this, &RunRow::renameWanted);
    menu->addAction(tr("N&ote…"), this, &RunRow::noteWanted);
    menu->addAction(tr("Take it &off the list"), this, &RunRow::removeWanted);
    menu->popup(event->globalPos());
}

RunPanel::RunPanel(RunList& runs, QWidget* parent) : Card(tr("Runs"), parent), m_runs(runs) {
    setObjectName(QStringLiteral("run_panel"));
    setFixedWidth(forFont(kPanelWidth));
    auto* content = new QWidget;
    auto* all = new QVBoxLayout(content);
    all->setContentsMargins(0, 0, 0, 8);
    all->setSpacing(8);
    auto* list = new QWidget;
    m_rows = new QVBoxLayout(list);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(0);
    m_rows->addStretch(1);
    m_scroll = scrolling(list);
    m_scroll->setObjectName(QStringLiteral("run_scroll"));
    m_empty =
        plainLabel(tr("Runs gather here:\nfiles that you open, and\nwhat you measure in Live."), noteFont());
    static_cast<QLabel*>(m_empty)->setAlignment(Qt::AlignCenter);
    setMuted(*m_empty);
    all->addWidget(m_scroll, 1);
    all->addWidget(m_empty, 1);
    auto* drop = new QLabel(tr("Drop files here"));
    drop->setObjectName(QStringLiteral("run_drop"));
    drop->setAlignment(Qt::AlignCenter);
    drop->setFont(noteFont());
    setMuted(*drop);
    m_drop = drop;
    all->addWidget(m_drop);
    auto* promise = plainLabel(tr("Files are only read: nothing is changed, nothing is sent."), noteFont());
    promise->setWordWrap(true);
    promise->setAlignment(Qt::AlignCenter);
    setMuted(*promise);
    all->addWidget(promise);
    setContent(content);
    connect(&m_runs, &RunList::changed, this, &RunPanel::rebuild);
    connect(&m_runs, &RunList::chosenChanged, this, &RunPanel::refreshSides);
    rebuild();
}

QList<RunRow*> RunPanel::rows() const {
    QList<RunRow*> rows;
    for (int i = 0; i < m_rows->count(); ++i) {
        if (auto* row = qobject_cast<RunRow*>(m_rows->itemAt(i)->widget()))
            rows << row;
    }
    return rows;
}

RunRow* RunPanel::makeRow(const RunList::Entry& entry) {
    auto* row = new RunRow(entry);
    const RunList::Id id = entry.id;
    connect(row, &RunRow::chosen, this, [this, id](RunList::Side side) { m_runs.choose(side, id); });
    connect(row, &RunRow::renameWanted, this, [this, id] { askName(id); });
    connect(row, &RunRow::removeWanted, this, [this, id] { m_runs.remove(id); });
    connect(row, &RunRow::noteWanted, this, [this, id] { askNote(id); });
    return row;
}

/// Rows whose runs have not changed stay, and keep the focus.
void RunPanel::rebuild() {
    std::map<RunList::Id, RunRow*> old;
    for (RunRow* row : rows())
        old.emplace(row->id(), row);
    std::vector<std::string> names;
    for (const RunList::Entry& entry : m_runs.entries())
        names.push_back(entry.run->name);
    const std::vector<std::string> apart = namesApart(names);
    int place = 0;
    for (const RunList::Entry& entry : m_runs.entries()) {
        const auto found = old.find(entry.id);
        const bool same = found != old.end() && found->second->shows(entry);
        RunRow* const row = same ? found->second : makeRow(entry);
        if (same)
            old.erase(found);
        if (m_rows->indexOf(row) != place)
            m_rows->insertWidget(place, row); // also moves a row that is there
        row->setShortName(format::text(apart[static_cast<std::size_t>(place)]));
        ++place;
    }
    for (const auto& [id, row] : old) {
        m_rows->removeWidget(row);
        row->hide();
        row->deleteLater();
    }
    m_empty->setVisible(place == 0);
    m_scroll->setVisible(place > 0);
    key().setItems({KeyItem{place == 0 ? tr("none yet") : tr("choose an A and a B")}});
    refreshSides();
}

void RunPanel::refreshSides() {
    for (RunRow* row : rows()) {
        std::optional<RunList::Side> side;
        if (m_runs.chosen(RunList::Side::A) == row->id())
            side = RunList::Side::A;
        else if (m_runs.chosen(RunList::Side::B) == row->id())
            side = RunList::Side::B;
        row->setSide(side);
    }
}

void RunPanel::askName(RunList::Id id) {
    if (const RunList::Entry* const entry = m_runs.find(id))
        ask(this, tr("Rename the run"), tr("Name"), entry->run->name, false,
            [this, id](const QString& name) { m_runs.rename(id, name); });
}

void RunPanel::askNote(RunList::Id id) {
    if (const RunList::Entry* const entry = m_runs.find(id))
        ask(this, tr("Note on the run"), tr("Note"), entry->run->note, true,
            [this, id](const QString& note) { m_runs.setNote(id, note); });
}

} // namespace jitterscope::ui
