// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/header.h"

#include "ui/theme/icons.h"

#include <QMenu>
#include <QResizeEvent>

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kAbove = 8; // px, above and below

} // namespace
Header::Header(const Actions& actions, QWidget* window)
    : m_actions(actions),
      m_startStop(new ActionButton(actions.start)),
      m_export(new QAction(tr("&Export"), this)),
      m_pageRow(new QHBoxLayout),
      m_toolRow(new QHBoxLayout),
      m_headline(new Headline),
      m_readouts(new ReadoutStrip),
      m_menu(new QToolButton) {
    setObjectName(QStringLiteral("header"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, kAbove, 16, kAbove);
    row->setSpacing(8);
    m_startStop->setMinimumWidth(88);
    row->addWidget(m_startStop);
    m_export->setObjectName(QStringLiteral("export"));
    m_export->setToolTip(tr("Save or copy what was measured"));
    m_export->setMenu(makeExportMenu(actions, window));
    for (QAction* action : {actions.reset, actions.pause, actions.pin, m_export}) {
        m_liveActions << new ActionButton(action);
        row->addWidget(m_liveActions.back());
    }
    m_pageRow->setSpacing(8);
    row->addLayout(m_pageRow);
    row->addLayout(m_toolRow, 2);
    row->addWidget(m_headline, 1);
    row->addWidget(m_readouts, 1);
    m_readouts->hide();
    m_menu->setObjectName(QStringLiteral("menu_button"));
    m_menu->setAutoRaise(true);
    m_menu->setProperty("plain", true);
    m_menu->setIconSize({20, 20});
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setMenu(makeMainMenu(actions, window));
    m_menu->setShortcut(Qt::Key_F10);
    m_menu->setAccessibleName(tr("Menu"));
    m_menu->setToolTip(tr("Open, save, theme, help (F10)"));
    row->addWidget(m_menu);
    setMinimumHeight(static_cast<const QWidget*>(m_headline)->minimumSizeHint().height() +
                     2 * kAbove); // on pages without figures too
    refreshIcons();
}

void Header::offerStop(bool stop) {
    m_startStop->setAction(stop ? m_actions.stop : m_actions.start);
}

void Header::showLiveActions(bool shown) {
    for (QWidget* button : std::as_const(m_liveActions))
        button->setVisible(shown);
    fit();
}

void Header::showTools(QWidget* tools) {
    if (tools != nullptr && !m_tools.contains(tools)) {
        m_tools << tools;
        m_toolRow->addWidget(tools);
    }
    for (QWidget* each : std::as_const(m_tools))
        each->setVisible(tools != nullptr && each == tools);
    m_startStop->setVisible(tools == nullptr && m_pageActions.isEmpty());
    fit();
}

void Header::showPageActions(const QList<QAction*>& actions) {
    if (actions == m_pageActions)
        return;
    m_pageActions = actions;
    m_pageButtons.clear();
    while (const QLayoutItem* item = m_pageRow->takeAt(0)) {
        item->widget()->hide();
        item->widget()->setObjectName({});
        item->widget()->deleteLater(); // this may be its own doing
        delete item;
    }
    for (QAction* action : actions) {
        auto* button = new ActionButton(action);
        m_pageRow->addWidget(button);
        m_pageButtons << button;
        button->setIconOnly(m_iconsOnly && !action->property("primary").toBool());
        button->show(); // at once, not with the next event
    }
    fit();
}

/// Those that can do with their icon: all but the one that the page is for.
QList<ActionButton*> Header::shownActions() const {
    QList<ActionButton*> shown;
    for (ActionButton* button : m_liveActions + m_pageButtons) {
        if (button->isVisibleTo(this) && !button->property("primary").toBool())
            shown << button;
    }
    return shown;
}

QSize Header::minimumSizeHint() const {
    QSize least = layout()->minimumSize();
    if (!m_iconsOnly) {
        for (const ActionButton* button : shownActions())
            least.rwidth() -= button->spared();
    }
    return least;
}

/// With their texts where these have room.
void Header::fit() {
    int withTexts = minimumSizeHint().width();
    for (const ActionButton* button : shownActions())
        withTexts += button->spared();
    m_iconsOnly = width() < withTexts;
    for (ActionButton* button : m_liveActions + m_pageButtons)
        button->setIconOnly(m_iconsOnly && !button->property("primary").toBool());
    updateGeometry();
}

void Header::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void Header::showReadouts(bool own, const std::vector<Readout>& readouts) {
    m_headline->setVisible(!own);
    const bool tools = std::ranges::any_of(m_tools, [](const QWidget* each) { return !each->isHidden(); });
    m_readouts->setVisible(own && !(tools && readouts.empty()));
    m_readouts->show(readouts);
}

void Header::refreshIcons() {
    m_export->setIcon(themedIcon(QStringLiteral("export")));
    m_menu->setIcon(themedIcon(QStringLiteral("menu")));
}

} // namespace jitterscope::ui
