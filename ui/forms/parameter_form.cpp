// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/parameter_form.h"

#include "core/base/parse.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kHandyTop = 10; // end of the slider, if the parameter goes much further

ValueEdit::Check checkOf(const ParameterInfo& info) {
    return [info](const QString& text) {
        const auto parsed = parseParameter(info, text.toStdString());
        return parsed ? QString() : format::text(parsed.error().message());
    };
}

QString valueText(const ParameterInfo& info, double value) {
    return format::text(parameterText(info, value));
}

/// Breaks a text into lines: a tooltip of plain text is as wide as its longest line, which a screen may not
/// be.
QString inLines(const QString& text) {
    constexpr qsizetype kMost = 80; // characters
    QString lines;
    qsizetype length = 0;
    for (const QString& word : text.split(QLatin1Char(' '))) {
        const bool fits = length + 1 + word.size() <= kMost;
        if (length > 0)
            lines += QLatin1Char(fits ? ' ' : '\n');
        length = word.size() + (length > 0 && fits ? length + 1 : 0);
        lines += word;
    }
    return lines;
}

} // namespace

QString parameterTip(const ParameterInfo& info) {
    QString tip = inLines(format::text(info.meaning)) + QStringLiteral("\n(") +
                  format::text(rangeText(info)) + QLatin1Char(')');
    if (!info.onlyWith.empty())
        tip += QLatin1Char('\n') + ParameterForm::tr("Only with %1.").arg(format::text(onlyWithText(info)));
    return tip;
}

SliderEdit::SliderEdit(QWidget* parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal)), m_edit(nullptr) {
    m_edit = new ValueEdit([this](const QString& text) { return checkOf(m_info)(text); });
    m_edit->setFont(figureFont());
    m_edit->setAlignment(Qt::AlignRight);
    m_edit->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("000.00")) + 24);
    setFocusProxy(m_slider);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_slider, 1);
    row->addWidget(m_edit);
    connect(m_slider, &QSlider::valueChanged, this, [this](int at) {
        m_value = m_info.minimum + at * m_info.step;
        m_edit->setValueText(valueText(m_info, std::round(m_value * 1e6) / 1e6));
        emit valueChanged(m_value);
    });
    connect(m_edit, &ValueEdit::committed, this, [this](const QString& text) {
        const double typed = parseParameter(m_info, text.toStdString()).value();
        setValue(typed);
        emit valueChanged(typed);
    });
}

double SliderEdit::sliderTop() const {
    return m_info.maximum > 2 * kHandyTop ? kHandyTop : m_info.maximum;
}

void SliderEdit::setParameter(const ParameterInfo& info) {
    m_info = info;
    if (!(m_info.step > 0))
        m_info.step = (sliderTop() - m_info.minimum) / 100;
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, static_cast<int>(std::lround((sliderTop() - m_info.minimum) / m_info.step)));
    m_slider->setPageStep(10);
    for (QWidget* part : {static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_edit)}) {
        part->setToolTip(parameterTip(info));
        part->setAccessibleName(format::text(info.label));
    }
}

void SliderEdit::setValue(double value) {
    m_value = value;
    const QSignalBlocker quiet(m_slider);
    const double at =
        std::clamp((value - m_info.minimum) / m_info.step, 0.0, static_cast<double>(m_slider->maximum()));
    m_slider->setValue(static_cast<int>(std::lround(at)));
    m_edit->setValueText(valueText(m_info, value));
}

ParameterForm::ParameterForm(QWidget* parent) : QWidget(parent), m_heading(new QLabel) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(8);
    m_heading->setFont(titleFont());
    m_heading->hide();
    all->addWidget(m_heading);
}

void ParameterForm::setHeading(const QString& heading) {
    m_heading->setText(heading);
    m_heading->setVisible(!heading.isEmpty());
}

QWidget* ParameterForm::Editor::control() const {
    return edit != nullptr ? static_cast<QWidget*>(edit) : choice;
}

void ParameterForm::setParameters(std::span<const ParameterInfo> infos, const QString& prefix,
                                  std::string_view skip) {
    for (const Editor& editor : m_editors) {
        editor.field->hide(); // at once; deleted later, since a signal of this editor may be the caller
        editor.field->deleteLater();
    }
    m_editors.clear();
    const auto known = infos.first(std::min(infos.size(), ParameterValues::kMaximum));
    m_infos.assign(known.begin(), known.end());
    for (std::size_t i = 0; i < m_infos.size(); ++i) {
        const ParameterInfo& info = m_infos[i];
        if (info.name == skip || (!m_only.empty() && info.name != m_only))
            continue;
        Editor editor = info.unit == Unit::Choice ? makeChoice(i) : makeEdit(i);
        editor.field = makeField(format::text(info.label), editor.control(),
                                 prefix + QLatin1Char('_') + format::text(info.name), parameterTip(info));
        if (m_marksOf && editor.edit != nullptr)
            addSlider(editor);
        layout()->addWidget(editor.field);
        m_editors.push_back(editor);
    }
}

