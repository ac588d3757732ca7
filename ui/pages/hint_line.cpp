// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/hint_line.h"

#include "core/diagnosis/words.h"
#include "core/document/origin.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QResizeEvent>

#include <algorithm>

namespace jitterscope::ui {

HintLine::HintLine(QWidget* parent)
    : QWidget(parent),
      m_banner(new QLabel),
      m_badge(new QLabel),
      m_icon(new QLabel),
      m_label(new QLabel),
      m_cure(new QPushButton),
      m_more(new QToolButton) {
    setObjectName(QStringLiteral("hint_line"));
    m_banner->setObjectName(QStringLiteral("simulated_banner"));
    m_banner->setFont(titleFont());
    m_banner->hide();
    m_badge->setObjectName(QStringLiteral("window_badge"));
    m_badge->setFont(titleFont());
    m_badge->hide();
    m_icon->setFixedWidth(18);
    m_label->setObjectName(QStringLiteral("hint_text"));
    m_label->setWordWrap(true);
    m_label->setMinimumWidth(1); // a long word does not widen the page
    m_more->setObjectName(QStringLiteral("more_hints"));
    m_more->setAutoRaise(true);
    m_more->setFont(noteFont());
    m_more->setAccessibleName(tr("Next hint"));
    m_more->setToolTip(tr("Show the next hint"));
    m_cure->setObjectName(QStringLiteral("hint_cure"));
    m_cure->setAccessibleName(tr("Take this advice"));
    m_cure->setProperty("chip", true);
    m_cure->setToolTip(tr("Take this advice; Ctrl+Z takes it back"));
    connect(m_cure, &QPushButton::clicked, this, [this] {
        if (m_shown < m_hints.size() && m_hints[m_shown].cure)
            emit cureWanted(RunPlan(*m_hints[m_shown].cure)); // a copy: the receivers may change the hints
    });
    auto* hint = new QWidget;
    auto* parts = new QHBoxLayout(hint);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(6);
    // A fixed place for two lines or a button: the charts below do not move when a hint comes or goes.
    hint->setMinimumHeight(std::max(m_cure->sizeHint().height(), 2 * m_label->fontMetrics().lineSpacing()));
    parts->addWidget(m_icon);
    parts->addWidget(m_label, 1);
    parts->addWidget(m_cure);
    parts->addWidget(m_more);
    auto* row = new FlowLayout(6, this);
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(m_banner);
    row->addWidget(m_badge);
    row->addExpanding(hint, forFont(200));
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_shown = m_hints.empty() ? 0 : (m_shown + 1) % m_hints.size();
        refresh();
    });
    refresh();
}

/// With all lines that it has at this width: else what stands below would give its room away.
QSize HintLine::minimumSizeHint() const {
    return {120, std::max(fontMetrics().height() + 12, heightForWidth(width()))};
}

void HintLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry();
}

void HintLine::setHints(std::vector<Hint> hints) {
    const bool same =
        hints.size() == m_hints.size() &&
        std::equal(hints.begin(), hints.end(), m_hints.begin(),
                   [](const Hint& a, const Hint& b) { return a.text == b.text && a.cure == b.cure; });
    if (same)
        return;
    m_hints = std::move(hints);
    if (m_shown >= m_hints.size())
        m_shown = 0;
    refresh();
}

void HintLine::setCalm(const QString& text) {
    if (text == m_calm)
        return;
    m_calm = text;
    refresh();
}

void HintLine::setSimulated(const RunPlan& plan) {
    const Origin origin = originOf(plan.machine);
    m_banner->setVisible(origin.simulated);
    m_banner->setText(format::text(origin.badge));
    m_banner->setToolTip(format::text(origin.help));
}

void HintLine::setWindowShare(std::optional<double> share) {
    const bool often = share && *share >= kWindowDisturbs;
    m_badge->setVisible(often);
    if (!often)
        return;
    m_badge->setText(tr("THE WINDOW USES %1 OF THE MEASURED CPU").arg(format::percent(100 * *share)));
    m_badge->setToolTip(tr("How much of the time of the CPU that the measuring thread runs on goes to the "
                           "window. What it draws there can make frames late. Less is better."));
}

void HintLine::refresh() {
    const Tokens& c = tokens();
    const bool any = !m_hints.empty();
    const bool caution = any && m_hints[m_shown].level == HintLevel::Caution;
    m_text = any ? format::text(m_hints[m_shown].text) : m_calm;
    m_icon->setPixmap(any ? themedIcon(caution ? QStringLiteral("warning") : QStringLiteral("hint"),
                                       caution ? c.second : c.first)
                                .pixmap(16)
                          : QPixmap());
    m_icon->setAccessibleName(caution ? tr("Caution") : tr("Hint"));
    m_icon->setVisible(any);
    m_label->setForegroundRole(any ? QPalette::WindowText : QPalette::PlaceholderText);
    m_label->setText(m_text);
    m_label->setAccessibleName(m_text);
    const bool cure = any && m_hints[m_shown].cure.has_value();
    m_cure->setVisible(cure);
    if (cure) {
        m_cure->setText(format::text(m_hints[m_shown].button));
        m_cure->setAccessibleName(m_cure->text());
    }
    m_more->setVisible(m_hints.size() > 1);
    m_more->setText(tr("%1 of %2 ›").arg(m_shown + 1).arg(m_hints.size()));
    QPalette banner = m_banner->palette();
    banner.setColor(QPalette::WindowText, c.second);
    m_banner->setPalette(banner);
}

void HintLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace jitterscope::ui
