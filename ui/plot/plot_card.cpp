// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_card.h"

#include "ui/plot/painting.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDrag>
#include <QFontInfo>
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

Picture PlotCard::picture() const {
    const QSizeF whole = size().expandedTo(kLeastPicture);
    Picture picture{whole.width(), whole.height(), title().toStdString(), toolTip().toStdString(), {}};
    jitterscope::Box rest = boxAt(0, 0, whole.width(), whole.height()).inset(16, 12, 16, 12);
    const TextLook look{.size = static_cast<double>(QFontInfo(titleFont()).pixelSize()), .bold = true};
    picture.text(rest.left, rest.top + look.size, picture.title, look);
    rest.top += std::round(look.size * 1.4);
    std::vector<KeyEntry> entries;
    for (const KeyItem& item : keyItems())
        entries.push_back({item.text.toStdString(), item.look, {}, item.dot});
    rest.top += drawKey(picture, entries, rest, plotLetters()) + 6;
    m_grid->drawInto(picture, rest);
    return picture;
}

QImage PlotCard::image() const {
    QImage image = pictureImage(picture(), kScale, paintsDark());
    image.setDevicePixelRatio(kScale);
    return image;
}

QByteArray PlotCard::bytes(PictureFile kind) const {
    if (kind == PictureFile::Data)
        return m_data ? m_data() : rows();
    if (kind == PictureFile::Svg)
        return svg();
    QByteArray text;
    QBuffer buffer(&text);
    buffer.open(QIODevice::WriteOnly);
    if (kind == PictureFile::Png) {
        image().save(&buffer, "PNG");
    } else {
        const Picture shown = picture();
        const QSizeF size(shown.width, shown.height);
        QPdfWriter writer(&buffer);
        writer.setResolution(kPdfDpi);
        writer.setTitle(title());
        writer.setCreator(QStringLiteral("Jitterscope"));
        writer.setPageMargins({0, 0, 0, 0});
        writer.setPageSize(QPageSize(size * 72.0 / kPdfDpi, QPageSize::Point, {}, QPageSize::ExactMatch));
        QPainter painter(&writer);
        ui::paintPicture(painter, shown, QRectF({}, size), paintsDark());
    }
    return text;
}

QByteArray PlotCard::svg() const {
    return QByteArray::fromStdString(svgText(picture()));
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
