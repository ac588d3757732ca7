// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parameter.h"
#include "ui/forms/field.h"
#include "ui/forms/range_slider.h"
#include "ui/forms/value_edit.h"

#include <QComboBox>
#include <QSlider>
#include <QWidget>

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace jitterscope::ui {

/// A slider with a field beside it, for the parameter that people change most: X. The slider goes from the
/// minimum to a handy maximum; the field takes the whole range.
class SliderEdit final : public QWidget {
    Q_OBJECT
public:
    explicit SliderEdit(QWidget* parent = nullptr);

    void setParameter(const ParameterInfo& info);
    void setValue(double value);
    [[nodiscard]] double value() const noexcept { return m_value; }
    [[nodiscard]] ValueEdit& edit() { return *m_edit; }
    [[nodiscard]] QSlider& slider() { return *m_slider; }

signals:
    void valueChanged(double value);

private:
    [[nodiscard]] double sliderTop() const;

    ParameterInfo m_info;
    QSlider* m_slider;
    ValueEdit* m_edit;
    double m_value = 0;
};

/// Editors for the parameters of a catalogue entry, made from their descriptions. Holds the values.
class ParameterForm final : public QWidget {
    Q_OBJECT
public:
    explicit ParameterForm(QWidget* parent = nullptr);

    /// A heading above the editors. Empty: none.
    void setHeading(const QString& heading);
    /// Makes an editor for each parameter. `prefix` makes object names unique. `skip`: a parameter that is
    /// edited elsewhere; empty: none. Parameters beyond ParameterValues::kMaximum get no editor.
    void setParameters(std::span<const ParameterInfo> infos, const QString& prefix,
                       std::string_view skip = {});
    /// Puts a slider with these marks beside each number. Call it before setParameters().
    void setSliders(std::function<std::vector<SliderMark>(const ParameterInfo&)> marksOf) {
        m_marksOf = std::move(marksOf);
    }
    /// Makes an editor for this one alone; the values of the others stay. Call it before setParameters().
    void setOnly(std::string_view name) { m_only = name; }
    /// Also greys the parameters for which `used` is false.
    void setUsed(std::function<bool(const ParameterInfo&)> used);
    /// Shows these values, and greys the parameters that do nothing with them.
    void setValues(const ParameterValues& values);
    [[nodiscard]] bool isEmpty() const noexcept { return m_editors.empty(); }
    /// Takes over what has been typed; false when a field refuses.
    bool commit();
    /// The user holds a slider.
    [[nodiscard]] bool dragging() const;

signals:
    /// The user changed one of them.
    void edited(const jitterscope::ParameterValues& values);
    /// The user let a slider go.
    void dragEnded();

private:
    struct Editor {
        std::size_t index = 0;
        ValueEdit* edit = nullptr; // null: a choice
        QComboBox* choice = nullptr;
        Field* field = nullptr;
        RangeSlider* slider = nullptr; // beside `edit`, or null

        [[nodiscard]] QWidget* control() const;
    };
    [[nodiscard]] QString withUnit(std::size_t index, const QString& typed) const;
    void take(std::size_t index, double value);
    void greyUnused();
    Editor makeChoice(std::size_t index);
    Editor makeEdit(std::size_t index);
    void addSlider(Editor& editor);

    QLabel* m_heading;
    std::function<std::vector<SliderMark>(const ParameterInfo&)> m_marksOf; // empty: no sliders
    std::function<bool(const ParameterInfo&)> m_used;                       // empty: all are
    std::string_view m_only;                                                // empty: all
    std::vector<ParameterInfo> m_infos;
    ParameterValues m_values;
    std::vector<Editor> m_editors;
};

/// The tooltip of a parameter: its meaning, its range, and the choice that it needs.
[[nodiscard]] QString parameterTip(const ParameterInfo& info);

} // namespace jitterscope::ui
