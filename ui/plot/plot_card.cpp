// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_card.h"

#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"
#include "ui/plot/svg_device.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDrag>
#include <QMenu>
#include <QMimeData>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTemporaryDir>
#include <QUrl>

#include <cmath>

namespace jitterscope::ui {

namespace {

constexpr int kScale = 2; // of a picture in pixels
constexpr int kPdfDpi = 96;
constexpr QSize kLeastPicture{640, 360};

} // namespace

QString suffixOf(PictureFile kind) {
    switch (kind) {
    case PictureFile::Png:
        return QStringLiteral("png");
    case PictureFile::Svg:
        return QStringLiteral("svg");
    case PictureFile::Pdf:
        return QStringLiteral("pdf");
    case PictureFile::Data:
        break;
    }
    return QStringLiteral("csv");
}

bool PlotCard::isEmpty() const {
    return m_grid->plots().empty();
}

PlotCard::PlotCard(const QString& id, const QString& title, QWidget* parent)
    : Card(title, parent), m_id(id), m_grid(new PlotGrid(this)), m_strip(&key()) {}

QSize PlotCard::pictureSize() const {
    return size().expandedTo(kLeastPicture);
}

void PlotCard::paintPicture(QPainter& painter, const QRect& area) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, tokens().card);
    QRectF rest = QRectF(area).adjusted(16, 12, -16, -12);
    painter.setFont(titleFont());
    painter.setPen(tokens().text);
    const double line = QFontMetricsF(titleFont()).height() + 2;
    painter.drawText(QRectF(rest.left(), rest.top(), rest.width(), line), Qt::AlignLeft, title());
    rest.setTop(rest.top() + line);
    rest.setTop(rest.top() + paintKey(painter, rest, keyItems()) + 6);
    m_grid->paintInto(painter, rest.toAlignedRect());
}

QImage PlotCard::image() const {
    const QSize size = pictureSize();
    QImage picture(size * kScale, QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(kScale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintPicture(painter, QRect({0, 0}, size));
    return picture;
}

QByteArray PlotCard::bytes(PictureFile kind) const {
    if (kind == PictureFile::Data)
        return m_data ? m_data() : rows();
    QByteArray text;
    QBuffer buffer(&text);
    buffer.open(QIODevice::WriteOnly);
    const QRect area({0, 0}, pictureSize());
    if (kind == PictureFile::Svg)
        return svg();
    if (kind == PictureFile::Png) {
        image().save(&buffer, "PNG");
    } else {
        QPdfWriter writer(&buffer);
        writer.setResolution(kPdfDpi);
        writer.setTitle(title());
        writer.setCreator(QStringLiteral("Jitterscope"));
        writer.setPageMargins({0, 0, 0, 0});
        writer.setPageSize(
            QPageSize(QSizeF(area.size()) * 72.0 / kPdfDpi, QPageSize::Point, {}, QPageSize::ExactMatch));
        QPainter painter(&writer);
        paintPicture(painter, area);
    }
    return text;
}

QByteArray PlotCard::svg() const {
    const QRect area({0, 0}, pictureSize());
    SvgDevice device(area.size(), title());
    QPainter painter(&device);
    paintPicture(painter, area);
    painter.end();
    return device.text();
}

QByteArray PlotCard::rows() const {
    QByteArray text = "line,x,y\n";
    for (const Plot* plot : m_grid->shown())
        text += plot->data();
    return text;
}

/// The file lies in a folder that goes with the program: whoever takes it copies it.
QMimeData* PlotCard::draggedPicture() const {
    static const QTemporaryDir folder;
    auto* mime = new QMimeData;
    const QImage picture = image();
    mime->setImageData(picture);
    mime->setData(QStringLiteral("image/svg+xml"), bytes(PictureFile::Svg));
    const QString path = folder.filePath(m_id + QStringLiteral(".png"));
    if (folder.isValid() && picture.save(path))
        mime->setUrls({QUrl::fromLocalFile(path)});
    return mime;
}

void PlotCard::enterEvent(QEnterEvent* event) {
    Card::enterEvent(event);
    titleLabel().setCursor(isEmpty() ? Qt::ArrowCursor : Qt::OpenHandCursor);
}

void PlotCard::mousePressEvent(QMouseEvent* event) {
    m_pressed.reset();
    if (event->button() == Qt::LeftButton && !isEmpty())
        m_pressed = event->pos();
    Card::mousePressEvent(event);
}

void PlotCard::mouseMoveEvent(QMouseEvent* event) {
    Card::mouseMoveEvent(event);
    if (!m_pressed || (event->buttons() & Qt::LeftButton) == 0 ||
        (event->pos() - *m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_pressed.reset();
    constexpr int kShown = 240; // px
    auto* drag = new QDrag(this);
    drag->setMimeData(draggedPicture());
    const auto picture = qvariant_cast<QImage>(drag->mimeData()->imageData());
    drag->setPixmap(QPixmap::fromImage(picture).scaledToWidth(kShown, Qt::SmoothTransformation));
    drag->exec(Qt::CopyAction);
}

void PlotCard::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("plot_menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool any = !isEmpty();
    const auto add = [&](const QString& text, auto&& then) {
        menu->addAction(text, this, then)->setEnabled(any);
    };
    add(tr("&Copy picture"), [this] { QApplication::clipboard()->setImage(image()); });
    add(tr("Copy &data"),
        [this] { QApplication::clipboard()->setText(QString::fromUtf8(bytes(PictureFile::Data))); });
    menu->addSeparator();
    add(tr("Save as &PNG…"), [this] { emit saveRequested(this, PictureFile::Png); });
    add(tr("Save as &SVG…"), [this] { emit saveRequested(this, PictureFile::Svg); });
    add(tr("Save as PD&F…"), [this] { emit saveRequested(this, PictureFile::Pdf); });
    add(tr("Save data as CS&V…"), [this] { emit saveRequested(this, PictureFile::Data); });
    menu->addSeparator();
    menu->addAction(tr("&Reset zoom"), m_grid, &PlotGrid::resetZoom)->setEnabled(m_grid->zoomed());
    menu->popup(event->globalPos());
}

ChartCard::ChartCard(const QString& id, const QString& title, const QString& explanation, QWidget* parent)
    : PlotCard(id, title, parent), m_plot(new Plot) {
    setObjectName(id);
    m_plot->setObjectName(id + QStringLiteral("_plot"));
    m_plot->setAccessibleName(title);
    std::vector<std::unique_ptr<Plot>> plots;
    plots.emplace_back(m_plot);
    grid().setPlots(std::move(plots));
    setContent(&grid());
    setExplanation(explanation);
}

void ChartCard::setExplanation(const QString& text) {
    setToolTip(text);
    m_plot->setExplanation(text);
}

} // namespace jitterscope::ui
