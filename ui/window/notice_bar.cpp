// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/notice_bar.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QTime>

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kWidest = 760;
constexpr int kNarrowest = 320;
constexpr int kFromEdge = 12;

} // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent),
      m_icon(new QLabel),
      m_text(new QLabel),
      m_do(new QPushButton),
      m_close(new QToolButton) {
    setObjectName(QStringLiteral("notice_bar"));
    m_text->setObjectName(QStringLiteral("notice_text"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_do->setObjectName(QStringLiteral("notice_do"));
    m_do->setAccessibleName(tr("Do what the message offers"));
    m_do->setToolTip(tr("Do what the message offers"));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close this message"));
    m_close->setToolTip(tr("Close this message (Escape)"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 8, 8);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    row->addWidget(m_do, 0, Qt::AlignVCenter);
    row->addWidget(m_close, 0, Qt::AlignTop);
    m_leave.setSingleShot(true);
    connect(&m_leave, &QTimer::timeout, this, &QWidget::hide);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_do, &QPushButton::clicked, this, [this] {
        hide();
        if (const auto then = std::exchange(m_then, nullptr))
            then();
    });
    m_do->hide();
    hide();
}

void NoticeBar::offer(const QString& text, const QString& doing, std::function<void()> then) {
    m_then = std::move(then);
    m_do->setText(doing);
    m_do->setAccessibleName(doing);
    m_do->setToolTip(text);
    say(text, Kind::Offer);
    m_do->setFocus();
}

void NoticeBar::say(const QString& text, Kind kind) {
    m_kind = kind;
    m_text->setText(text);
    m_text->setAccessibleName(text);
    if (kind != Kind::Progress)
        m_history << QTime::currentTime().toString(QStringLiteral("HH:mm:ss ")) + text;
    if (m_history.size() > kHistory)
        m_history.removeFirst();
    const Tokens& c = tokens();
    const bool failure = kind == Kind::Failure;
    m_icon->setAccessibleName(failure ? tr("Warning") : tr("Hint"));
    m_icon->setPixmap(
        themedIcon(failure ? QStringLiteral("warning") : QStringLiteral("hint"), failure ? c.late : c.first)
            .pixmap(18));
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_do->setVisible(kind == Kind::Offer);
    if (kind != Kind::Offer)
        m_then = nullptr;
    show();
    raise();
    place();
    const bool brief = kind == Kind::Notice || kind == Kind::Progress;
    m_leave.start(brief                 ? kNoticeMilliseconds
                  : kind == Kind::Offer ? kOfferMilliseconds
                                        : kFailureMilliseconds);
    if (underMouse())
        m_leave.stop(); // it is being read
}

/// A message under the pointer is being read, so it stays.
void NoticeBar::enterEvent(QEnterEvent* event) {
    QFrame::enterEvent(event);
    m_leave.stop();
}

void NoticeBar::leaveEvent(QEvent* event) {
    QFrame::leaveEvent(event);
    m_leave.start();
}

void NoticeBar::place() {
    const int wide = std::clamp(parentWidget()->width() / 2, kNarrowest, kWidest);
    const int button = m_do->isHidden() ? 0 : m_do->sizeHint().width() + 8;
    const int text = QFontMetrics(m_text->font()).horizontalAdvance(m_text->text()) + 96 + button;
    const int width = std::min(wide, std::max(kNarrowest, text));
    const int height = std::max(40, layout()->heightForWidth(width));
    setGeometry(parentWidget()->width() - width - kFromEdge, parentWidget()->height() - height - kFromEdge,
                width, height);
}

void NoticeBar::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor edge = m_kind == Kind::Failure ? c.late : c.first;
    painter.setPen(QPen(edge, 1));
    painter.setBrush(mixed(edge, c.card, 0.08));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

} // namespace jitterscope::ui
