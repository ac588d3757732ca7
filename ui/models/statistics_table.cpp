// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/statistics_table.h"

#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/theme/theme.h"

#include <QBrush>
#include <QEvent>
#include <QHeaderView>

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {

namespace {

using Figure = std::optional<double>;

constexpr double kSameTime = 100;   // ns
constexpr double kSameShare = 0.05; // percent points, ppm, iterations

/// A column, with values in the unit of its cells. A comparison is judged by `distance`: smaller is better.
struct ColumnLook {
    const char* title;
    const char* tooltip;
    int priority;       ///< 0 matters most
    const char* widest; ///< text of a cell
    double fraction;    ///< of a percentile, for "needs N"; 0: none
    Figure (*value)(const FrameMetrics&, const CpuUsage&);
    Figure (*distance)(double value, double period); ///< null: never judged
    enum { Count, FrameTime, Signed, Percent, Ppm, Length } kind;
};

Figure fromTarget(double value, double period) {
    return std::abs(value - period);
}
Figure magnitude(double value, double) {
    return std::abs(value);
}

Figure percentOf(const std::optional<Share>& share) {
    return share ? Figure(share->value * 100) : std::nullopt;
}

const std::array<ColumnLook, StatisticsModel::ColumnCount>& looks() {
    using F = const FrameMetrics&;
    using C = const CpuUsage&;
    static const std::array<ColumnLook, StatisticsModel::ColumnCount> table{{
        {"frames", "How many frames the row is about; more make every figure firmer.", 6, "1 000 000", 0,
         [](F f, C) { return Figure(static_cast<double>(f.frames)); }, nullptr, ColumnLook::Count},
        {"frame p50", "Median frame time, start to start. Nearer to the period is better.", 5, "16.6667 ms",
         0.5, [](F f, C) { return f.frameTime.p50; }, fromTarget, ColumnLook::FrameTime},
        {"p99",
         "99 of 100 frames were no longer. Nearer to the period is better. Needs 100 frames. The dotted line "
         "in the histogram.",
         2, "16.6667 ms", 0.99, [](F f, C) { return f.frameTime.p99; }, fromTarget, ColumnLook::FrameTime},
        {"p99.9", "999 of 1000 frames were no longer. Nearer to the period is better. Needs 1000 frames.", 7,
         "16.6667 ms", 0.999, [](F f, C) { return f.frameTime.p99_9; }, fromTarget, ColumnLook::FrameTime},
        {"max", "The longest frame of all. Nearer to the period is better; a single one says little.", 8,
         "16.6667 ms", 0, [](F f, C) { return f.frameTime.max; }, fromTarget, ColumnLook::FrameTime},
        {"jitter σ", "Standard deviation of frame time. Less is better.", 3, "194.8 µs", 0,
         [](F f, C) { return f.frameTime.stddev; }, magnitude, ColumnLook::Length},
        {"late by p50",
         "Median lateness: start of the frame after its deadline. Nearer to 0 is better; negative is early.",
         11, "+194.8 µs", 0.5, [](F f, C) { return f.lateness.p50; }, magnitude, ColumnLook::Signed},
        {"late by p99",
         "99 of 100 frames started no later after their deadline. Less is better. Needs 100 frames.", 4,
         "+194.8 µs", 0.99, [](F f, C) { return f.lateness.p99; }, magnitude, ColumnLook::Signed},
        {"late",
         "Share of frames that started later after their deadline than the tolerance that stands beside it. "
         "Less is better.",
         0, "12.3 %", 0, [](F f, C) { return percentOf(f.lateShare); }, magnitude, ColumnLook::Percent},
        {"lost", "Iterations that were given up. Fewer is better.", 10, "10 000", 0,
         [](F f, C) { return Figure(static_cast<double>(f.lostIterations)); }, magnitude, ColumnLook::Count},
        {"drift",
         "How fast the frames that start move away from their slots, in millionths. Lost slots are not "
         "counted: see the rate and the lost iterations. Nearer to 0 is better.",
         9, "+194.8 ppm", 0, [](F f, C) { return f.driftPpm; }, magnitude, ColumnLook::Ppm},
        {"CPU", "CPU time of the measuring thread in % of one core. Less is better.", 1, "+12.3 %", 0,
         [](F, C c) { return c.threadPercent; }, magnitude, ColumnLook::Percent},
    }};
    return table;
}

const ColumnLook& look(int column) {
    return looks().at(static_cast<std::size_t>(column));
}

} // namespace

StatisticsModel::StatisticsModel(QObject* parent) : QAbstractTableModel(parent) {}

void StatisticsModel::show(const std::optional<LiveMetrics>& metrics,
                           const std::optional<jitterscope::ui::Baseline>& baseline) {
    std::vector<Row> rows;
    if (metrics) {
        const double period = metrics->period.nanoseconds();
        m_now = {metrics->now, metrics->cpuNow, period, metrics->now.tolerance, metrics->exact};
        rows.push_back(Row::Now);
        if (const auto& before = metrics->before) {
            m_before = {before->metrics, before->cpu, before->period.nanoseconds(), before->metrics.tolerance,
                        before->exact};
            m_beforeTitle = before->title;
            rows.push_back(Row::Before);
        }
    }
    if (baseline) {
        m_base = {baseline->metrics, baseline->cpu, baseline->period.nanoseconds(),
                  baseline->metrics.tolerance, baseline->exact};
        m_baselineLabel = baseline->label;
        rows.push_back(Row::Baseline);
        if (metrics)
            rows.push_back(Row::Difference);
    }
    m_whyNotJudged = metrics && baseline ? ui::whyNotJudged(metrics->period, metrics->now.tolerance,
                                                            metrics->machine, *baseline)
                                         : QString();
    const QString before = title(Late);
    m_oneTolerance = !metrics || ((!baseline || m_now.tolerance == m_base.tolerance) &&
                                  (!metrics->before || m_now.tolerance == m_before.tolerance));
    m_shownTolerance = metrics ? m_now.tolerance : m_base.tolerance;
    if (title(Late) != before)
        emit headerDataChanged(Qt::Horizontal, Late, Late);
    if (rows != m_rows) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    } else if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int StatisticsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StatisticsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

const StatisticsModel::Source& StatisticsModel::source(Row row) const {
    return row == Row::Baseline ? m_base : row == Row::Before ? m_before : m_now;
}

/// The share of late frames always names its tolerance: in the heading if all rows have the same, otherwise
/// in each cell.
QString StatisticsModel::title(int column) const {
    QString plain = tr(look(column).title);
    if (column != Late || !m_oneTolerance || m_shownTolerance == Nanoseconds(0))
        return plain;
    return tr("%1 >%2").arg(plain, format::duration(static_cast<double>(m_shownTolerance.count())));
}

QString StatisticsModel::cell(Row row, int column) const {
    const Source& from = source(row);
    const ColumnLook& how = look(column);
    const Figure value = how.value(from.metrics, from.cpu);
    if (!value) {
        const std::int64_t needed = how.fraction > 0 ? samplesNeeded(how.fraction) : 0;
        return needed > from.metrics.frames ? format::needs(needed) : format::absent();
    }
    const QString about = how.fraction > 0 && !from.exact ? QStringLiteral("≈") : QString();
    return about + text(from, column, *value);
}

QString StatisticsModel::text(const Source& from, int column, double value) const {
    switch (look(column).kind) {
    case ColumnLook::Count:
        return format::count(static_cast<std::int64_t>(value));
    case ColumnLook::FrameTime:
        return format::frameTime(value, from.period);
    case ColumnLook::Signed:
        return format::signedDuration(value);
    case ColumnLook::Percent:
        return column == Late && !m_oneTolerance
                   ? tr("%1 >%2").arg(format::percent(value),
                                      format::duration(static_cast<double>(from.tolerance.count())))
                   : format::percent(value);
    case ColumnLook::Ppm:
        return format::ppm(value);
    case ColumnLook::Length:
        return format::duration(value);
    }
    return {};
}

QString StatisticsModel::difference(int column) const {
    const ColumnLook& how = look(column);
    const Figure now = how.value(m_now.metrics, m_now.cpu);
    const Figure base = how.value(m_base.metrics, m_base.cpu);
    if (!now || !base || how.distance == nullptr)
        return {};
    const double off = *now - *base;
    switch (how.kind) {
    case ColumnLook::Percent:
        return format::signedPercent(off);
    case ColumnLook::Ppm:
        return format::ppm(off);
    case ColumnLook::Count:
        return (off > 0 ? QStringLiteral("+") : QString()) + format::count(static_cast<std::int64_t>(off));
    default:
        return format::signedDuration(off);
    }
}

int StatisticsModel::verdict(int column) const {
    const ColumnLook& how = look(column);
    const Figure now = how.value(m_now.metrics, m_now.cpu);
    const Figure base = how.value(m_base.metrics, m_base.cpu);
    if (!now || !base || how.distance == nullptr || !m_whyNotJudged.isEmpty())
        return 0;
    const double here = *how.distance(*now, m_now.period);
    const double there = *how.distance(*base, m_base.period);
    const bool time =
        how.kind == ColumnLook::FrameTime || how.kind == ColumnLook::Signed || how.kind == ColumnLook::Length;
    if (std::abs(here - there) <= std::max(0.02 * std::max(here, there), time ? kSameTime : kSameShare))
        return 0; // too close: the histogram and the clock cannot tell them apart
    return here < there ? 1 : -1;
}

QVariant StatisticsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row row = m_rows.at(static_cast<std::size_t>(index.row()));
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return row == Row::Difference ? difference(column) : cell(row, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    case Qt::FontRole:
        return figureFont(0.95);
    case Qt::ToolTipRole:
        return tr(look(column).tooltip) +
               (look(column).fraction > 0 && row != Row::Difference && !source(row).exact
                    ? tr("\n≈: from a histogram, within 1/128 of its distance from the period (or from 0, "
                         "for lateness): not all frames are held in memory, or a change is too fresh.")
                    : QString());
    case Qt::ForegroundRole: {
        if (row == Row::Difference) {
            const int better = verdict(column);
            return QBrush(better > 0 ? tokens().good : better < 0 ? tokens().second : tokens().muted);
        }
        const QString text = cell(row, column);
        const bool figure = !text.isEmpty() && (text.back().isLetterOrNumber() || text.back() == u'%') &&
                            !text.startsWith(QLatin1String("needs"));
        return QBrush(figure ? tokens().text : tokens().muted);
    }
    default:
        return {};
    }
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal) {
        if (section < 0 || section >= ColumnCount)
            return {};
        switch (role) {
        case Qt::DisplayRole:
            return title(section);
        case Qt::ToolTipRole:
            return tr(look(section).tooltip);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        case kPriorityRole:
            return look(section).priority;
        case kWidestRole:
            return section == Late && !m_oneTolerance ? tr("%1 >%2").arg(tr("12.3 %"), tr("166.7 µs"))
                                                      : format::text(look(section).widest);
        default:
            return {};
        }
    }
    if (section < 0 || section >= rowCount())
        return {};
    const Row row = m_rows[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (row) {
    case Row::Now:
        return role == Qt::DisplayRole ? tr("now") : tr("Frames since the last change of settings.");
    case Row::Before:
        return role == Qt::DisplayRole ? tr("before") : tr("Before the change: %1").arg(m_beforeTitle);
    case Row::Baseline:
        return role == Qt::DisplayRole ? tr("baseline") : tr("Pinned: %1").arg(m_baselineLabel);
    case Row::Difference:
        return role == Qt::DisplayRole ? tr("difference")
               : m_whyNotJudged.isEmpty()
                   ? tr("now − baseline. Green is better, amber is worse.")
                   : tr("now − baseline. Not called better or worse: %1.").arg(m_whyNotJudged);
    }
    return {};
}

