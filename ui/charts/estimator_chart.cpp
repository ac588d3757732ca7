// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/estimator_chart.h"

#include "ui/charts/reduce.h"
#include "ui/format/plan_text.h"
#include "ui/plot/plot.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>

namespace jitterscope::ui {
namespace {

constexpr int kPatience = 8; // draws, about two seconds

} // namespace

std::vector<std::unique_ptr<EstimatorView>> estimatorViews() {
    std::vector<std::unique_ptr<EstimatorView>> views;
    views.push_back(makeEstimatorTime());
    views.push_back(makeEstimatorDistribution());
    views.push_back(makeEstimatorCost());
    return views;
}

QString nothingLearned(const std::string& strategy) {
    if (learnsDistribution(strategy))
        return EstimatorView::tr("%1 knows of no sleep that fits: it spins, and tries one now and then.")
            .arg(format::strategyName(strategy));
    return EstimatorView::tr(
               "%1 learns no distribution of its sleeps. Of the strategies on the left, %2 does.")
        .arg(format::strategyName(strategy), distributionLearners());
}

EstimatorChart::EstimatorChart(QWidget* parent)
    : ChartCard(QStringLiteral("estimator_chart"), tr("What the estimator sees"), {}, parent),
      m_views(estimatorViews()) {
    setSwitch(makeSwitch());
    lookAt(0);
}

QWidget* EstimatorChart::makeSwitch() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    m_switch = new QButtonGroup(box);
    for (std::size_t i = 0; i < m_views.size(); ++i) {
        const EstimatorView& view = *m_views[i];
        auto* button = new QPushButton(view.button());
        button->setObjectName(QStringLiteral("estimator_") + QLatin1String(view.id()));
        button->setAccessibleName(view.says());
        button->setToolTip(view.says());
        button->setProperty("chip", true);
        button->setFont(noteFont());
        button->setCheckable(true);
        button->setChecked(i == 0);
        m_switch->addButton(button, static_cast<int>(i));
        row->addWidget(button);
    }
    connect(m_switch, &QButtonGroup::idClicked, this,
            [this](int i) { setViewId(QLatin1String(m_views.at(static_cast<std::size_t>(i))->id())); });
    return box;
}

void EstimatorChart::setViewId(const QString& id) {
    for (std::size_t i = 0; i < m_views.size(); ++i) {
        if (i == m_at || id != QLatin1String(m_views[i]->id()))
            continue;
        m_switch->button(static_cast<int>(i))->setChecked(true);
        lookAt(i);
        emit viewChanged();
        return;
    }
}

QString EstimatorChart::viewId() const {
    return QLatin1String(view().id());
}

void EstimatorChart::lookAt(std::size_t at) {
    m_at = at;
    setExplanation(view().explanation());
    plot().clear();
    view().open(plot());
    clear();
}

void EstimatorChart::clear() {
    for (const QString& line : plot().lines())
        plot().setLine(line, {});
    view().forget();
    m_drawn = false;
    m_absent = 0;
    key().setItems({});
    plot().setEmptyText(view().emptyText());
}

void EstimatorChart::draw(const LiveTraces& traces, const std::string& strategy,
                          const LearnedLatency* learned) {
    if (view().draw(plot(), {traces, strategy, learned})) {
        m_drawn = true;
        m_absent = 0;
        plot().setEmptyText({});
        key().setItems(view().key());
        plot().layersChanged();
        return;
    }
    if (m_drawn && view().flickers(strategy) && ++m_absent < kPatience)
        return; // the strategy may forget what it knows, and learn it again within a second
    if (m_drawn)
        clear();
    plot().setEmptyText(view().nothingText(strategy));
}

} // namespace jitterscope::ui
