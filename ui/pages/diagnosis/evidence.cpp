// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/diagnosis/evidence.h"

#include "ui/format/outside_text.h"
#include "ui/pages/diagnosis/cards.h"
#include "ui/theme/theme.h"

#include <QGridLayout>

#include <utility>

namespace jitterscope::ui {
namespace {

QWidget* panelOf(const std::vector<Ground>& grounds) {
    auto* panel = new QWidget;
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(12, 2, 0, 6);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(3);
    int row = 0;
    for (const Ground& ground : grounds) {
        QLabel* name = noteLabel(format::text(ground.name));
        name->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        QLabel* value = wrappedLabel(format::text(ground.value));
        value->setFont(noteFont());
        value->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        grid->addWidget(name, row, 0);
        grid->addWidget(value, row, 1);
        ++row;
    }
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    return panel;
}

} // namespace

EvidenceToggle::EvidenceToggle(const QString& caption, const Diagnosis& diagnosis, const std::string& id,
                               std::set<std::string>& open)
    : m_panel(panelOf(groundsOf(diagnosis, id))) {
    setObjectName(QStringLiteral("evidence_") + format::text(id));
    setText(caption);
    setAccessibleName(tr("Evidence: %1").arg(caption));
    setToolTip(tr("What this rests on: the figures that were measured"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setChecked(open.contains(id));
    refresh(isChecked());
    connect(this, &QToolButton::toggled, this, [this, id, &open](bool on) {
        if (on)
            open.insert(id);
        else
            open.erase(id);
        refresh(on);
    });
}

void EvidenceToggle::refresh(bool open) {
    setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_panel->setVisible(open);
}

EvidencePlace::EvidencePlace(std::string id, QWidget* parent)
    : QWidget(parent), m_id(std::move(id)), m_column(new QVBoxLayout(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
}

void EvidencePlace::show(const Diagnosis& diagnosis) {
    delete m_content;
    m_content = new QWidget;
    m_column->addWidget(m_content);
    const bool any = !groundsOf(diagnosis, m_id).empty();
    setVisible(any);
    if (!any)
        return;
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* toggle = new EvidenceToggle(tr("Evidence"), diagnosis, m_id, m_open);
    column->addWidget(toggle, 0, Qt::AlignLeft);
    column->addWidget(toggle->panel());
}

} // namespace jitterscope::ui
