// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

namespace jitterscope::ui {

/// A row whose parts begin a new line where they have no room, like words. What is left of a line goes to
/// those of its parts that expand; they begin a new line only where they would be narrower than their least
/// width.
class FlowLayout final : public QLayout {
public:
    /// `spacing`: px between parts, and between lines.
    explicit FlowLayout(int spacing, QWidget* parent = nullptr);
    ~FlowLayout() override;

    /// A part that takes what is left of its line, by its stretch where there are several. `least`: px; 0:
    /// what it needs.
    void addExpanding(QWidget* widget, int least, int stretch = 1);
    void addItem(QLayoutItem* item) override { m_items.append(item); }
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    /// In one line.
    [[nodiscard]] QSize sizeHint() const override;
    /// A part in each line.
    [[nodiscard]] QSize minimumSize() const override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    void setGeometry(const QRect& place) override;

private:
    struct Part {
        QLayoutItem* item;
        int width;
    };
    struct Line {
        QList<Part> parts;
        int left; ///< px that no part has
        int height = 0;
    };
    [[nodiscard]] QList<Line> lines(int width) const;

    QList<QLayoutItem*> m_items;
};

} // namespace jitterscope::ui
