// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/actions.h"
#include "ui/window/headline.h"

#include <QToolButton>
#include <QWidget>

namespace jitterscope::ui {

/// The bar above the pages: start or stop, other frequent actions, the headline and the menu.
class Header final : public QWidget {
    Q_OBJECT
public:
    /// `window` owns the menus.
    Header(const Actions& actions, QWidget* window);

    /// The first button starts, or stops what is being measured.
    void offerStop(bool stop);
    /// The buttons that act on the Live run; other pages have their own.
    void showLiveActions(bool shown);
    [[nodiscard]] Headline& headline() noexcept { return *m_headline; }
    /// Draws its icons in the colours of the theme. Actions refresh their own.
    void refreshIcons();

private:
    const Actions& m_actions;
    ActionButton* m_startStop;
    QPushButton* m_export;
    QList<QWidget*> m_liveActions;
    Headline* m_headline;
    QToolButton* m_menu;
};

} // namespace jitterscope::ui
