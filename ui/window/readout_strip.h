// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/readout.h"

#include <QLabel>
#include <QLayout>
#include <QWidget>

#include <vector>

namespace jitterscope::ui {

/// The readouts of a page at the right of the header: value above name. What has no room is left out, from
/// the last one on. A place keeps the width of its widest value, so that nothing moves while numbers run.
class ReadoutStrip final : public QWidget {
    Q_OBJECT
public:
    explicit ReadoutStrip(QWidget* parent = nullptr);

    void show(const std::vector<Readout>& readouts);
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, layout()->minimumSize().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Place {
        QWidget* box = nullptr;
        QLabel* value = nullptr;
        QLabel* name = nullptr;
    };
    Place add();
    void fit();

    std::vector<Place> m_places;
    std::vector<Readout> m_shown;
};

} // namespace jitterscope::ui
