// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/evidence_toggle.h"

#include "ui/format/outside_text.h"
#include "ui/forms/labels.h"
#include "ui/theme/theme.h"

#include <QGridLayout>

namespace jitterscope::ui {
namespace {

QWidget* panelOf(const Evidence& evidence) {
    auto* panel = new QWidget;
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(12, 2, 0, 6);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(3);
    int row = 0;
    for (const auto& [name, figure] : evidence.figures) {
        QLabel* what = noteLabel(format::text(name));
        what->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        QLabel* value = wrappedLabel(format::text(figure));
        value->setFont(noteFont());
        value->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        grid->addWidget(what, row, 0);
        grid->addWidget(value, row, 1);
        ++row;
    }
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    return panel;
}

} // namespace

EvidenceToggle::EvidenceToggle(const QString& caption, const Evidence& evidence, std::set<std::string>& open)
    : m_panel(panelOf(evidence)) {
    setObjectName(QStringLiteral("evidence_") + format::text(evidence.id));
    setText(caption);
    setAccessibleName(tr("Evidence: %1").arg(caption));
    setToolTip(tr("What this rests on: the figures that were measured"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setChecked(open.contains(evidence.id));
    refresh(isChecked());
    connect(this, &QToolButton::toggled, this, [this, id = evidence.id, &open](bool on) {
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

} // namespace jitterscope::ui
