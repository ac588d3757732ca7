// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation.h"

#include "ui/pages/page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kEdge = 6;   // px, beside the buttons
constexpr int kWidth = 96; // px, or as wide as the longest title needs

} // namespace

Navigation::Navigation(QWidget* parent) : QWidget(parent), m_buttons(new QButtonGroup(this)) {
    setObjectName(QStringLiteral("navigation"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kEdge, 10, kEdge, 10);
    column->setSpacing(4);
    m_buttons->setExclusive(true);
    int index = 0;
    for (const PageEntry& page : pageCatalog()) {
        auto* button = new QToolButton;
        const QString title = QCoreApplication::translate("Page", page.title);
        const QKeySequence key(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + index));
        button->setObjectName(QStringLiteral("page_") + QLatin1String(page.id));
        button->setText(title);
        button->setToolTip(QStringLiteral("%1 (%2)").arg(QCoreApplication::translate("Page", page.tooltip),
                                                         key.toString(QKeySequence::NativeText)));
        button->setAccessibleName(title);
        button->setShortcut(key);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize({22, 22});
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setMinimumHeight(56);
        m_buttons->addButton(button, index++);
        column->addWidget(button);
    }
    column->addStretch(1);
    int widest = kWidth;
    for (const QAbstractButton* button : m_buttons->buttons())
        widest = std::max(widest, button->sizeHint().width() + 2 * kEdge);
    setFixedWidth(widest);
    connect(m_buttons, &QButtonGroup::idClicked, this, [this](int page) {
        refresh();
        page == std::exchange(m_page, page) ? emit chosenAgain() : emit chosen(page);
    });
    refresh();
}

void Navigation::choose(int page) {
    if (auto* button = m_buttons->button(page)) {
        button->setChecked(true);
        m_page = page;
        refresh();
    }
}

void Navigation::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

void Navigation::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().card);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), tokens().hairline);
}

void Navigation::refresh() {
    const auto pages = pageCatalog();
    for (std::size_t i = 0; i < pages.size(); ++i) {
        auto* button = static_cast<QToolButton*>(m_buttons->button(static_cast<int>(i)));
        const QColor colour = button->isChecked() ? tokens().first : tokens().muted;
        button->setIcon(themedIcon(QLatin1String(pages[i].icon), colour));
        QPalette palette = button->palette();
        palette.setColor(QPalette::ButtonText, colour);
        button->setPalette(palette);
    }
}

} // namespace jitterscope::ui
