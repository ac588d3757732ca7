// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/result_scene.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui::scene {
namespace {

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

Rows::Rows(const LabResult& result, std::string_view id) {
    const auto found = std::ranges::find(result.tables, id, &Table::id);
    if (found != result.tables.end())
        m_table = &*found;
}

const Cell* Rows::cell(std::size_t row, std::string_view column) const noexcept {
    if (row >= size())
        return nullptr;
    const auto place = static_cast<std::size_t>(m_table->column(column)); // of −1: beyond every row
    return place < m_table->rows[row].size() ? &m_table->rows[row][place] : nullptr;
}

std::optional<double> Rows::number(std::size_t row, std::string_view column) const {
    const Cell* found = cell(row, column);
    const std::optional<double> value = found == nullptr ? std::nullopt : numberOf(*found);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

QString Rows::word(std::size_t row, std::string_view column) const {
    const Cell* found = cell(row, column);
    return found == nullptr ? QString() : fromView(wordOf(*found));
}

QVector<QPointF> pointsOf(const LabResult& result, std::string_view id, int most) {
    QVector<QPointF> points;
    const auto found = std::ranges::find(result.series, id, &LabSeries::id);
    if (found == result.series.end())
        return points;
    const auto count = found->points.size();
    const std::size_t stride = std::max<std::size_t>(1, (count + std::size_t(most) - 1) / std::size_t(most));
    for (std::size_t i = 0; i < count; i += stride)
        points.append({found->points[i].x, found->points[i].y});
    if (count > 0 && (count - 1) % stride != 0)
        points.append({found->points.back().x, found->points.back().y});
    return points;
}

ResultScene::ResultScene(std::string_view id, const LabResult& result, const ParameterValues& knobs)
    : m_lab(*findEntry(labCatalog(), id)), m_result(result), m_knobs(knobs) {}

QSize ResultScene::minimumSize(bool large) const {
    return large ? QSize(960, 580) : QSize(620, 350);
}

void ResultScene::paint(QPainter& painter, const LabView& view) const {
    const Type type(view.large);
    for (const Part& part : parts(view, type)) {
        painter.setRenderHint(QPainter::Antialiasing);
        if (part.draw)
            part.draw(painter);
    }
}

QString ResultScene::describe(const LabView& view) const {
    QString guess;
    if (view.guess) {
        QString said = plain(*view.guess, predict().decimals);
        if (!predict().unit.empty())
            said += QLatin1Char(' ') + fromView(predict().unit);
        guess = tr("You predicted %1. ").arg(said);
    }
    if (view.answered)
        return (guess + told(view)).trimmed();
    return before() + QLatin1Char(' ') + fromView(predict().asks) + QLatin1Char(' ') +
           (view.guess ? guess : tr("No guess is drawn yet. ")) +
           tr("What really happens is shown after the guess.");
}

QString ResultScene::tooltip(const LabView& view, QPointF at) const {
    for (const Part& part : parts(view, Type(view.large))) {
        if (part.area.contains(at))
            return part.says;
    }
    return {};
}

QRectF ResultScene::part(const LabView& view, double fromX, double toX, double fromY, double toY) {
    const QRectF& all = view.area;
    return {all.left() + fromX * all.width(), all.top() + fromY * all.height(), (toX - fromX) * all.width(),
            (toY - fromY) * all.height()};
}

QStringList ResultScene::choicesOf(std::string_view knob) const {
    QStringList list;
    for (const std::string_view choice :
         m_lab.knobs[static_cast<std::size_t>(parameterIndex(m_lab.knobs, knob))].choices)
        list << fromView(choice);
    return list;
}

} // namespace jitterscope::ui::scene
