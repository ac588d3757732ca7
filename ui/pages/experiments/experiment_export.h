// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "ui/charts/experiment_chart_card.h"
#include "ui/session/report_keeper.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace jitterscope::ui {

class Settings;

enum class ExperimentFile { Csv, Json, Png, Svg, Pdf };

/// Writes a result or its chart, whole or not at all, and tells how it went.
class ExperimentExport final : public QObject {
    Q_OBJECT
public:
    ExperimentExport(Settings& settings, ExperimentChartCard& chart, QWidget* parent);

    void setResult(std::shared_ptr<const ExperimentResult> result) { m_result = std::move(result); }
    /// The points of this result are in a file.
    [[nodiscard]] bool saved() const { return m_result != nullptr && m_saved == m_result; }
    /// A name for files of the result, without suffix. Needs a result.
    [[nodiscard]] QString name() const;
    /// The points as they would be saved, as CSV and JSON. Needs a result.
    [[nodiscard]] std::vector<UnsavedReport> reports() const;
    /// They are in files now.
    void markSaved();
    /// Asks where to (not modal), then writes.
    void ask(ExperimentFile kind);
    /// False: nothing was written; failed() has been emitted.
    bool exportTo(ExperimentFile kind, const QString& path);

signals:
    /// The points are in a file now.
    void written();
    void noticed(const QString& message);
    void failed(const QString& message);

private:
    [[nodiscard]] QString name(ExperimentFile kind) const;
    [[nodiscard]] std::string text(ExperimentFile kind) const;

    Settings& m_settings;
    ExperimentChartCard& m_chart;
    QWidget* m_parent;
    std::shared_ptr<const ExperimentResult> m_result;
    std::shared_ptr<const ExperimentResult> m_saved;
};

} // namespace jitterscope::ui
