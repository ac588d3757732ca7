// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_desk.h"
#include "ui/pages/labs/lab_progress.h"
#include "ui/plot/plot_card.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

namespace jitterscope::ui {

class Settings;

/// How labs leave the page: a lab's state, its picture, work sheets, and what one knows after them. Each file
/// is written whole or not at all, and the folder is remembered.
class LabFiles final : public QObject {
    Q_OBJECT
public:
    /// Labs as they stand; those that were made for the list live as long as it.
    using Works = std::vector<std::shared_ptr<const LabWork>>;
    /// `shown`: the desk that is open, or null. `all`: every lab, in their order.
    LabFiles(Settings& settings, const LabProgress& progress, std::function<LabDesk*()> shown,
             std::function<Works()> all, QWidget* page);

    /// Ask for a place (not modal), then write.
    void askLab();
    void askPicture(PictureFile kind);
    void askSheet(bool all);
    void askIdeas();
    /// The state of the lab that is shown. False, here and below, and failed(): nothing was written.
    bool saveLab(const QString& path);
    /// The picture of the lab that is shown, at its moment: in light colours.
    bool savePicture(const QString& path, PictureFile kind);
    /// The work sheet of the lab that is shown, or of all of them.
    bool saveSheet(const QString& path, bool all);
    /// A page of what the labs have taught.
    bool saveIdeas(const QString& path);

signals:
    void noticed(const QString& message);
    void failed(const QString& message);

private:
    /// `name`: suggested for the file.
    void ask(const QString& title, const QString& filter, const QString& name,
             const std::function<void(const QString&)>& save);
    bool write(const QString& path, const QByteArray& bytes);
    bool tell(const QString& path, const Result<Done>& done);
    [[nodiscard]] QString shownId() const;

    Settings& m_settings;
    const LabProgress& m_progress;
    std::function<LabDesk*()> m_shown;
    std::function<Works()> m_all;
    QWidget* m_page;
};

} // namespace jitterscope::ui
