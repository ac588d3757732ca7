// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/lab_document.h"
#include "ui/pages/labs/lab_desk.h"
#include "ui/pages/labs/lab_progress.h"
#include "ui/plot/picture_file.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace jitterscope::ui {

class Settings;

enum class LabSheet { ForStudents, Key };

/// Saves the state of a lab, its picture, work sheets and the key to them, the votes of a lesson, and the
/// page of ideas. Each file is written whole or not at all, and the folder is remembered.
class LabFiles final : public QObject {
    Q_OBJECT
public:
    /// `shown`: the desk that is open, or null. `all`: every lab with its knobs, in their order. `lesson`:
    /// what the class has guessed.
    LabFiles(Settings& settings, const LabProgress& progress, std::function<LabDesk*()> shown,
             std::function<std::vector<LabSetting>()> all, const Lesson& lesson, QWidget* page);

    /// These ask where to (not modal), then write.
    void askLab();
    void askPicture(PictureFile kind);
    void askSheet(LabSheet sheet, bool all);
    void askLesson();
    void askIdeas();
    /// Saves the state of the shown lab. False, here and below: nothing was written. failed() then says why,
    /// unless no lab is shown or a field refuses.
    bool saveLab(const QString& path);
    /// Saves the picture of the shown lab at its current moment, in light colours.
    bool savePicture(const QString& path, PictureFile kind);
    /// Saves the work sheet of the shown lab, or of all labs; or the key to it.
    bool saveSheet(const QString& path, LabSheet sheet, bool all);
    /// Saves the votes of the class, of all labs.
    bool saveLesson(const QString& path);
    /// Saves the page of ideas: ideasSheet().
    bool saveIdeas(const QString& path);

signals:
    void noticed(const QString& message);
    void failed(const QString& message);

private:
    /// `name`: the suggested name of the file.
    void ask(const QString& title, const QString& filter, const QString& name,
             const std::function<void(const QString&)>& save);
    bool write(const QString& path, const QByteArray& bytes);
    bool tell(const QString& path, const Result<Done>& done);
    [[nodiscard]] QString shownId() const;

    Settings& m_settings;
    const LabProgress& m_progress;
    std::function<LabDesk*()> m_shown;
    std::function<std::vector<LabSetting>()> m_all;
    const Lesson& m_lesson;
    QWidget* m_page;
};

} // namespace jitterscope::ui
