// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_panel.h"

#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>
#include <QLineEdit>
#include <QScreen>

namespace jitterscope::ui {
namespace {

constexpr int kPanelWidth = 248;

struct Choice {
    QString text;
    QString tip;
    const char* name;
    int id;
};

/// A row of small buttons, one of which is chosen.
QButtonGroup* addChips(QVBoxLayout& column, const QString& caption, const std::vector<Choice>& choices,
                       QObject* parent) {
    auto* group = new QButtonGroup(parent);
    QLabel* label = labLabel(caption, LabText::Note);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    column.addWidget(label);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    for (const Choice& choice : choices) {
        auto* chip = new QPushButton(choice.text);
        chip->setObjectName(QLatin1String(choice.name));
        chip->setAccessibleName(caption + QStringLiteral(": ") + choice.text);
        chip->setToolTip(choice.tip);
        chip->setProperty("chip", true);
        chip->setCheckable(true);
        group->addButton(chip, choice.id);
        row->addWidget(chip);
    }
    row->addStretch(1);
    column.addLayout(row);
    return group;
}

} // namespace

LabPanel::LabPanel(LabWork& work, const QString& next, QWidget* parent)
    : QWidget(parent), m_work(work), m_knobs(new ParameterForm) {
    setObjectName(QStringLiteral("lab_panel"));
    setFixedWidth(forFont(kPanelWidth));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_knobs->setSliders([&work](const ParameterInfo& knob) {
        std::vector<SliderMark> marks;
        for (const LabMark& mark : work.entry().marks) {
            if (mark.knob == knob.name)
                marks.push_back({mark.value, format::text(mark.meaning)});
        }
        if (const QScreen* const screen = QGuiApplication::primaryScreen();
            knob.name == "refresh" && screen != nullptr)
            marks.push_back(
                {screen->refreshRate(), tr("this screen: %1").arg(qRound(screen->refreshRate()))});
        return marks;
    });
    m_knobs->setParameters(work.entry().knobs, QStringLiteral("lab_knob"));
    m_knobs->setUsed([&work](const ParameterInfo& knob) { // measured, only some matter
        return work.entry().uses(knob.name, work.state().here);
    });
    connect(m_knobs, &ParameterForm::edited, this, [this, &work](const ParameterValues& knobs) {
        work.setKnobs(knobs, m_dragged);
        m_dragged = m_knobs->dragging();
    });
    connect(m_knobs, &ParameterForm::dragEnded, this, [this] { m_dragged = false; });
    auto* all = columnIn(this, {0, 10, 0, 12}, 8);
    QPushButton* back = labButton(tr("‹ All labs"), "lab_back", tr("Back to the gallery (Alt+Left, Escape)"),
                                  this, &LabPanel::backWanted);
    m_back = back;
    QPushButton* on =
        labButton(tr("Next lab ›"), "lab_next", tr("Next: %1").arg(next), this, &LabPanel::nextWanted);
    m_why = labButton(tr("Why ›"), "lab_to_why", tr("Back to the explanation"));
    m_why->hide();
    connect(m_why, &QPushButton::clicked, this, &LabPanel::whyWanted);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(16, 0, 14, 0);
    top->addWidget(m_why);
    top->addWidget(back);
    top->addStretch(1);
    top->addWidget(on);
    all->addLayout(top);
    auto* content = new QWidget;
    m_column = columnIn(content, {16, 0, 14, 0});
    m_column->addWidget(makeText());
    m_column->addWidget(m_knobs);
    m_column->addWidget(makeChoices());
    m_column->addStretch(1);
    QScrollArea* scroll = scrolling(content);
    scroll->setObjectName(QStringLiteral("lab_panel_scroll"));
    all->addWidget(scroll, 1);
    m_keys = labLabel(tr("N next · P back · R reset\nSpace play · F11 class"), LabText::Note);
    m_keys->setContentsMargins(16, 0, 14, 0);
    all->addWidget(m_keys);
    setCompact(false);
    connect(&work, &LabWork::changed, this, &LabPanel::refresh);
    refresh();
}

QWidget* LabPanel::makeText() {
    const LabEntry& entry = m_work.entry();
    auto* text = new QWidget;
    auto* column = columnIn(text, {}, 4);
    column->addWidget(labLabel(format::text(entry.name), LabText::Title, "lab_name"));
    m_article = labLabel(tr("About %1 min. Source: %2").arg(entry.minutes).arg(format::text(entry.article)),
                         LabText::Note);
    column->addWidget(labLabel(format::text(entry.question), LabText::Body, "lab_question"));
    column->addWidget(m_article);
    return text;
}

QWidget* LabPanel::makeChoices() {
    auto* choices = new QWidget;
    auto* column = columnIn(choices, {}, 6);
    auto* pace = addChips(
        *column, tr("Pace"),
        {{tr("¼ speed"), tr("Four times slower"), "lab_pace_quarter", static_cast<int>(LabPace::Quarter)},
         {tr("normal"), tr("As fast as it is meant to be seen"), "lab_pace_real",
          static_cast<int>(LabPace::Real)},
         {tr("at once"), tr("The end of the run, without its course"), "lab_pace_at_once",
          static_cast<int>(LabPace::AtOnce)}},
        this);
    pace->button(static_cast<int>(LabPace::Real))->setChecked(true);
    connect(pace, &QButtonGroup::idClicked, this,
            [this](int chosen) { emit paceChosen(static_cast<LabPace>(chosen)); });
    if (m_work.entry().measure != nullptr) {
        m_where = addChips(
            *column, tr("Where"),
            {{tr("Simulated"), tr("Virtual time: the same numbers each time"), "lab_simulated", 0},
             {tr("This machine"),
              tr("Measures here when you press Run, for about %1 s").arg(m_work.entry().measureSeconds),
              "lab_here", 1}},
            this);
        connect(m_where, &QButtonGroup::idClicked, &m_work, [this](int here) { m_work.setHere(here == 1); });
    }
    m_calm = new QCheckBox(tr("Reduce motion"));
    m_calm->setObjectName(QStringLiteral("lab_calm"));
    m_calm->setAccessibleName(m_calm->text());
    m_calm->setToolTip(tr("No trails and nothing that swings; the run goes from event to event"));
    connect(m_calm, &QCheckBox::toggled, this, &LabPanel::calmChosen);
    column->addWidget(m_calm);
    return choices;
}

/// True: shows everything closer together, and leaves out what is said elsewhere, so that even many knobs are
/// all in sight on a small screen.
void LabPanel::setCompact(bool compact) {
    constexpr int kLow = 24; // px, of a field
    m_compact = compact;
    m_article->setVisible(!compact);
    m_keys->setVisible(!compact);
    m_column->setSpacing(compact ? 6 : 12);
    m_knobs->layout()->setSpacing(compact ? 3 : 8);
    for (auto* field : m_knobs->findChildren<Field*>())
        field->layout()->setSpacing(compact ? 1 : 4);
    const int high = compact ? kLow : QWIDGETSIZE_MAX;
    for (auto* edit : m_knobs->findChildren<QLineEdit*>())
        edit->setMaximumHeight(high);
    for (auto* choice : m_knobs->findChildren<QComboBox*>())
        choice->setMaximumHeight(high);
}

/// The height of the panel with everything in it, px.
int LabPanel::roomyHeight() const {
    const QMargins edges = layout()->contentsMargins();
    const int top = layout()->itemAt(0)->sizeHint().height();
    return edges.top() + top + m_column->totalHeightForWidth(width()) + m_keys->sizeHint().height() +
           edges.bottom() + 2 * layout()->spacing();
}

void LabPanel::fit() {
    if (m_roomy == 0 && isVisible())
        m_roomy = roomyHeight();
    if (m_roomy > 0 && m_compact != (height() < m_roomy))
        setCompact(!m_compact);
}

void LabPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fit();
}

void LabPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

/// While there is an explanation, the button back to it takes the place of the button to the gallery.
void LabPanel::setExplained(bool explained) {
    m_why->setVisible(explained);
    m_back->setVisible(!explained);
}

void LabPanel::setMeasuring(bool measuring) {
    m_knobs->setEnabled(!measuring);
    if (m_where != nullptr) {
        for (QAbstractButton* chip : m_where->buttons())
            chip->setEnabled(!measuring);
    }
}

void LabPanel::refresh() {
    m_knobs->setValues(m_work.state().knobs);
    if (m_where != nullptr)
        m_where->button(m_work.state().here ? 1 : 0)->setChecked(true);
}

} // namespace jitterscope::ui
