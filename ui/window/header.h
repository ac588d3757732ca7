// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/actions.h"
#include "ui/window/headline.h"
#include "ui/window/readout_strip.h"

#include <QHBoxLayout>
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
    /// The tools of the page that is shown, in the place of Start; null: it has none. The header keeps them.
    void showTools(QWidget* tools);
    /// Buttons of the page that is shown, instead of all others; empty: it has none.
    void showPageActions(const QList<QAction*>& actions);
    /// Figures of the page that is shown. `own`: the page has a head of its own, so they replace the headline
    /// even where there are none.
    void showReadouts(bool own, const std::vector<Readout>& readouts);
    [[nodiscard]] Headline& headline() noexcept { return *m_headline; }
    /// Draws its icons in the colours of the theme. Actions refresh their own.
    void refreshIcons();

    /// With as little text as in a narrow window.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QList<ActionButton*> shownActions() const;
    void fit();

    const Actions& m_actions;
    ActionButton* m_startStop;
    QAction* m_export;
    QList<ActionButton*> m_liveActions;
    QList<ActionButton*> m_pageButtons;
    QHBoxLayout* m_pageRow;
    QHBoxLayout* m_toolRow;
    QList<QWidget*> m_tools;
    QList<QAction*> m_pageActions;
    Headline* m_headline;
    ReadoutStrip* m_readouts;
    QToolButton* m_menu;
    bool m_iconsOnly = false; // of all actions but the first
};

} // namespace jitterscope::ui
