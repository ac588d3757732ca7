// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style.h"

#include "ui/theme/theme.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr qreal kRadius = 6;
constexpr int kHandle = 16;
constexpr int kSpinButton = 20;

bool flagged(const QWidget* widget, const char* name) {
    return widget != nullptr && widget->property(name).toBool();
}

/// Paints a rounded field or button. An invalid `edge` paints none.
void panel(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& edge, qreal width = 1) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edge.isValid() ? QPen(edge, width) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    const qreal inset = width / 2;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), kRadius, kRadius);
    painter.restore();
}

void chevron(QPainter& painter, const QRectF& rect, bool up, const QColor& colour) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF c = rect.center();
    const qreal sign = up ? -1 : 1;
    const QPointF points[] = {c + QPointF(-3.5, -1.75 * sign), c + QPointF(0, 1.75 * sign),
                              c + QPointF(3.5, -1.75 * sign)};
    painter.drawPolyline(points, 3);
    painter.restore();
}

QColor edgeColour(const QStyleOption& option, const QWidget* widget) {
    const Tokens& c = tokens();
    if (flagged(widget, "invalid"))
        return c.late;
    return (option.state & QStyle::State_HasFocus) != 0 ? c.first : c.border;
}

void drawButton(const QStyleOption& option, QPainter& painter, const QWidget* widget) {
    const Tokens& c = tokens();
    const bool enabled = (option.state & QStyle::State_Enabled) != 0;
    const bool down = (option.state & (QStyle::State_Sunken | QStyle::State_On)) != 0;
    const bool over = enabled && (option.state & QStyle::State_MouseOver) != 0;
    const bool focus = (option.state & QStyle::State_HasFocus) != 0 &&
                       (option.state & QStyle::State_KeyboardFocusChange) != 0;
    if (flagged(widget, "primary")) {
        if (!enabled) { // its text must stay readable
            panel(painter, option.rect, c.card, c.border);
            return;
        }
        panel(painter, option.rect,
              mixed(c.text, c.first,
                    down   ? 0.25
                    : over ? 0.12
                           : 0),
              focus ? c.text : QColor(), 2);
        return;
    }
    QColor fill = over ? mixed(c.first, c.card, 0.07) : c.card;
    if (down)
        fill = mixed(c.first, c.card, 0.18);
    const bool chosen = (option.state & QStyle::State_On) != 0;
    panel(painter, option.rect, fill,
          focus || chosen ? c.first
          : enabled       ? c.border
                          : c.hairline,
          focus ? 2 : 1);
}

void drawCheck(const QStyleOption& option, QPainter& painter, bool round) {
    const Tokens& c = tokens();
    const bool on = (option.state & QStyle::State_On) != 0;
    const bool enabled = (option.state & QStyle::State_Enabled) != 0;
    const QRectF box = QRectF(option.rect).adjusted(1, 1, -1, -1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(on && enabled ? c.first : c.border, 1.2));
    painter.setBrush(on ? (enabled ? c.first : c.border) : c.card);
    painter.drawRoundedRect(box, round ? box.width() / 2 : 3.5, round ? box.height() / 2 : 3.5);
    if (on && !round) {
        painter.setPen(QPen(c.onAccent, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF o = box.topLeft();
        const qreal s = box.width();
        const QPointF tick[] = {o + QPointF(0.24, 0.52) * s, o + QPointF(0.43, 0.70) * s,
                                o + QPointF(0.77, 0.32) * s};
        painter.drawPolyline(tick, 3);
    } else if (on) {
        painter.setBrush(c.onAccent);
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(box.center(), box.width() * 0.2, box.width() * 0.2);
    }
    painter.restore();
}

void drawSlider(const Style& style, const QStyleOptionSlider& option, QPainter& painter,
                const QWidget* widget) {
    const Tokens& c = tokens();
    const bool enabled = (option.state & QStyle::State_Enabled) != 0;
    const QRectF groove(style.subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, widget));
    const QRectF handle(style.subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, widget));
    QRectF line(groove.left() + 2, groove.center().y() - 2, groove.width() - 4, 4);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(c.border, c.card, 0.7));
    painter.drawRoundedRect(line, 2, 2);
    line.setRight(handle.center().x());
    painter.setBrush(enabled ? c.first : c.border);
    painter.drawRoundedRect(line, 2, 2);
    const bool focus = (option.state & QStyle::State_HasFocus) != 0;
    painter.setPen(QPen(enabled ? c.first : c.border, focus ? 2.5 : 1.5));
    painter.setBrush(c.card);
    painter.drawEllipse(handle.center(), kHandle / 2.0 - 2, kHandle / 2.0 - 2);
    painter.restore();
}

