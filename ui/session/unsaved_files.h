// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <vector>

namespace jitterscope::ui {

/// The files in which windows keep what is unsaved, side by side in one folder: `unsaved.jssession`,
/// `unsaved-1.jssession`, … Each belongs to one window at a time, which holds its lock. A file without a
/// living owner was left by a window that did not end in order; the first window that looks takes it over.
class UnsavedFiles final {
public:
    /// A file that an earlier window left.
    struct Left {
        QString path;
        QDateTime written;

        /// When it was written: `14:32`, with the day if that is not today.
        [[nodiscard]] QString moment() const;
    };

    /// `path`: of the first of these files; its folder is made. Empty: nothing is kept.
    explicit UnsavedFiles(const QString& path);

    /// The file of this window, which may not exist yet; empty: there is none, and refusal() says why.
    [[nodiscard]] const QString& own() const noexcept { return m_own; }
    /// A sentence that says why own() is empty. Empty if there is an own(), or if nothing was to be kept.
    [[nodiscard]] const QString& refusal() const noexcept { return m_refusal; }
    /// The oldest first. This window owns them until they are dropped or put aside.
    [[nodiscard]] const std::vector<Left>& left() const noexcept { return m_left; }
    /// Removes one of left().
    void drop(const QString& path);
    /// Puts one of left() aside as `.bak`, or `.bak-2`, … if there are such files already. Returns its new
    /// path.
    QString putAside(const QString& path);

private:
    [[nodiscard]] bool lock(const QString& path);
    void takeLeft(const QString& path);
    void takeOwn(const QString& path);
    void release(const QString& path);

    struct Held {
        QString path;
        std::unique_ptr<QLockFile> lock;
    };
    QString m_own;
    QString m_refusal;
    std::vector<Left> m_left;
    std::vector<Held> m_held;
};

/// Keeps what would be lost: within two seconds of a change it goes to a file beside the settings, whole or
/// not at all. The file goes when the user leaves it unsaved (letGo()), or when nothing is unsaved any more.
/// Otherwise it stays for the next start, whatever ends the window.
class Keeper : public QObject {
    Q_OBJECT
public:
    /// Looks again whether there is something to keep.
    void refresh();
    /// The user leaves what is not saved: it is no longer kept.
    void letGo();

signals:
    /// The file holds what was unsaved when its writing began.
    void kept();
    /// In words.
    void failed(const QString& message);

protected:
    /// `path`: as UnsavedFiles has it; empty: nothing is kept.
    explicit Keeper(const QString& path, QObject* parent);

    /// Writes what is unsaved now, or removes the file if nothing is. kept() or failed() follows.
    virtual void write() = 0;
    /// A file is being written: what changes meanwhile is written after that.
    [[nodiscard]] virtual bool writing() const { return false; }
    /// Gives up what is being written.
    virtual void giveUp() {}
    /// Removes the file.
    virtual void drop();

    UnsavedFiles m_files;
    bool m_changed = false; ///< since the last writing began
    QTimer m_timer{this};
};

} // namespace jitterscope::ui
