// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/field.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QVBoxLayout>

namespace jitterscope::ui {

Field::Field(const QString& caption, QWidget* control, QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout), m_error(new QLabel) {
    QFont small = noteFont();
    small.setWeight(QFont::DemiBold);
    auto* label = new QLabel(caption);
    label->setFont(small);
    // A label gives the keyboard to nothing that does not take it itself, such as a slider with its field.
    label->setBuddy(control->focusProxy() != nullptr ? control->focusProxy() : control);
    label->setToolTip(control->toolTip());
    setMuted(*label);
    m_error->setObjectName(QStringLiteral("field_error"));
    m_error->setFont(noteFont());
    m_error->setWordWrap(true);
    m_error->setMinimumWidth(1); // a long word does not widen the form
    m_error->setForegroundRole(QPalette::BrightText);
    m_error->hide();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    all->addWidget(label);
    m_row->setSpacing(4);
    m_row->addWidget(control, 1);
    all->addLayout(m_row);
    all->addWidget(m_error);
}

void Field::setBeside(QWidget* button) {
    m_row->addWidget(button);
}

void Field::setBefore(QWidget* control) {
    m_row->setStretch(0, 0);
    m_row->insertWidget(0, control, 1);
}

void Field::setError(const QString& error) {
    m_error->setText(error);
    m_error->setVisible(!error.isEmpty());
}

Foldout::Foldout(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent), m_head(new QToolButton), m_note(new QLabel), m_content(content) {
    m_head->setText(title);
    m_head->setCheckable(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setAutoRaise(true);
    QFont font = noteFont();
    font.setWeight(QFont::DemiBold);
    m_head->setFont(font);
    QString plain = title;
    plain.remove(QLatin1Char('&'));
    m_head->setAccessibleName(plain);
    m_note->setFont(noteFont());
    m_note->setWordWrap(true);
    m_note->setContentsMargins(4, 0, 0, 0);
    setMuted(*m_note);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    all->addWidget(m_head, 0, Qt::AlignLeft);
    all->addWidget(m_note);
    all->addWidget(m_content);
    connect(m_head, &QToolButton::toggled, this, [this](bool open) {
        refresh();
        emit toggled(open);
    });
    refresh();
}

void Foldout::setOpen(bool open) {
    m_head->setChecked(open);
}
bool Foldout::open() const {
    return m_head->isChecked();
}

void Foldout::setNote(const QString& note) {
    m_note->setText(note);
    refresh();
}

bool Foldout::event(QEvent* event) {
    if (event->type() == QEvent::ToolTipChange)
        m_head->setToolTip(toolTip());
    return QWidget::event(event);
}

void Foldout::refresh() {
    m_head->setArrowType(open() ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open());
    m_note->setVisible(!open() && !m_note->text().isEmpty());
}

} // namespace jitterscope::ui
