// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/picture.h"

#include <QWidget>

#include <functional>

namespace jitterscope::ui {

/// Shows a picture that is made anew for each size of the widget, in letters as large as the window's notes
/// and in the colours of its theme. A screen reader is told the picture's title and description.
class PictureView final : public QWidget {
    Q_OBJECT
public:
    /// Makes the picture for a size in its own px.
    using Maker = std::function<Picture(QSizeF)>;

    /// `hint` and `least`: sizes of the picture in its own px.
    PictureView(const QSizeF& hint, const QSizeF& least, QWidget* parent = nullptr);

    void show(Maker make);
    /// The next picture of what moves: a screen reader is not told of each.
    void follow(Maker make);
    /// The picture as it is painted now.
    [[nodiscard]] const Picture& picture() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QSizeF m_hint;
    QSizeF m_least;
    Maker m_make;
    mutable Picture m_picture;
    mutable QSize m_madeFor; ///< invalid: not made
};

} // namespace jitterscope::ui
