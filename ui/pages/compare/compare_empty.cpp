// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/compare_empty.h"

#include "core/figure/figures.h"
#include "ui/forms/flow_layout.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/page.h"
#include "ui/plot/card.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace jitterscope::ui {
namespace {

QLabel* words(const QString& text, const QFont& font,
              Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignTop) {
    auto* label = new QLabel(text);
    label->setFont(font);
    label->setWordWrap(true);
    label->setAlignment(alignment);
    label->setMinimumWidth(1);
    return label;
}

/// A card of one format: what it gives, and how to record it.
Card* formatCard(const QString& name, const QString& gives, const QString& how) {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(2, 0, 2, 2);
    column->setSpacing(6);
    column->addWidget(words(gives, content->font()));
    column->addStretch(1);
    QLabel* const record = words(how, noteFont());
    setMuted(*record);
    column->addWidget(record);
    auto* card = new Card(name);
    card->setContent(content);
    return card;
}

/// The height of a bell curve at x.
double bell(double x, double middle, double width) {
    return std::exp(-(x - middle) * (x - middle) / (2 * width * width));
}

QPainterPath outline(const QRectF& area, double (*height)(double)) {
    constexpr int kSteps = 120;
    QPainterPath path(area.bottomLeft());
    for (int i = 0; i <= kSteps; ++i) {
        const double x = static_cast<double>(i) / kSteps;
        path.lineTo(area.left() + x * area.width(), area.bottom() - height(x) * area.height());
    }
    return path;
}

} // namespace

DropField::DropField(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("compare_drop"));
}

void DropField::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen edge(c.border, 1.6);
    edge.setDashPattern({5, 4});
    painter.setPen(edge);
    painter.setBrush(c.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
}

PairSketch::PairSketch(QWidget* parent) : QWidget(parent) {
    setFixedHeight(84);
}

void PairSketch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double wide = std::min(340.0, width() * 0.8);
    const QRectF area((width() - wide) / 2, 4, wide, 74);
    const QPainterPath a =
        outline(area, [](double x) { return 0.6 * bell(x, 0.45, 0.08) + 0.28 * bell(x, 0.66, 0.1); });
    const QPainterPath b = outline(area, [](double x) { return 0.97 * bell(x, 0.36, 0.045); });
    for (const auto& [path, pen] : {std::pair{&a, penOf(kLookOfA)}, std::pair{&b, penOf(kLookOfB)}}) {
        QColor fill = pen.color();
        fill.setAlphaF(0.12F);
        painter.fillPath(*path, fill);
        painter.strokePath(*path, pen);
    }
    painter.setFont(titleFont());
    painter.setPen(penOf(kLookOfB).color());
    painter.drawText(QPointF(area.left() + 0.25 * wide, area.top() + 14), QStringLiteral("B"));
    painter.setPen(penOf(kLookOfA).color());
    painter.drawText(QPointF(area.left() + 0.72 * wide, area.top() + 34), QStringLiteral("A"));
}

CompareEmpty::CompareEmpty(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("compare_empty"));
    auto* field = new DropField;
    auto* target = new QVBoxLayout(field);
    target->setContentsMargins(24, 16, 24, 16);
    target->setSpacing(8);
    target->addStretch(1);
    target->addWidget(new PairSketch);
    QFont large = titleFont();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    target->addWidget(words(tr("Drop two runs here"), large, Qt::AlignCenter));
    target->addWidget(
        words(tr("One sentence tells which of them is better, by how much, and how sure that is."), font(),
              Qt::AlignCenter));
    auto* open = makeButton(tr("Open &runs"), "empty_open",
                            tr("Files of Jitterscope and logs of other programs (Ctrl+O)"));
    open->setProperty("primary", true);
    auto* example =
        makeButton(tr("Show me an &example pair"), "empty_example", tr("Two simulated runs, at once"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(open);
    buttons->addWidget(example);
    buttons->addStretch(1);
    target->addLayout(buttons);
    target->addStretch(1);
    auto* formats = new FlowLayout(kPageGap);
    const auto add = [formats](const QString& name, const QString& gives, const QString& how) {
        formats->addExpanding(formatCard(name, gives, how), forFont(160));
    };
    add(tr("Jitterscope"), tr("Everything: lateness, error, spinning, lost slots."),
        tr("Export on the Live page writes it, as CSV or JSON."));
    add(tr("MangoHud"), tr("Frame times of a game on Linux."),
        tr("Left Shift + F2 in the game starts and ends a log, once output_folder is set."));
    add(tr("PresentMon"), tr("Frame times of a game on Windows; also of CapFrameX, FrameView, OCAT."),
        tr("PresentMon --process_name game.exe --output_file run.csv"));
    add(tr("Other logs"), tr("Afterburner, Fraps, cyclictest, HdrHistogram, any column of times."),
        tr("Of a table in no known form you choose the column once."));
    auto* ways = new QHBoxLayout;
    ways->setSpacing(kPageGap);
    const auto addWay = [&](const QString& title, const QString& text, const QString& doing,
                            const char* page) {
        auto* content = new QWidget;
        auto* column = new QVBoxLayout(content);
        column->setContentsMargins(2, 0, 2, 2);
        column->addWidget(words(text, noteFont()));
        column->addStretch(1);
        auto* go = makeButton(doing, (QByteArray("empty_") + page).constData(), title);
        column->addWidget(go, 0, Qt::AlignLeft);
        connect(go, &QPushButton::clicked, this, [this, page] { emit pageWanted(QLatin1String(page)); });
        auto* card = new Card(title);
        card->setContent(content);
        ways->addWidget(card, 1);
    };
    addWay(tr("No file yet? Measure two"),
           tr("Run on the Live page, pin the baseline, change one thing, run again. Both appear here."),
           tr("Go to &Live"), "live");
    addWay(tr("Let the diagnosis do it"), tr("It tries each cure before and after in turn, with intervals."),
           tr("Go to Diagnos&is"), "diagnosis");
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(kPageGap);
    all->addWidget(field, 3);
    QLabel* const head = words(tr("What it reads, and how to record it"), noteFont());
    setMuted(*head);
    all->addWidget(head);
    all->addLayout(formats);
    all->addLayout(ways, 1);
    connect(open, &QPushButton::clicked, this, &CompareEmpty::openWanted);
    connect(example, &QPushButton::clicked, this, &CompareEmpty::exampleWanted);
}

} // namespace jitterscope::ui
