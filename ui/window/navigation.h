// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QButtonGroup>
#include <QWidget>

namespace jitterscope::ui {

/// The rail of pages, made from the page catalogue: icon above name, Ctrl+1, 2, … for each.
class Navigation final : public QWidget {
    Q_OBJECT
public:
    explicit Navigation(QWidget* parent = nullptr);

    void choose(int page);

signals:
    void chosen(int page);
    /// The page that is shown already.
    void chosenAgain();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    QButtonGroup* m_buttons;
    int m_page = 0;
};

} // namespace jitterscope::ui
