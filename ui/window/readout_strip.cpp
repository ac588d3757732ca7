// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/readout_strip.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kBetween = 18;

} // namespace

ReadoutStrip::ReadoutStrip(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("readouts"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kBetween);
    row->addStretch(1);
}

ReadoutStrip::Figure ReadoutStrip::add() {
    auto* box = new QWidget;
    auto* value = new QLabel;
    value->setObjectName(QStringLiteral("readout_%1").arg(m_figures.size()));
    value->setFont(figureFont(1.25, true));
    value->setAlignment(Qt::AlignRight | Qt::AlignBottom);
    auto* name = new QLabel;
    name->setFont(noteFont());
    name->setAlignment(Qt::AlignRight | Qt::AlignTop);
    setMuted(*name);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(value);
    column->addWidget(name);
    layout()->addWidget(box);
    return {box, value, name};
}

void ReadoutStrip::show(const QVector<LabReadout>& readouts) {
    const auto count = static_cast<std::size_t>(readouts.size());
    while (m_figures.size() < count)
        m_figures.push_back(add());
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        const Figure& figure = m_figures[i];
        if (i >= count) {
            figure.value->clear();
            figure.value->setMinimumWidth(0);
            continue;
        }
        const LabReadout& readout = readouts[static_cast<qsizetype>(i)];
        if (figure.name->text() != readout.name)
            figure.value->setMinimumWidth(0); // another figure: it has its own width
        figure.value->setText(readout.value);
        figure.value->setAccessibleName(readout.name + QLatin1Char(' ') + readout.value);
        figure.value->setMinimumWidth(std::max(figure.value->minimumWidth(),
                                               figure.value->fontMetrics().horizontalAdvance(readout.value)));
        figure.name->setText(readout.name);
        figure.box->setToolTip(readout.tooltip);
        setTextColour(*figure.value, readout.bad ? tokens().late : tokens().text);
    }
    m_shown = readouts;
    fit();
}

void ReadoutStrip::fit() {
    int room = width();
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        const bool used = i < static_cast<std::size_t>(m_shown.size());
        if (used)
            room -= m_figures[i].box->sizeHint().width() + kBetween;
        m_figures[i].box->setVisible(used && room >= 0);
    }
}

void ReadoutStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void ReadoutStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        show(QVector<LabReadout>(m_shown));
}

} // namespace jitterscope::ui
