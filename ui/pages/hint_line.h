// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/hints.h"

#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QToolButton>
#include <QWidget>

namespace jitterscope::ui {

/// Shows the most pressing hint in full; a click shows the next one. The line is always there, so that
/// nothing jumps, and grows with long hints.
class HintLine final : public QWidget {
    Q_OBJECT
public:
    explicit HintLine(QWidget* parent = nullptr);

    void setHints(std::vector<Hint> hints);
    /// A text that is shown when there is no hint.
    void setCalm(const QString& text);
    /// Names the simulated machine of this plan, or the file of a recorded one. Shows nothing when the plan
    /// measures here.
    void setSimulated(const RunPlan& plan);
    /// Shows a badge if the window often ran on the processor of the measuring thread. It goes when that is
    /// no longer so.
    void setWindowShare(std::optional<double> share);
    [[nodiscard]] QString text() const { return m_text; }

signals:
    /// The user takes the advice of the shown hint.
    void cureWanted(const jitterscope::RunPlan& plan);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void refresh();

    std::vector<Hint> m_hints;
    QString m_calm;
    QString m_text;
    std::size_t m_shown = 0;
    QLabel* m_banner;
    QLabel* m_badge;
    QLabel* m_icon;
    QLabel* m_label;
    QPushButton* m_cure;
    QToolButton* m_more;
};

} // namespace jitterscope::ui
