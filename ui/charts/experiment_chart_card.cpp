// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiment_chart_card.h"

#include "ui/format/outside_text.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kRoomy = 900; // a card that has room for several large panels

} // namespace

ExperimentChartCard::ExperimentChartCard(const ExperimentFigureEntry& entry, const QString& title,
                                         QWidget* parent)
    : FigureCard(format::text(entry.id), title, parent),
      m_entry(entry),
      m_below(new KeyStrip(KeyStrip::Fold::Wrapped)),
      m_log(new QCheckBox(tr("Log scale"))),
      m_panels(new QComboBox) {
    grid().setObjectName(QStringLiteral("chart_view"));
    m_log->setObjectName(QStringLiteral("chart_log"));
    m_log->setAccessibleName(tr("Log scale"));
    m_log->setToolTip(tr("Equal factors are equally far apart, for values that differ a thousandfold. "
                         "Values that are not above zero stand at the foot."));
    m_log->setChecked(entry.logAtFirst);
    m_panels->setObjectName(QStringLiteral("chart_panel"));
    m_panels->setAccessibleName(tr("Panel"));
    m_panels->setToolTip(tr("Show all panels, or one of them larger"));
    m_panels->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_panels->setMinimumContentsLength(12);
    m_panels->setMaximumWidth(280);
    m_panels->hide();
    m_below->setToolTip(key().toolTip());
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* switches = new QHBoxLayout;
    switches->setContentsMargins(0, 0, 0, 0);
    switches->addStretch(1);
    switches->addWidget(m_panels);
    switches->addWidget(m_log);
    column->addLayout(switches);
    column->addWidget(m_below);
    column->addWidget(&grid(), 1);
    m_log->setVisible(entry.offersLog); // not before it has a parent: it would be a window
    setContent(content);
    placeKey();
    connect(this, &FigureCard::filled, this, [this] { grid().showOnly(m_panels->currentIndex() - 1); });
    connect(m_log, &QCheckBox::toggled, this, &ExperimentChartCard::rebuild);
    connect(m_panels, &QComboBox::currentIndexChanged, this,
            [this](int index) { grid().showOnly(index - 1); });
}

void ExperimentChartCard::show(std::shared_ptr<const ExperimentResult> result,
                               std::shared_ptr<const ExperimentResult> before) {
    m_result = std::move(result);
    m_before = std::move(before);
    rebuild();
    fillPanels();
}

void ExperimentChartCard::setAdvisedX(std::optional<double> x) {
    if (m_advisedX == x)
        return;
    m_advisedX = x;
    rebuild();
}

void ExperimentChartCard::setEmptyText(const QString& text) {
    m_none = text;
    grid().setEmptyText(text);
}

void ExperimentChartCard::rebuild() {
    const bool any = m_result != nullptr && !m_result->points.rows.empty();
    setFigure(any ? experimentFigure({.result = *m_result,
                                      .before = m_before.get(),
                                      .log = m_log->isChecked(),
                                      .advisedX = m_advisedX})
                  : Figure(),
              m_none);
}

void ExperimentChartCard::placeKey() {
    const double head = QFontMetricsF(titleFont()).horizontalAdvance(title()) + 48;
    const bool fits = KeyStrip::widthOf(items()) <= width() - head;
    key().setItems(fits ? items() : QVector<KeyItem>());
    m_below->setItems(fits ? QVector<KeyItem>() : items());
    m_below->setVisible(!fits);
}

void ExperimentChartCard::resizeEvent(QResizeEvent* event) {
    FigureCard::resizeEvent(event);
    placeKey();
}

void ExperimentChartCard::fillPanels() {
    const QSignalBlocker quiet(m_panels);
    m_panels->clear();
    m_panels->addItem(tr("All panels"));
    for (const Plot* plot : grid().plots())
        m_panels->addItem(plot->title());
    const bool several = grid().plots().size() > 1;
    m_panels->setVisible(several);
    const bool one = figure().roomy && several && width() < kRoomy;
    m_panels->setCurrentIndex(one ? 1 : 0);
    grid().showOnly(one ? 0 : -1);
}

} // namespace jitterscope::ui
