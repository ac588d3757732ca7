// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/notice_bar.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kStayMilliseconds = 9000;
constexpr int kWidest = 760;

} // namespace

NoticeBar::NoticeBar(QWidget* parent, QWidget* above)
    : QFrame(parent), m_above(above), m_icon(new QLabel), m_text(new QLabel), m_close(new QToolButton) {
    setObjectName(QStringLiteral("notice_bar"));
    m_text->setObjectName(QStringLiteral("notice_text"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close this message"));
    m_close->setToolTip(tr("Close this message (Escape)"));
    m_close->setShortcut(Qt::Key_Escape);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 8, 8);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    row->addWidget(m_close, 0, Qt::AlignTop);
    m_leave.setSingleShot(true);
    m_leave.setInterval(kStayMilliseconds);
    connect(&m_leave, &QTimer::timeout, this, &QWidget::hide);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void NoticeBar::say(const QString& text, bool failure) {
    m_failure = failure;
    m_text->setText(text);
    m_text->setAccessibleName(text);
    const Tokens& c = tokens();
    m_icon->setPixmap(
        themedIcon(failure ? QStringLiteral("warning") : QStringLiteral("hint"), failure ? c.late : c.first)
            .pixmap(18));
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    show();
    raise();
    place();
    if (failure)
        m_leave.stop();
    else
        m_leave.start();
}

void NoticeBar::place() {
    const int wide = std::min(kWidest, parentWidget()->width() - 24);
    const int text = QFontMetrics(m_text->font()).horizontalAdvance(m_text->text()) + 96;
    const int width = std::min(wide, std::max(320, text));
    const int height = std::max(40, layout()->heightForWidth(width));
    setGeometry(parentWidget()->width() - width - 12, m_above->geometry().bottom() + 3, width, height);
}

void NoticeBar::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor edge = m_failure ? c.late : c.first;
    painter.setPen(QPen(edge, 1));
    painter.setBrush(mixed(edge, c.card, 0.08));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

} // namespace jitterscope::ui
