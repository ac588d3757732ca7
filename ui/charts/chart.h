// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/card.h"
#include "ui/charts/plot.h"

#include <QImage>
#include <QString>

namespace jitterscope::ui {

enum class ChartFile { Png, Svg, Data };

/// A card with a plot, and what every chart can do: be copied and saved.
///
/// To add one: derive, add lines in the constructor, and give it a draw() that takes values and fills them;
/// it must cost at most about 600 points. Put the pair into ui/CMakeLists.txt and the chart onto its page.
class Chart : public Card {
    Q_OBJECT
public:
    Chart(const QString& id, const QString& title, const QString& explanation, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const { return m_id; }
    [[nodiscard]] Plot& plot() const { return *m_plot; }
    /// The card as it is drawn now, at twice the size.
    [[nodiscard]] QImage image();
    [[nodiscard]] QByteArray svg();
    /// What is drawn, as CSV: line, x, y.
    [[nodiscard]] QByteArray data();

signals:
    void saveRequested(jitterscope::ui::Chart* chart, jitterscope::ui::ChartFile kind);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void nameLine(int line, const QString& name);

private:
    void openMenu(const QPoint& at);

    QString m_id;
    Plot* m_plot;
    QStringList m_lineNames;
};

} // namespace jitterscope::ui
