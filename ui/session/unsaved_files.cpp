// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/unsaved_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kPauseMilliseconds = 1000; // a change waits no longer, however many more follow it

/// `unsaved.jssession` and a number: `unsaved-2.jssession`. 0: the name itself.
QString numbered(const QString& path, int number) {
    const QFileInfo file(path);
    return number == 0 ? path
                       : file.absoluteDir().filePath(file.completeBaseName() +
                                                     QStringLiteral("-%1.").arg(number) + file.suffix());
}

} // namespace

QString UnsavedFiles::Left::moment() const {
    const QLocale locale;
    const QString time = locale.toString(written.time(), QLocale::ShortFormat);
    return written.date() == QDate::currentDate()
               ? time
               : locale.toString(written.date(), QLocale::ShortFormat) + QLatin1Char(' ') + time;
}

UnsavedFiles::UnsavedFiles(const QString& path) {
    if (path.isEmpty())
        return;
    QDir().mkpath(QFileInfo(path).absolutePath());
    takeLeft(path);
    takeOwn(path);
}

bool UnsavedFiles::lock(const QString& path) {
    auto lock = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // only the end of its owner makes a lock stale, however long the owner runs
    if (!lock->tryLock(0)) {
        if (lock->error() != QLockFile::LockFailedError)
            m_refusal = QCoreApplication::translate("UnsavedFiles", "%1 cannot be written.")
                            .arg(QDir::toNativeSeparators(QFileInfo(path).absolutePath()));
        return false;
    }
    m_held.push_back({path, std::move(lock)});
    return true;
}

void UnsavedFiles::takeLeft(const QString& path) {
    const QFileInfo file(path);
    const QStringList names{file.fileName(), file.completeBaseName() + QStringLiteral("-*.") + file.suffix()};
    for (const QFileInfo& each : file.absoluteDir().entryInfoList(names, QDir::Files)) {
        if (lock(each.absoluteFilePath()))
            m_left.push_back({each.absoluteFilePath(), each.lastModified()});
    }
    std::ranges::sort(m_left, {}, &Left::written);
}

/// Takes the first name that nobody has locked. What was left is locked by now.
void UnsavedFiles::takeOwn(const QString& path) {
    constexpr int kMostWindows = 1000;
    for (int number = 0; number < kMostWindows; ++number) {
        const QString name = QFileInfo(numbered(path, number)).absoluteFilePath();
        if (lock(name)) {
            m_own = name;
            m_refusal.clear();
            return;
        }
        if (!m_refusal.isEmpty())
            return;
    }
}

void UnsavedFiles::release(const QString& path) {
    std::erase_if(m_held, [&](const Held& held) { return held.path == path; });
    std::erase_if(m_left, [&](const Left& left) { return left.path == path; });
}

void UnsavedFiles::drop(const QString& path) {
    QFile::remove(path);
    release(path);
}

QString UnsavedFiles::putAside(const QString& path) {
    QString aside = path + QStringLiteral(".bak");
    for (int number = 2; QFileInfo::exists(aside); ++number)
        aside = path + QStringLiteral(".bak-%1").arg(number);
    QFile::rename(path, aside);
    release(path);
    return aside;
}

Keeper::Keeper(const QString& path, QObject* parent) : QObject(parent), m_files(path) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPauseMilliseconds);
    m_timer.callOnTimeout(this, [this] {
        m_changed = false;
        write();
    });
}

void Keeper::refresh() {
    m_changed = true;
    if (!m_timer.isActive() && !writing())
        m_timer.start();
}

void Keeper::letGo() {
    m_timer.stop();
    giveUp(); // it may be about to put the file in its place
    m_changed = false;
    drop();
}

void Keeper::drop() {
    if (!m_files.own().isEmpty())
        QFile::remove(m_files.own());
}

} // namespace jitterscope::ui
