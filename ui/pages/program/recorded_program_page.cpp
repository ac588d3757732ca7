// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/program/recorded_program_page.h"

#include "ui/forms/form_parts.h"
#include "ui/plot/card.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QVBoxLayout>

namespace jitterscope::ui {
RecordedProgramPage::RecordedProgramPage(Session&, Settings& settings) {
    setObjectName(QStringLiteral("program_page"));
    auto* recording = new Card(tr("Record the frames of your program"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(2, 0, 2, 2);
    column->addWidget(wrappedLabel(tr(
        "Listening to the loop of another program, and trying cures in it, is there on Linux alone. On "
        "Windows, PresentMon records how long each frame of a program took. This line does it; it asks for "
        "an administrator's terminal.")));
    auto* row = new QHBoxLayout;
    m_program = new QLineEdit(settings.text(Setting::ProgramCommand));
    m_program->setPlaceholderText(QStringLiteral("game.exe"));
    row->addWidget(makeField(tr("Its &name"), m_program, QStringLiteral("program_name"),
                             tr("The file of the program, as Windows' task manager shows it")),
                   3);
    m_length = new QComboBox;
    for (const int seconds : {10, 30, 60})
        m_length->addItem(tr("%1 s").arg(seconds), seconds);
    m_length->setCurrentIndex(1);
    row->addWidget(makeField(tr("&Record for"), m_length, QStringLiteral("program_length"),
                             tr("How long the recording is")),
                   1);
    column->addLayout(row);
    m_line = wrappedLabel({}, QStringLiteral("program_line"));
    m_line->setFont(figureFont());
    column->addWidget(m_line);
    m_copy = makeButton(tr("&Copy the line"), "program_copy_line", tr("To paste into a terminal"));
    column->addWidget(m_copy, 0, Qt::AlignLeft);
    recording->setContent(content);

    auto* reading = new Card(tr("Read the recording"));
    content = new QWidget;
    column = new QVBoxLayout(content);
    column->setContentsMargins(2, 0, 2, 2);
    column->addWidget(
        wrappedLabel(tr("Compare reads it: one recording by itself, or two side by side, before and after a "
                        "change. It reads those of PresentMon, CapFrameX, FrameView and OCAT, of Jitterscope "
                        "itself, and any table with a column of times. It says how uneven the frames are; "
                        "what made a frame long, such a recording does not hold.")));
    auto* compare = makeButton(tr("&To Compare"), "program_compare", tr("There, open or drop the recording"));
    column->addWidget(compare, 0, Qt::AlignLeft);
    reading->setContent(content);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(kPageGap, 8, kPageGap, kPageGap);
    all->setSpacing(kPageGap);
    all->addWidget(recording);
    all->addWidget(reading);
    all->addStretch(1);
    connect(m_program, &QLineEdit::textChanged, this, &RecordedProgramPage::refresh);
    connect(m_length, &QComboBox::currentIndexChanged, this, &RecordedProgramPage::refresh);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(line());
        emit noticed(tr("The line is in the clipboard."));
    });
    connect(compare, &QPushButton::clicked, this, [this] { emit pageWanted(QStringLiteral("compare")); });
    refresh();
}

QString RecordedProgramPage::line() const {
    const QString name = m_program->text().trimmed();
    if (name.isEmpty())
        return {};
    const auto quoted = [](const QString& word) {
        return word.contains(u' ') ? QLatin1Char('"') + word + QLatin1Char('"') : word;
    };
    return QStringLiteral("PresentMon --process_name %1 --output_file %2 --timed %3 --terminate_after_timed")
        .arg(quoted(name), quoted(QFileInfo(name).completeBaseName() + QStringLiteral(".csv")),
             m_length->currentData().toString());
}

void RecordedProgramPage::remember(Settings& settings) const {
    settings.set(Setting::ProgramCommand, m_program->text());
}

void RecordedProgramPage::refresh() {
    const QString text = line();
    m_line->setText(text.isEmpty() ? tr("Name the program.") : text);
    m_copy->setEnabled(!text.isEmpty());
}

} // namespace jitterscope::ui