ParameterForm::Editor ParameterForm::makeChoice(std::size_t index) {
    auto* box = new QComboBox;
    const ParameterInfo& info = m_infos[index];
    for (const std::string_view name : info.words.empty() ? info.choices : info.words)
        box->addItem(format::text(name));
    connect(box, &QComboBox::activated, this, [this, index](int chosen) { take(index, chosen); });
    return {.index = index, .choice = box};
}

/// A bare number is meant in the unit in which the field shows its value.
QString ParameterForm::withUnit(std::size_t index, const QString& typed) const {
    const ParameterInfo& info = m_infos[index];
    if (info.unit != Unit::Time || !parseDouble(typed.toStdString()))
        return typed;
    const double shown = m_values[index] != 0 ? m_values[index] : info.standard;
    const std::string text = shown != 0 ? parameterText(info, shown) : "0ms";
    return typed.trimmed() + format::text(text.substr(text.find_first_not_of("-0123456789.")));
}

ParameterForm::Editor ParameterForm::makeEdit(std::size_t index) {
    auto* edit = new ValueEdit([this, index](const QString& text) {
        return index < m_infos.size() ? checkOf(m_infos[index])(withUnit(index, text)) : QString();
    });
    edit->setFont(figureFont());
    connect(edit, &ValueEdit::committed, this, [this, index, edit](const QString& text) {
        const double value = parseParameter(m_infos[index], withUnit(index, text).toStdString()).value();
        edit->setValueText(valueText(m_infos[index], value));
        take(index, value);
    });
    return {.index = index, .edit = edit};
}

/// The field keeps its name and its place in the tab order; the slider comes first.
void ParameterForm::addSlider(Editor& editor) {
    const ParameterInfo& info = m_infos[editor.index];
    editor.slider = new RangeSlider(info, m_marksOf(info));
    editor.slider->setObjectName(editor.edit->objectName() + QStringLiteral("_slider"));
    editor.slider->setAccessibleName(format::text(info.label));
    editor.slider->setToolTip(parameterTip(info));
    editor.edit->setFixedWidth(editor.edit->fontMetrics().horizontalAdvance(QStringLiteral("000.00us")) + 20);
    editor.edit->setAlignment(Qt::AlignRight);
    editor.field->setBefore(editor.slider);
    connect(editor.slider, &RangeSlider::moved, this,
            [this, index = editor.index, edit = editor.edit](double value) {
                edit->setValueText(valueText(m_infos[index], value));
                take(index, value);
            });
    connect(editor.slider, &QSlider::sliderReleased, this, &ParameterForm::dragEnded);
}

bool ParameterForm::dragging() const {
    return std::ranges::any_of(m_editors, [](const Editor& editor) {
        return editor.slider != nullptr && editor.slider->isSliderDown();
    });
}

void ParameterForm::setValues(const ParameterValues& values) {
    for (const Editor& editor : m_editors) {
        if (editor.slider != nullptr)
            editor.slider->setReal(values[editor.index]);
        if (editor.choice != nullptr)
            editor.choice->setCurrentIndex(static_cast<int>(values[editor.index]));
        else if (!editor.edit->hasFocus() || editor.edit->valid())
            editor.edit->setValueText(valueText(m_infos[editor.index], values[editor.index]));
    }
    m_values = values;
    greyUnused();
}

void ParameterForm::take(std::size_t index, double value) {
    m_values.set(index, value);
    greyUnused();
    emit edited(m_values);
}

void ParameterForm::greyUnused() {
    for (const Editor& editor : m_editors)
        editor.field->setEnabled(parameterApplies(m_infos, editor.index, m_values) &&
                                 (!m_used || m_used(m_infos[editor.index])));
}

void ParameterForm::setUsed(std::function<bool(const ParameterInfo&)> used) {
    m_used = std::move(used);
    greyUnused();
}

bool ParameterForm::commit() {
    bool all = true;
    for (const Editor& editor : m_editors)
        all = (editor.edit == nullptr || editor.edit->commit()) && all;
    return all;
}

} // namespace jitterscope::ui
