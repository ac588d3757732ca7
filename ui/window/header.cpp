// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/header.h"

#include "ui/theme/icons.h"

#include <QMenu>

namespace jitterscope::ui {
namespace {

constexpr int kAir = 12; // px beside icon and text of a button

} // namespace

Header::Header(const Actions& actions, QWidget* window)
    : m_actions(actions),
      m_startStop(new ActionButton(actions.start)),
      m_export(new QPushButton(tr("&Export"))),
      m_pageRow(new QHBoxLayout),
      m_toolRow(new QHBoxLayout),
      m_headline(new Headline),
      m_readouts(new ReadoutStrip),
      m_menu(new QToolButton) {
    setObjectName(QStringLiteral("header"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(8);
    m_startStop->setMinimumWidth(88);
    row->addWidget(m_startStop);
    for (QAction* action : {actions.reset, actions.pause, actions.pin})
        m_liveActions << new ActionButton(action);
    for (QWidget* button : m_liveActions)
        row->addWidget(button);
    m_liveActions << m_export;
    m_export->setObjectName(QStringLiteral("export_button"));
    m_export->setAccessibleName(tr("Export"));
    m_export->setToolTip(tr("Save or copy what was measured"));
    m_export->setMenu(makeExportMenu(actions, window));
    row->addWidget(m_export);
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
    refreshIcons();
}

void Header::offerStop(bool stop) {
    m_startStop->setAction(stop ? m_actions.stop : m_actions.start);
}

void Header::showLiveActions(bool shown) {
    for (QWidget* button : m_liveActions)
        button->setVisible(shown);
}

void Header::showTools(QWidget* tools) {
    if (tools != nullptr && !m_tools.contains(tools)) {
        m_tools << tools;
        m_toolRow->addWidget(tools);
    }
    for (QWidget* each : std::as_const(m_tools))
        each->setVisible(tools != nullptr && each == tools);
    m_startStop->setVisible(tools == nullptr && m_pageActions.isEmpty());
}

void Header::showPageActions(const QList<QAction*>& actions) {
    if (actions == m_pageActions)
        return;
    m_pageActions = actions;
    while (const QLayoutItem* item = m_pageRow->takeAt(0)) {
        item->widget()->hide();
        item->widget()->setObjectName({});
        item->widget()->deleteLater(); // this may be its own doing
        delete item;
    }
    for (QAction* action : actions) {
        auto* button = new ActionButton(action);
        button->setMinimumWidth(button->sizeHint().width() + kAir);
        m_pageRow->addWidget(button);
        button->show(); // at once, not with the next event
    }
}

void Header::showReadouts(bool own, const QVector<LabReadout>& readouts) {
    m_headline->setVisible(!own);
    m_readouts->setVisible(own);
    m_readouts->show(readouts);
}

void Header::refreshIcons() {
    m_export->setIcon(themedIcon(QStringLiteral("export")));
    m_menu->setIcon(themedIcon(QStringLiteral("menu")));
}

} // namespace jitterscope::ui
