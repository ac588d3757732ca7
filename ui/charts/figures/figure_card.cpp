// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figures/figure_card.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr int kPdfDpi = 96;
constexpr int kRoomy = 900; // a card that has room for several large panels
constexpr QSize kLeastPicture{640, 360};

} // namespace

FigureCard::FigureCard(const FigureEntry& entry, const QString& title, QWidget* parent)
    : Card(title, parent),
      m_entry(entry),
      m_view(new FigureView),
      m_log(new QCheckBox(tr("Log scale"))),
      m_panels(new QComboBox) {
    m_view->setObjectName(QStringLiteral("figure_view"));
    m_view->setAccessibleName(title);
    m_view->setToolTip(tr("Point at something for its numbers. Wheel zooms, drag pans, double-click resets; "
                          "left and right step from point to point."));
    m_view->setAccessibleDescription(m_view->toolTip());
    m_log->setObjectName(QStringLiteral("figure_log"));
    m_log->setAccessibleName(tr("Log scale"));
    m_log->setToolTip(tr("Equal factors are equally far apart: for values that differ a thousandfold. What "
                         "is not above zero stands at the foot."));
    m_log->setChecked(entry.logAtFirst);
    m_panels->setObjectName(QStringLiteral("figure_panel"));
    m_panels->setAccessibleName(tr("Panel"));
    m_panels->setToolTip(tr("Show all panels, or one of them larger"));
    m_panels->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_panels->setMinimumContentsLength(12);
    m_panels->setMaximumWidth(280);
    m_panels->hide();
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
    column->addWidget(m_view, 1);
    m_log->setVisible(entry.offersLog); // not before it has its parent: it would be a window
    setContent(content);
    connect(m_log, &QCheckBox::toggled, this, &FigureCard::rebuild);
    connect(m_panels, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_view->showPanel(index - 1); });
}

void FigureCard::show(std::shared_ptr<const ExperimentResult> result,
                      std::shared_ptr<const ExperimentResult> before) {
    m_result = std::move(result);
    m_before = std::move(before);
    rebuild();
    fillPanels();
}

void FigureCard::rebuild() {
    if (m_result == nullptr || m_result->points.rows.empty()) {
        m_view->setFigure({});
        m_items.clear();
        placeKey();
        return;
    }
    const ExperimentResult* before = m_entry.overlays ? m_before.get() : nullptr;
    Figure figure = m_entry.make({.result = *m_result, .before = before, .log = m_log->isChecked()});
    m_items = figure.key;
    if (before != nullptr)
        m_items.append(keyLine(tr("dashed, light: kept"), QPen(tokens().muted, 1.2, Qt::DashLine)));
    key().setToolTip(tr("What the colours and marks mean"));
    m_view->setFigure(std::move(figure));
    placeKey();
}

void FigureCard::placeKey() {
    const double title = QFontMetricsF(titleFont()).horizontalAdvance(this->title());
    key().setItems(m_items); // to measure it
    const bool fits = key().sizeHint().width() <= width() - title - 48;
    key().setItems(fits ? m_items : QVector<KeyItem>());
    m_view->setKey(fits ? QVector<KeyItem>() : m_items);
}

void FigureCard::resizeEvent(QResizeEvent* event) {
    Card::resizeEvent(event);
    placeKey();
}

void FigureCard::fillPanels() {
    const QSignalBlocker quiet(m_panels);
    m_panels->clear();
    m_panels->addItem(tr("All panels"));
    for (const auto& panel : m_view->figure().panels)
        m_panels->addItem(panel->title());
    m_panels->setVisible(m_view->figure().panels.size() > 1);
    const bool one = m_view->figure().roomy && m_view->figure().panels.size() > 1 && width() < kRoomy;
    m_panels->setCurrentIndex(one ? 1 : 0);
    m_view->showPanel(one ? 0 : -1);
}

QSize FigureCard::pictureSize() const {
    return size().expandedTo(kLeastPicture);
}

void FigureCard::paintWhole(QPainter& painter, const QRectF& area) {
    painter.fillRect(area, tokens().card);
    QRectF rest = area.adjusted(16, 12, -16, -12);
    painter.setFont(titleFont());
    painter.setPen(tokens().text);
    const double line = QFontMetricsF(titleFont()).height() + 2;
    painter.drawText(QRectF(rest.left(), rest.top(), rest.width(), line), Qt::AlignLeft, title());
    rest.setTop(rest.top() + line);
    rest.setTop(rest.top() + paintKey(painter, rest, m_items) + 6);
    m_view->paintInto(painter, rest, false);
}

QImage FigureCard::image() {
    constexpr int kScale = 2;
    const QSize size = pictureSize();
    QImage picture(size * kScale, QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(kScale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintWhole(painter, QRectF(QPointF(0, 0), size));
    painter.end();
    m_view->update();
    return picture;
}

QByteArray FigureCard::bytes(FigureFile kind) {
    QByteArray text;
    QBuffer buffer(&text);
    buffer.open(QIODevice::WriteOnly);
    const QSize size = pictureSize();
    const QRectF area(QPointF(0, 0), size);
    if (kind == FigureFile::Png) {
        image().save(&buffer, "PNG");
    } else if (kind == FigureFile::Svg) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        generator.setViewBox(area);
        generator.setTitle(title());
        QPainter painter(&generator);
        paintWhole(painter, area);
    } else {
        QPdfWriter writer(&buffer);
        writer.setResolution(kPdfDpi);
        writer.setTitle(title());
        writer.setCreator(QStringLiteral("Jitterscope"));
        writer.setPageMargins({0, 0, 0, 0});
        writer.setPageSize(
            QPageSize(QSizeF(size) * 72.0 / kPdfDpi, QPageSize::Point, {}, QPageSize::ExactMatch));
        QPainter painter(&writer);
        paintWhole(painter, area);
    }
    m_view->update(); // painting elsewhere has moved what can be pointed at
    return text;
}

void FigureCard::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("figure_menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool any = !m_view->figure().panels.empty();
    const auto add = [&](const QString& text, auto&& then) {
        menu->addAction(text, this, then)->setEnabled(any);
    };
    add(tr("&Copy picture"), [this] { QApplication::clipboard()->setImage(image()); });
    add(tr("Copy &data"), [this] { emit copyDataRequested(); });
    menu->addSeparator();
    add(tr("Save as &PNG…"), [this] { emit saveRequested(FigureFile::Png); });
    add(tr("Save as &SVG…"), [this] { emit saveRequested(FigureFile::Svg); });
    add(tr("Save as P&DF…"), [this] { emit saveRequested(FigureFile::Pdf); });
    add(tr("Save data as CS&V…"), [this] { emit saveDataRequested(); });
    menu->addSeparator();
    menu->addAction(tr("&Reset zoom"), m_view, &FigureView::resetZoom)->setEnabled(m_view->zoomed());
    menu->popup(event->globalPos());
}

void FigureCard::changeEvent(QEvent* event) {
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        rebuild();
}

} // namespace jitterscope::ui
