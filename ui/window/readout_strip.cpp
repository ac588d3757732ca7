// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/readout_strip.h"

#include "ui/format/outside_text.h"
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

ReadoutStrip::Place ReadoutStrip::add() {
    auto* box = new QWidget;
    auto* value = new QLabel;
    value->setObjectName(QStringLiteral("readout_%1").arg(m_places.size()));
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

void ReadoutStrip::show(const std::vector<Readout>& readouts) {
    const std::size_t count = readouts.size();
    while (m_places.size() < count)
        m_places.push_back(add());
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const Place& place = m_places[i];
        if (i >= count) {
            place.value->clear();
            place.value->setMinimumWidth(0);
            continue;
        }
        const Readout& readout = readouts[i];
        const QString value = format::text(readout.value);
        const QString name = format::text(readout.name);
        if (place.name->text() != name)
            place.value->setMinimumWidth(0); // another readout: it has its own width
        place.value->setText(value);
        place.value->setAccessibleName(name + QLatin1Char(' ') + value);
        place.value->setMinimumWidth(
            std::max(place.value->minimumWidth(), place.value->fontMetrics().horizontalAdvance(value)));
        place.name->setText(name);
        place.box->setToolTip(format::text(readout.tooltip));
        setTextColour(*place.value, readout.bad ? tokens().late : tokens().text);
    }
    m_shown = readouts;
    fit();
}

void ReadoutStrip::fit() {
    int room = width();
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const bool used = i < m_shown.size();
        if (used)
            room -= m_places[i].box->sizeHint().width() + kBetween;
        m_places[i].box->setVisible(used && room >= 0);
    }
}

void ReadoutStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void ReadoutStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        show(std::vector<Readout>(m_shown));
}

} // namespace jitterscope::ui
