// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"

#include <QString>
#include <QVector>
#include <QWidget>

#include <optional>

namespace jitterscope::ui {

/// One entry of a key: a swatch of the line (or a dot) and its name.
struct KeyItem {
    QString text;
    std::optional<LineLook> look = {}; ///< none: text alone
    bool dot = false;
    QString tooltip = {};
    friend bool operator==(const KeyItem&, const KeyItem&) = default;
};

/// A key. OneLine: it stands at the right, and if there is no room for all items, the first ones are left
/// out. Wrapped: it takes as many lines as it needs, from the left.
class KeyStrip final : public QWidget {
    Q_OBJECT
public:
    enum class Fold { OneLine, Wrapped };

    explicit KeyStrip(Fold fold = Fold::OneLine, QWidget* parent = nullptr);
    void setItems(QVector<KeyItem> items);
    void setFold(Fold fold);
    [[nodiscard]] const QVector<KeyItem>& items() const { return m_items; }
    /// Every item has room.
    [[nodiscard]] bool whole() const;
    /// The width that all items need in one line, px.
    [[nodiscard]] static int widthOf(const QVector<KeyItem>& items);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return m_fold == Fold::Wrapped; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Where each item stands; null: it has no room.
    [[nodiscard]] QVector<QRectF> places() const;

    Fold m_fold;
    QVector<KeyItem> m_items;
};

} // namespace jitterscope::ui
