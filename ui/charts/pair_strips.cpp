// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pair_strips.h"

#include "core/figure/figures.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"

#include <QMenu>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {

PairStrips::PairStrips(const QString& id, const QString& title, QWidget* parent)
    : FigureCard(id, title, parent) {
    connect(this, &FigureCard::filled, this, &PairStrips::follow);
}

Plot* PairStrips::plot() const {
    return grid().plots().empty() ? nullptr : grid().plots().front();
}

void PairStrips::show(const std::optional<PairOverTime>& pair) {
    setFigure(pair ? overTimeFigure(*pair) : Figure(),
              pair ? tr("Only figures were recorded: nothing is known over time.") : QString());
    if (m_part != nullptr)
        showPart(pair.value_or(PairOverTime()));
}

void PairStrips::offerPart() {
    m_part = new QPushButton(tr("&Part"));
    m_part->setObjectName(QStringLiteral("pair_part"));
    m_part->setProperty("chip", true);
    m_part->setAccessibleName(tr("Part that counts"));
    m_part->setToolTip(tr("Compare only a part of both, without loading screens and menus"));
    auto* menu = new QMenu(m_part);
    menu->setObjectName(QStringLiteral("pair_part_menu"));
    menu->addAction(tr("&Draw it in the picture"), this, [this] {
        if (plot() != nullptr)
            plot()->drawRange();
    });
    menu->addAction(tr("&Type it…"), this, &PairStrips::typedPartWanted);
    menu->addAction(tr("&All of both"), this, [this] { emit partWanted({}); });
    m_part->setMenu(menu);
    setSwitch(m_part);
}

void PairStrips::follow() {
    if (plot() == nullptr)
        return;
    connect(plot(), &Plot::rangeDrawn, this, [this](const Range& drawn) {
        const auto moment = [](double seconds) {
            return Nanoseconds{std::llround(std::max(0.0, seconds) * 1e3) * 1'000'000};
        };
        if (moment(drawn.high) > moment(drawn.low))
            emit partWanted({moment(drawn.low), moment(drawn.high)});
    });
}

/// Says the part that counts on the button.
void PairStrips::showPart(const PairOverTime& pair) {
    const auto seconds = [](const std::optional<Nanoseconds>& time, double otherwise) {
        return QString::number(time ? static_cast<double>(time->count()) / 1e9 : otherwise, 'g', 6);
    };
    const double end = std::max(pair.a.empty() ? 0 : pair.a.back().to, pair.b.empty() ? 0 : pair.b.back().to);
    m_part->setVisible(pair.seconds && !pair.a.empty() && !pair.b.empty());
    m_part->setText(pair.part.whole()
                        ? tr("&Part")
                        : tr("&Part: %1 … %2 s").arg(seconds(pair.part.from, 0), seconds(pair.part.to, end)));
}

} // namespace jitterscope::ui