void drawSpinBox(const Style& style, const QStyleOptionSpinBox& option, QPainter& painter,
                 const QWidget* widget) {
    const Tokens& c = tokens();
    panel(painter, option.rect, c.card, edgeColour(option, widget));
    const auto arrow = [&](QStyle::SubControl which, QAbstractSpinBox::StepEnabledFlag step, bool up) {
        const QRect rect = style.subControlRect(QStyle::CC_SpinBox, &option, which, widget);
        const bool can = (option.stepEnabled & step) != 0 && (option.state & QStyle::State_Enabled) != 0;
        if (can && option.activeSubControls == which) {
            painter.fillRect(rect.adjusted(0, 1, -1, 0), mixed(c.first, c.card, 0.15));
        }
        chevron(painter, rect, up, can ? c.text : c.border);
    };
    arrow(QStyle::SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, true);
    arrow(QStyle::SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, false);
}

void drawScrollBar(const Style& style, const QStyleOptionSlider& option, QPainter& painter,
                   const QWidget* widget) {
    const Tokens& c = tokens();
    if (option.maximum <= option.minimum)
        return;
    QRectF handle(style.subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, widget));
    handle.adjust(3, 3, -3, -3);
    const bool active = (option.activeSubControls & QStyle::SC_ScrollBarSlider) != 0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(active ? c.muted : c.border);
    const qreal radius = std::min(handle.width(), handle.height()) / 2;
    painter.drawRoundedRect(handle, radius, radius);
    painter.restore();
}

} // namespace

Style::Style() : QProxyStyle(QStringLiteral("Fusion")) {}

