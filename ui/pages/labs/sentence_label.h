// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab.h"
#include "core/scene/glossary.h"
#include "ui/forms/range_slider.h"
#include "ui/pages/labs/lab_text.h"

#include <QTextDocument>
#include <QWidget>

#include <optional>
#include <span>
#include <vector>

namespace jitterscope::ui {

/// Shows a word of the glossary, with a sentence and a small picture, at this point of the screen. A click
/// elsewhere or Escape closes it; it deletes itself. `word` must outlive it.
void showWord(const scene::Word& word, const QPoint& at, QWidget* parent);

/// A sentence of an explanation. A click on a word of the glossary explains it. Numbers that are knobs can be
/// turned: by dragging them sideways, or by ← → ↑ ↓ and PgUp PgDn while they have the keyboard. Tab goes from
/// one to the next. A screen reader is told the plain sentence.
class SentenceLabel final : public QWidget {
    Q_OBJECT
public:
    SentenceLabel(LabText role, const char* name);

    /// `knobs`: the knobs of the lab, with these values. Empty: no number can be turned now. A number that is
    /// being turned goes on being turned.
    void show(const LabSentence& sentence, std::span<const ParameterInfo> knobs,
              const ParameterValues& values);
    [[nodiscard]] const QString& plain() const noexcept { return m_plain; }
    [[nodiscard]] const std::string& part() const noexcept { return m_part; }
    /// The place of `word:ID` or `knob:NAME`, in px of this widget. Empty: it is not in this sentence.
    [[nodiscard]] QRect placeOf(const QString& target) const;
    /// The word or knob that has the keyboard, as `word:ID` or `knob:NAME`. Empty: the whole sentence.
    [[nodiscard]] QString focused() const;
    [[nodiscard]] bool underMouseNow() const noexcept { return m_hovered || m_drag.has_value(); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, fontMetrics().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

signals:
    /// The mouse or the keyboard focus has come to the sentence, or has left it.
    void pointed();
    /// The user turns a knob. `goesOn`: this continues the turn of an earlier signal.
    void turned(const QString& knob, double value, bool goesOn);

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A word that can be explained, or a number that can be turned.
    struct Target {
        QString name; ///< `word:ID`, `knob:NAME`
        int at = 0;   ///< first letter, in the document
        int length = 0;
        std::optional<ParameterInfo> knob; ///< none: it is a word
        double value = 0;                  ///< of the knob
    };
    /// A knob that is being dragged.
    struct Drag {
        QString name;
        KnobScale scale;
        double share = 0; ///< KnobScale::shareOf() at the start
        double x = 0;     ///< of the mouse at the start, px of the screen
        double value = 0; ///< that was last signalled
        bool moved = false;
    };

    void write();
    void add(const QString& words, const std::optional<Target>& target);
    [[nodiscard]] int targetAt(const QPointF& at) const;
    [[nodiscard]] QRectF boxOf(const Target& target) const;
    [[nodiscard]] int textWidth(int width) const;
    void focusOn(int target);
    void explain(const Target& word);
    void hover(int target);
    void turn(int steps);

    QString m_plain;
    std::string m_part;
    LabSentence m_sentence;
    std::span<const ParameterInfo> m_knobs;
    ParameterValues m_values;
    QTextDocument m_text;
    std::vector<Target> m_targets;
    int m_focus = -1; // of m_targets; −1: the sentence
    int m_pressed = -1;
    std::optional<Drag> m_drag;
    bool m_hovered = false;
    bool m_turning = false; // by keys: the next key continues the turn
};

} // namespace jitterscope::ui