QString StatisticsModel::asText() const {
    QString text;
    for (int column = 0; column < ColumnCount; ++column)
        text += QLatin1Char('\t') + headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    text += QLatin1Char('\n');
    for (int row = 0; row < rowCount(); ++row) {
        text += headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
        for (int column = 0; column < ColumnCount; ++column)
            text += QLatin1Char('\t') + data(index(row, column), Qt::DisplayRole).toString();
        text += QLatin1Char('\n');
    }
    return text;
}

namespace {

constexpr int kBetween = 12; // pixels between columns
constexpr int kRows = 4;     // room is kept for all four, so that nothing jumps when a baseline is pinned

} // namespace

StatisticsTable::StatisticsTable(QWidget* parent) : QTableView(parent) {
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabKeyNavigation(false);
    setWordWrap(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setSectionsClickable(false);
    verticalHeader()->setHighlightSections(false);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StatisticsTable::setModel(QAbstractItemModel* model) {
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &StatisticsTable::arrange);
    connect(model, &QAbstractItemModel::headerDataChanged, this, &StatisticsTable::arrange);
    arrange();
}

int StatisticsTable::rowsHeight(int rows) const {
    const int line = QFontMetrics(figureFont(0.95)).height() + 7;
    return horizontalHeader()->sizeHint().height() + rows * line + 2;
}

QSize StatisticsTable::sizeHint() const {
    return {400, rowsHeight(kRows)};
}
QSize StatisticsTable::minimumSizeHint() const {
    return {200, rowsHeight(kRows)};
}

void StatisticsTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    arrange();
}

void StatisticsTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        arrange();
}

void StatisticsTable::arrange() {
    if (model() == nullptr)
        return;
    const QFontMetrics metrics(figureFont(0.95));
    verticalHeader()->setDefaultSectionSize(metrics.height() + 7);
    verticalHeader()->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("difference")) + 16);
    horizontalHeader()->setFont(noteFont());
    verticalHeader()->setFont(font());
    const QFontMetrics titles(noteFont());
    struct Width {
        int priority;
        int column;
        int least;
    };
    std::vector<Width> widths;
    for (int column = 0; column < model()->columnCount(); ++column) {
        const auto said = [&](int role) { return model()->headerData(column, Qt::Horizontal, role); };
        widths.push_back(
            {said(StatisticsModel::kPriorityRole).toInt(), column,
             std::max(metrics.horizontalAdvance(said(StatisticsModel::kWidestRole).toString()) + kBetween,
                      titles.horizontalAdvance(said(Qt::DisplayRole).toString()) + kBetween)});
    }
    std::sort(widths.begin(), widths.end(),
              [](const Width& a, const Width& b) { return a.priority < b.priority; });
    const int room = width() - verticalHeader()->width() - 4;
    int used = 0;
    std::size_t shown = 0;
    while (shown < widths.size() && used + widths[shown].least <= room)
        used += widths[shown++].least;
    const double spare = used > 0 ? std::min(2.0, static_cast<double>(room) / used) : 1;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        setColumnHidden(widths[i].column, i >= shown);
        if (i < shown)
            setColumnWidth(widths[i].column, static_cast<int>(widths[i].least * spare));
    }
}

} // namespace jitterscope::ui
