// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/labs_page.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

namespace jitterscope::ui {

/// The page alone, with settings nobody else sees.
struct LabsFixture {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.json"))};
    Session session;
    LabsPage page{session, settings};

    explicit LabsFixture(QSize size = {1280, 800}) {
        settings.set(Setting::LabsWhole, true); // all sentences can be seen
        page.resize(size);
        page.show();
        page.activateWindow();
        QTRY_VERIFY(page.windowHandle() != nullptr && page.windowHandle()->isExposed());
    }
    /// The lab as it opens: the game runs.
    LabDesk& openGame(const QString& id) {
        page.openLab(id.toStdString());
        return *page.current();
    }
    /// The lab with its question, if nothing has been guessed yet.
    LabDesk& open(const QString& id) {
        openGame(id);
        if (work().plays())
            work().predictAgain();
        return *page.current();
    }
    LabWork& work() { return page.current()->work(); }
    template <typename T>
    [[nodiscard]] T* child(const char* name) {
        return page.current()->findChild<T*>(QLatin1String(name));
    }
    /// As it is read: where a line may end is another question.
    [[nodiscard]] QString text(const char* label) {
        return child<QLabel>(label)->text().replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    }
    void press(const char* button) { QTest::mouseClick(child<QAbstractButton>(button), Qt::LeftButton); }
    void type(const char* field, const QString& words) {
        auto* edit = child<QLineEdit>(field);
        QVERIFY(edit != nullptr);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, words);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    /// A number in the middle of what can be guessed.
    [[nodiscard]] static double someGuess(const LabEntry& entry) {
        return entry.predict.minimum + (entry.predict.maximum - entry.predict.minimum) / 4;
    }
    /// Typed, not yet run: Enter would.
    void guess() {
        auto* edit = child<QLineEdit>("lab_guess");
        edit->setFocus();
        edit->selectAll();
        const GuessUnit unit = work().scene()->guessUnit();
        QTest::keyClicks(edit, QString::fromStdString(
                                   guessFigure(work().entry().predict, someGuess(work().entry()), unit)));
        page.current()->stage().setFocus();
    }
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(page.window(), static_cast<Qt::Key>(key), modifiers);
    }
    /// Until what has been posted is done: layouts follow by and by.
    void settle() {
        for (int i = 0; i < 4; ++i) {
            bool done = false;
            QMetaObject::invokeMethod(
                &page, [&done] { done = true; }, Qt::QueuedConnection);
            QTRY_VERIFY(done);
        }
    }
    [[nodiscard]] QString file(const char* name) const { return folder.filePath(QLatin1String(name)); }

    static void eachLab() {
        QTest::addColumn<QString>("id");
        for (const LabEntry& entry : labCatalog())
            QTest::newRow(entry.id.data()) << QString::fromUtf8(entry.id.data());
    }
};

} // namespace jitterscope::ui
