// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"
#include "ui/plot/key.h"

#include <QVector>

#include <vector>

namespace jitterscope::ui {

class Plot;

/// Fills a new or cleared plot with a chart: the same value as in files, to be zoomed and pointed at.
void showChart(Plot& plot, const Chart& chart);
[[nodiscard]] QVector<KeyItem> keyItems(const std::vector<KeyEntry>& key);

} // namespace jitterscope::ui