void Style::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* label = qobject_cast<QLabel*>(widget); label != nullptr && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    if (auto* edit = qobject_cast<QLineEdit*>(widget); edit != nullptr && edit->hasFrame())
        edit->setTextMargins(6, 0, 6, 0);
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    const Tokens& c = tokens();
    switch (element) {
    case PE_PanelButtonCommand:
        drawButton(*option, *painter, widget);
        return;
    case PE_PanelButtonTool:
        if ((option->state & (State_MouseOver | State_Sunken | State_On)) != 0 &&
            (option->state & State_Enabled) != 0)
            panel(*painter, option->rect,
                  mixed(c.first, c.card, (option->state & (State_On | State_Sunken)) != 0 ? 0.16 : 0.08), {});
        return;
    case PE_FrameLineEdit:
    case PE_PanelLineEdit:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame != nullptr && frame->lineWidth > 0)
            panel(*painter, option->rect, c.card, edgeColour(*option, widget));
        return;
    case PE_IndicatorCheckBox:
        drawCheck(*option, *painter, false);
        return;
    case PE_IndicatorRadioButton:
        drawCheck(*option, *painter, true);
        return;
    case PE_FrameFocusRect:
        if ((option->state & State_KeyboardFocusChange) != 0)
            panel(*painter, option->rect, Qt::transparent, c.first, 1.5);
        return;
    case PE_IndicatorArrowDown:
        chevron(*painter, option->rect, false, (option->state & State_Enabled) != 0 ? c.muted : c.border);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    const Tokens& c = tokens();
    if (element == CE_PushButtonLabel && flagged(widget, "primary")) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton copy(*button);
            copy.palette.setColor(QPalette::ButtonText,
                                  (button->state & State_Enabled) != 0 ? c.onAccent : c.muted);
            QProxyStyle::drawControl(element, &copy, painter, widget);
            return;
        }
    }
    if (element == CE_ComboBoxLabel) {
        if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
            box != nullptr && !box->editable) {
            const QRect rect = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget);
            const QString text =
                option->fontMetrics.elidedText(box->currentText, Qt::ElideRight, rect.width());
            proxy()->drawItemText(painter, rect, Qt::AlignVCenter | Qt::AlignLeft, box->palette,
                                  (box->state & State_Enabled) != 0, text, QPalette::ButtonText);
            return;
        }
    }
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea) {
        painter->fillRect(option->rect, c.card);
        if ((option->state & State_Horizontal) != 0)
            painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                              c.hairline);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    const Tokens& c = tokens();
    if (control == CC_ComboBox) {
        const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (box != nullptr && !box->editable) {
            panel(*painter, option->rect, c.card, edgeColour(*option, widget));
            const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
            chevron(*painter, arrow, false, (option->state & State_Enabled) != 0 ? c.muted : c.border);
            return;
        }
    }
    if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        button != nullptr && control == CC_ToolButton && flagged(widget, "plain")) {
        QStyleOptionToolButton copy(*button); // the icon already shows that it is a menu
        copy.features &= ~QStyleOptionToolButton::HasMenu;
        QProxyStyle::drawComplexControl(control, &copy, painter, widget);
        return;
    }
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
        if (control == CC_Slider && slider->orientation == Qt::Horizontal)
            return drawSlider(*this, *slider, *painter, widget);
        if (control == CC_ScrollBar)
            return drawScrollBar(*this, *slider, *painter, widget);
    }
    if (control == CC_SpinBox) {
        if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option))
            return drawSpinBox(*this, *spin, *painter, widget);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                            const QWidget* widget) const {
    const QRect r = option->rect;
    if (control == CC_ComboBox && subControl == SC_ComboBoxArrow)
        return visualRect(option->direction, r, QRect(r.right() - 26, r.top(), 24, r.height()));
    if (control == CC_ComboBox && subControl == SC_ComboBoxEditField)
        return visualRect(option->direction, r, r.adjusted(10, 2, -28, -2));
    if (control == CC_SpinBox) {
        switch (subControl) {
        case SC_SpinBoxUp:
            return visualRect(option->direction, r,
                              QRect(r.right() - kSpinButton, r.top() + 1, kSpinButton, r.height() / 2 - 1));
        case SC_SpinBoxDown:
            return visualRect(
                option->direction, r,
                QRect(r.right() - kSpinButton, r.center().y() + 1, kSpinButton, r.height() / 2 - 1));
        case SC_SpinBoxEditField:
            return visualRect(option->direction, r, r.adjusted(8, 2, -kSpinButton - 2, -2));
        default:
            return r;
        }
    }
    if (control == CC_ScrollBar) { // no step buttons
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (bar != nullptr && (subControl == SC_ScrollBarAddLine || subControl == SC_ScrollBarSubLine))
            return {};
        if (bar != nullptr && subControl == SC_ScrollBarGroove)
            return r;
        if (bar != nullptr && subControl == SC_ScrollBarSlider) {
            const bool across = bar->orientation == Qt::Horizontal;
            const int length = across ? r.width() : r.height();
            const int range = bar->maximum - bar->minimum;
            const int handle = std::clamp(length * bar->pageStep / std::max(1, range + bar->pageStep), 28,
                                          std::max(28, length));
            const int at = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition,
                                                   length - handle, bar->upsideDown);
            return across ? QRect(r.left() + at, r.top(), handle, r.height())
                          : QRect(r.left(), r.top() + at, r.width(), handle);
        }
    }
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        if (flagged(widget, "chip"))
            return {size.width() + 12, std::max(24, size.height() + 6)};
        result.setHeight(std::max(result.height(), 30));
        break;
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox:
        result.setHeight(std::max(result.height(), 30));
        break;
    case CT_MenuItem:
        result.rheight() += 4;
        break;
    default:
        break;
    }
    return result;
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_SliderThickness:
    case PM_SliderControlThickness:
    case PM_SliderLength:
        return kHandle;
    case PM_MenuButtonIndicator:
        return 18;
    case PM_ScrollBarExtent:
        return 12;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_ToolTipLabelFrameWidth:
        return 6;
    case PM_MenuVMargin:
    case PM_MenuHMargin:
        return 4;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* data) const {
    switch (hint) {
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    case SH_ComboBox_Popup:
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

} // namespace jitterscope::ui
