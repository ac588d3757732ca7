// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/picture_view.h"

#include "ui/format/outside_text.h"
#include "ui/plot/painting.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFontInfo>
#include <QPainter>

#include <cmath>

namespace jitterscope::ui {
namespace {

/// Pixels of the window for each px of a picture. Notes have 12 px in a picture.
double scaleOfType() {
    constexpr double kNotes = 12;
    return QFontInfo(noteFont()).pixelSize() / kNotes;
}

QSize inWindow(const QSizeF& size) {
    return {static_cast<int>(std::ceil(size.width() * scaleOfType())),
            static_cast<int>(std::ceil(size.height() * scaleOfType()))};
}

} // namespace

PictureView::PictureView(const QSizeF& hint, const QSizeF& least, QWidget* parent)
    : QWidget(parent), m_hint(hint), m_least(least) {}

void PictureView::follow(Maker make) {
    m_make = std::move(make);
    m_madeFor = {};
    update();
}

void PictureView::show(Maker make) {
    follow(std::move(make));
    setAccessibleName(format::text(picture().title));
    setAccessibleDescription(format::text(picture().description));
}

const Picture& PictureView::picture() const {
    if (m_madeFor != size() && m_make) {
        m_picture = m_make(QSizeF(size()) / scaleOfType());
        m_madeFor = size();
    }
    return m_picture;
}

QSize PictureView::sizeHint() const {
    return inWindow(m_hint);
}

QSize PictureView::minimumSizeHint() const {
    return inWindow(m_least);
}

void PictureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintPicture(painter, picture(), rect(), paintsDark());
}

void PictureView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_madeFor = {};
        updateGeometry();
    }
}

} // namespace jitterscope::ui
