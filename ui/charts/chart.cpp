// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QSvgGenerator>

namespace jitterscope::ui {

Chart::Chart(const QString& id, const QString& title, const QString& explanation, QWidget* parent)
    : Card(title, parent), m_id(id), m_plot(new Plot) {
    setObjectName(id);
    m_plot->setObjectName(id + QStringLiteral("_plot"));
    m_plot->setAccessibleName(title);
    m_plot->setAccessibleDescription(explanation);
    m_plot->setToolTip(explanation);
    m_plot->installEventFilter(this);
    setToolTip(explanation);
    setContent(m_plot);
}

void Chart::nameLine(int line, const QString& name) {
    while (m_lineNames.size() <= line)
        m_lineNames << QString();
    m_lineNames[line] = name;
}

QImage Chart::image() {
    constexpr int kScale = 2;
    QImage picture(size() * kScale, QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(kScale);
    picture.fill(Qt::transparent);
    render(&picture);
    return picture;
}

QByteArray Chart::svg() {
    QByteArray text;
    QBuffer buffer(&text);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size());
    generator.setViewBox(rect());
    generator.setTitle(title());
    QPainter painter(&generator);
    render(&painter);
    painter.end();
    return text;
}

QByteArray Chart::data() {
    QByteArray text = "line,x,y\n";
    for (qsizetype i = 0; i < m_lineNames.size(); ++i) {
        for (const QPointF& point : m_plot->line(static_cast<int>(i))) {
            text += m_lineNames[i].toUtf8() + ',' + QByteArray::number(point.x(), 'g', 12) + ',' +
                    QByteArray::number(point.y(), 'g', 12) + '\n';
        }
    }
    return text;
}

void Chart::contextMenuEvent(QContextMenuEvent* event) {
    openMenu(event->globalPos());
}

bool Chart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot && event->type() == QEvent::ContextMenu) {
        openMenu(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    return Card::eventFilter(watched, event);
}

void Chart::openMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("chart_menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Copy picture"), this, [this] { QApplication::clipboard()->setImage(image()); });
    menu->addAction(tr("Copy &data"), this,
                    [this] { QApplication::clipboard()->setText(QString::fromUtf8(data())); });
    menu->addSeparator();
    menu->addAction(tr("Save as &PNG…"), this, [this] { emit saveRequested(this, ChartFile::Png); });
    menu->addAction(tr("Save as &SVG…"), this, [this] { emit saveRequested(this, ChartFile::Svg); });
    menu->addAction(tr("Save data as CS&V…"), this, [this] { emit saveRequested(this, ChartFile::Data); });
    menu->addSeparator();
    menu->addAction(tr("&Reset zoom"), this, [this] { m_plot->resetZoom(); })->setEnabled(m_plot->zoomed());
    menu->popup(at);
}

} // namespace jitterscope::ui
