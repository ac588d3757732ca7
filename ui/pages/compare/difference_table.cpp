// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/difference_table.h"

#include "core/compare/comparison_report.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

using Outcome = FigureDifference::Outcome;

constexpr double kLeastReach = 0.1;
constexpr double kMostReach = 1.0;

QColor colourOf(Way way) {
    return way == Way::Better ? tokens().good : way == Way::Worse ? tokens().late : tokens().text;
}

/// The user can set the limit of this figure.
bool hasLimit(const FigureEntry& entry) {
    return entry.statistic.kind == SeriesStatistic::Kind::ShareBeyond;
}

/// The heading of a column of the document's table; Change is the window's own.
QString headingOf(int column) {
    const int place = column > DifferenceModel::Change ? column - 1 : column;
    return format::text(kDifferenceHeadings.at(static_cast<std::size_t>(place)));
}

/// Figures stand apart from the column behind them.
class RoomyDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(14 + kBehind, 0);
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem inside(option);
        option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
        inside.rect.adjust(0, 0, -kBehind, 0);
        QStyledItemDelegate::paint(painter, inside, index);
    }

private:
    static constexpr int kBehind = 10; // px
};

/// Paints a dot with its interval on a scale around 0. The dot is filled if a difference is shown, and hollow
/// otherwise.
class ChangeDelegate final : public QStyledItemDelegate {
public:
    ChangeDelegate(DifferenceModel& model, QObject* parent) : QStyledItemDelegate(parent), m_model(model) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index); // the ground
        const FigureDifference& line = m_model.row(index.row());
        const QRectF area = QRectF(option.rect).adjusted(10, 0, -10, 0);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(tokens().border);
        painter->drawLine(QPointF(area.center().x(), option.rect.top()),
                          QPointF(area.center().x(), option.rect.bottom()));
        if (const std::optional<ChangeOfA> change = changeOf(line))
            paintChange(*painter, area, line, *change);
        painter->restore();
    }

private:
    void paintChange(QPainter& painter, const QRectF& area, const FigureDifference& line,
                     const ChangeOfA& change) const {
        const double reach = m_model.reach();
        const auto at = [&](double share) {
            return area.center().x() + std::clamp(share / reach, -1.0, 1.0) * area.width() / 2;
        };
        const double y = area.center().y();
        const QColor colour = line.outcome == Outcome::Different ? colourOf(line.way) : tokens().muted;
        painter.setPen(QPen(colour, 1.6));
        if (change.interval)
            painter.drawLine(QPointF(at(change.interval->low), y), QPointF(at(change.interval->high), y));
        painter.setBrush(line.outcome == Outcome::Different ? colour : tokens().card);
        const double x = at(change.value);
        if (std::abs(change.value) <= reach) {
            painter.drawEllipse(QPointF(x, y), 4, 4);
            return;
        }
        const double side = change.value < 0 ? -1 : 1; // beyond the scale: an arrow
        painter.drawPolygon(QPolygonF({{x, y}, {x - side * 8, y - 4}, {x - side * 8, y + 4}}));
    }

    DifferenceModel& m_model;
};

} // namespace

std::optional<ChangeOfA> changeOf(const FigureDifference& line) {
    const bool drawn = line.outcome == Outcome::Different || line.outcome == Outcome::NotShown ||
                       line.outcome == Outcome::NoInterval;
    if (!drawn || !line.a || !line.b || *line.a == 0)
        return std::nullopt;
    const double scale = 1 / std::abs(*line.a);
    ChangeOfA change{(*line.b - *line.a) * scale, std::nullopt};
    if (line.interval)
        change.interval = Interval{line.interval->low * scale, line.interval->high * scale};
    return change;
}

void DifferenceModel::show(const Comparison& comparison) {
    beginResetModel();
    m_comparison = comparison;
    m_rows.clear();
    m_reach = kLeastReach;
    for (const FigureDifference* const line : differenceLines(m_comparison)) {
        m_rows.push_back(*line);
        if (const std::optional<ChangeOfA> change = changeOf(*line))
            m_reach = std::max(m_reach, std::abs(change->value) * 1.1);
    }
    m_reach = std::min(m_reach, kMostReach);
    endResetModel();
}

int DifferenceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DifferenceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
    const FigureDifference& line = row(index.row());
    const DifferenceTexts texts = differenceTexts(line, m_comparison);
    switch (role) {
    case Qt::DisplayRole: {
        const std::string* const columns[] = {&texts.name, &texts.a,          &texts.b,
                                              nullptr,     &texts.difference, &texts.better};
        return columns[index.column()] != nullptr ? format::text(*columns[index.column()]) : QString();
    }
    case Qt::AccessibleTextRole:
        if (const auto change = index.column() == Change ? changeOf(line) : std::nullopt)
            return tr("%1 of A").arg(format::signedPercent(100 * change->value));
        return {};
    case Qt::ToolTipRole: {
        QString text = format::text(line.entry->help);
        if (line.judged)
            text += QLatin1Char('\n') + tr("The verdict looks at it.");
        if (hasLimit(*line.entry))
            text += QLatin1Char('\n') + tr("Double-click: another limit.");
        return text;
    }
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(index.column() == A || index.column() == B
                                       ? Qt::AlignRight | Qt::AlignVCenter
                                       : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::FontRole:
        if (index.column() == A || index.column() == B)
            return figureFont();
        return line.judged && index.column() == Name ? titleFont() : QVariant();
    case Qt::ForegroundRole:
        if (line.outcome == Outcome::Different && (index.column() == Difference || index.column() == Better))
            return colourOf(line.way);
        if (line.outcome != Outcome::Different && index.column() == Difference)
            return tokens().muted;
        if (hasLimit(*line.entry) && index.column() == Name)
            return tokens().first;
        return {};
    default:
        return {};
    }
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::DisplayRole) {
        switch (section) {
        case A:
        case B:
            return headingOf(section) + QChar(0x2003); // as far from the next column as the figures are
        case Change:
            return tr("± %1 % of A").arg(format::number(100 * m_reach, 0));
        case Difference:
        case Better:
            return headingOf(section);
        default:
            return QString();
        }
    }
    if (role == Qt::ForegroundRole)
        return section == A ? tokens().second : section == B ? tokens().first : tokens().muted;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(section == A || section == B ? Qt::AlignRight | Qt::AlignVCenter
                                   : section == Change          ? Qt::AlignCenter
                                                                : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Difference)
        return tr("All intervals hold together with 95 %. One that contains zero shows no difference.");
    return {};
}

QString DifferenceModel::asText() const {
    QString text;
    for (const int column : {A, B, Difference, Better})
        text += QLatin1Char('\t') + headingOf(column);
    text += QLatin1Char('\n');
    for (const FigureDifference& line : m_rows) {
        const DifferenceTexts texts = differenceTexts(line, m_comparison);
        text += format::text(texts.name + "\t" + texts.a + "\t" + texts.b + "\t" + texts.difference + "\t" +
                             texts.better + "\n");
    }
    return text;
}

DifferenceCard::DifferenceCard(QWidget* parent)
    : Card(tr("Differences"), parent), m_model(new DifferenceModel(this)), m_table(new QTableView) {
    setObjectName(QStringLiteral("difference_card"));
    m_table->setObjectName(QStringLiteral("difference_table"));
    m_table->setAccessibleName(tr("Differences"));
    m_table->setToolTip(tr("Each figure of both runs, and how sure their difference is"));
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(DifferenceModel::Change, new ChangeDelegate(*m_model, m_table));
    auto* const roomy = new RoomyDelegate(m_table);
    m_table->setItemDelegateForColumn(DifferenceModel::A, roomy);
    m_table->setItemDelegateForColumn(DifferenceModel::B, roomy);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 10);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setFont(noteFont());
    setContent(m_table);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const FigureEntry& entry = *m_model->row(index.row()).entry;
        if (hasLimit(entry))
            emit limitWanted(std::string(entry.id));
    });
}

void DifferenceCard::show(const Comparison& comparison) {
    m_model->show(comparison);
    const std::string method = comparison.method();
    key().setItems(method.empty() ? QVector<KeyItem>() : QVector<KeyItem>{KeyItem{format::text(method)}});
    arrange();
}

void DifferenceCard::resizeEvent(QResizeEvent* event) {
    Card::resizeEvent(event);
    arrange();
}

/// If there is no room for the drawn change, it is left out: its numbers are in the next column.
void DifferenceCard::arrange() {
    constexpr int kDrawnFrom = 120; // px
    m_table->setColumnHidden(DifferenceModel::Change, true);
    QHeaderView& header = *m_table->horizontalHeader();
    header.setMinimumSectionSize(40);
    for (const int column : {DifferenceModel::Name, DifferenceModel::A, DifferenceModel::B,
                             DifferenceModel::Difference, DifferenceModel::Better})
        header.setSectionResizeMode(column, QHeaderView::ResizeToContents);
    header.setSectionResizeMode(DifferenceModel::Change, QHeaderView::Stretch);
    const int free = m_table->viewport()->width() - header.length();
    m_table->setColumnHidden(DifferenceModel::Change, free < forFont(kDrawnFrom));
    const int rows = m_table->verticalHeader()->defaultSectionSize() * m_model->rowCount();
    const bool scrolls = header.length() > m_table->viewport()->width();
    const int bar = scrolls ? m_table->horizontalScrollBar()->sizeHint().height() : 0;
    m_table->setFixedHeight(rows + header.sizeHint().height() + bar + 4);
}

} // namespace jitterscope::ui
