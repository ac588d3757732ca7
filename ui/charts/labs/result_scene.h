// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/scene_panel.h"

#include <functional>

namespace jitterscope::ui::scene {

/// A table of a result, where cells and columns may be missing.
class Rows {
public:
    Rows(const LabResult& result, std::string_view id);

    [[nodiscard]] std::size_t size() const noexcept { return m_table == nullptr ? 0 : m_table->rows.size(); }
    [[nodiscard]] bool has(std::string_view column) const noexcept { return cell(0, column) != nullptr; }
    [[nodiscard]] std::optional<double> number(std::size_t row, std::string_view column) const;
    [[nodiscard]] double numberOr(std::size_t row, std::string_view column, double otherwise = 0) const {
        return number(row, column).value_or(otherwise);
    }
    [[nodiscard]] QString word(std::size_t row, std::string_view column) const;

private:
    [[nodiscard]] const Cell* cell(std::size_t row, std::string_view column) const noexcept;

    const Table* m_table = nullptr;
};

/// The points of a series, at most `most` of them; empty if there is no such series.
[[nodiscard]] QVector<QPointF> pointsOf(const LabResult& result, std::string_view id, int most = 600);

/// What all pictures of a result have in common, so that a scene's file holds only its picture.
class ResultScene : public LabScene {
public:
    [[nodiscard]] QSize minimumSize(bool large) const override;
    void paint(QPainter& painter, const LabView& view) const final;
    [[nodiscard]] std::optional<LabGuessAxis> guessAxis(const LabView& view) const final {
        return guessed(view);
    }
    [[nodiscard]] QString describe(const LabView& view) const final;
    [[nodiscard]] QString tooltip(const LabView& view, QPointF at) const final;

protected:
    /// A part of the picture: where it stands, what it says under the mouse, and how it is drawn.
    struct Part {
        QRectF area;
        QString says;
        std::function<void(QPainter&)> draw =
            {}; ///< with smooth edges at first; empty: another part draws it
    };

    ResultScene(std::string_view id, const LabResult& result, const ParameterValues& knobs);

    /// The picture, part by part, in the order in which they are drawn. They are gone before `view` and
    /// `type`.
    [[nodiscard]] virtual std::vector<Part> parts(const LabView& view, const Type& type) const = 0;
    [[nodiscard]] virtual LabGuessAxis guessed(const LabView& view) const = 0;
    /// The picture before the run in a sentence; the question and the guess are said after it.
    [[nodiscard]] virtual QString before() const = 0;
    /// The picture at a moment of the run in a sentence or two; the guess is said before it.
    [[nodiscard]] virtual QString told(const LabView& view) const = 0;

    /// A part of the picture, in shares of its width and height; without `fromX` of its whole width.
    [[nodiscard]] static QRectF part(const LabView& view, double fromX, double toX, double fromY, double toY);
    [[nodiscard]] static QRectF part(const LabView& view, double fromY, double toY) {
        return part(view, 0, 1, fromY, toY);
    }
    [[nodiscard]] const LabPrediction& predict() const noexcept { return m_lab.predict; }
    /// The choices of a knob, in their order.
    [[nodiscard]] QStringList choicesOf(std::string_view knob) const;

    const LabEntry& m_lab;
    const LabResult& m_result;
    ParameterValues m_knobs;
};

/// The entry of a scene in the catalogue of pictures.
template <typename Scene>
[[nodiscard]] LabPictureEntry pictureOf(std::string_view id,
                                        void (*sketch)(QPainter& painter, const QRectF& area)) {
    return {id,
            [](const LabResult& result, const ParameterValues& knobs) -> std::unique_ptr<LabScene> {
                return std::make_unique<Scene>(result, knobs);
            },
            sketch};
}

} // namespace jitterscope::ui::scene
