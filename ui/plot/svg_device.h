// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSize>
#include <QString>

#include <memory>

namespace jitterscope::ui {

class SvgEngine;

/// Writes what is painted on it as SVG: lines, areas, texts and clips. Grounds are of one colour; a hatch is
/// written as its colour.
class SvgDevice final : public QPaintDevice {
public:
    SvgDevice(QSize size, const QString& title);
    ~SvgDevice() override;

    /// The whole `<svg>`, once nothing paints any more.
    [[nodiscard]] QByteArray text() const;

    [[nodiscard]] QPaintEngine* paintEngine() const override;

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override;

private:
    QSize m_size;
    QString m_title;
    std::unique_ptr<SvgEngine> m_engine;
};

} // namespace jitterscope::ui
