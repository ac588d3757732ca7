// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace jitterscope::ui {

/// Fusion made flat: fields, buttons, sliders and scroll bars in the colours of the tokens. Dynamic
/// properties that it knows:
/// * `primary` (bool) on a push button: filled with the accent.
/// * `chip` (bool) on a push button: small, for quick choices.
/// * `plain` (bool) on a tool button with a menu: no arrow.
/// * `invalid` (bool) on a line edit: edged in the colour of late frames.
/// Every label shows its text letter by letter unless it asks for Qt::RichText, and tooltips and message
/// boxes are labels too. Qt would take a name that looks like HTML for HTML, and open the pictures that it
/// names.
class Style final : public QProxyStyle {
    Q_OBJECT
public:
    Style();

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                         const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
};

} // namespace jitterscope::ui
