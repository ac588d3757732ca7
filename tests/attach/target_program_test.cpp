// SPDX-License-Identifier: MIT
#include "core/attach/target_program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::target_program_test {

namespace {

/// The head of an ELF file (System V ABI): class, machine, and the types of its program headers.
std::string elf(int bits, std::uint16_t machine, const std::vector<std::uint32_t>& headers) {
    std::string head(64 + 56 * headers.size(), '\0');
    head.replace(0, 4,
                 "\x7f"
                 "ELF");
    head[4] = static_cast<char>(bits);
    head[18] = static_cast<char>(machine & 0xff);
    head[19] = static_cast<char>(machine >> 8);
    head[32] = 64; // where the program headers begin
    head[54] = 56; // how long one is
    head[56] = static_cast<char>(headers.size());
    for (std::size_t i = 0; i < headers.size(); ++i)
        head[64 + 56 * i] = static_cast<char>(headers[i]);
    return head;
}

#if defined(__aarch64__)
constexpr std::uint16_t kOurs = 183;
#else
constexpr std::uint16_t kOurs = 62;
#endif
constexpr std::uint32_t kLoad = 1, kInterpreter = 3;

std::string whyNot(const std::string& head) {
    const Result<TargetHead> read = readTargetHead(head);
    return read ? std::string() : read.error().what;
}

} // namespace

class TargetProgramTest : public QObject {
    Q_OBJECT

private slots:
    void whatLoadsLibrariesIsTaken() {
        QCOMPARE(whyNot(elf(2, kOurs, {kLoad, kInterpreter})), std::string());
    }
    void theOthersAreRefusedByName() {
        QCOMPARE(whyNot(elf(1, 3, {kInterpreter})), std::string("it is a 32-bit program"));
        QCOMPARE(whyNot(elf(2, 243, {kInterpreter})), std::string("it is for another kind of processor"));
        QCOMPARE(whyNot(elf(2, kOurs, {kLoad})), std::string("it is statically linked"));
        QCOMPARE(whyNot(elf(2, kOurs, {kLoad, kInterpreter}) + "Go build ID: \"abc\""),
                 std::string("it is written in Go"));
        // One that loads libraries says it in a note, far before its data.
        std::string noted = elf(2, kOurs, {kLoad, kInterpreter, 4});
        noted[64 + 2 * 56 + 8] = static_cast<char>(noted.size()); // where the notes begin
        noted[64 + 2 * 56 + 32] = 36;                             // their length
        noted += std::string("\4\0\0\0\4\0\0\0\1\0\0\0GNU\0abcd", 20) +
                 std::string("\4\0\0\0\0\0\0\0\4\0\0\0Go\0\0", 16);
        QCOMPARE(whyNot(noted), std::string("it is written in Go"));
        noted[noted.size() - 4] = 'X';
        QCOMPARE(whyNot(noted), std::string());
        QCOMPARE(whyNot("echo hello\n"),
                 std::string("it is neither a program nor a script that names its interpreter"));
        QCOMPARE(whyNot("#!\n"), std::string("it is a script without an interpreter"));
        QVERIFY(!whyNot("").empty());
        QVERIFY(!whyNot("\x7f"
                        "ELF")
                     .empty());
    }
    void aScriptNamesItsInterpreter() {
        QCOMPARE(readTargetHead("#! /usr/bin/env python3 \nprint()\n").value().interpreter,
                 std::string("/usr/bin/env python3"));
    }
    void filesAreLookedAt() {
        QTemporaryDir folder;
        const auto put = [&](const char* name, const QByteArray& content, QFile::Permissions more = {}) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly))
                file.write(content);
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | more);
            return folder.filePath(name).toStdString();
        };
        QCOMPARE(findTarget(put("text", "x")).error().code, ErrorCode::Permission);
        QCOMPARE(findTarget(folder.path().toStdString()).error().code, ErrorCode::Usage);
        QCOMPARE(findTarget(folder.filePath("none").toStdString()).error().code, ErrorCode::NotFound);
        QCOMPARE(findTarget("no-such-program-anywhere").error().code, ErrorCode::NotFound);
        QVERIFY(findTarget("sh"));
        QVERIFY(checkTarget(findTarget("sh").value()));
        QVERIFY(checkTarget(put("script", "#!/usr/bin/env sh\n", QFile::ExeOwner)));
        QVERIFY(!checkTarget(put("lost", "#!/no/such/interpreter\n", QFile::ExeOwner)));
        const std::string self = folder.filePath("self").toStdString();
        QVERIFY(!checkTarget(put("self", "#!" + QByteArray::fromStdString(self) + "\n", QFile::ExeOwner)));
        const Result<Done> still =
            checkTarget(put("static", QByteArray::fromStdString(elf(2, kOurs, {kLoad})), QFile::ExeOwner));
        QVERIFY(still.error().what.ends_with("cannot be listened to: it is statically linked"));
    }
    void rightsOfItsOwnAreRefused() {
        QTemporaryDir folder;
        const QString path = folder.filePath("right");
        QVERIFY(QFile::copy(QString::fromStdString(findTarget("sh").value()), path));
        QCOMPARE(QProcess::execute("chmod", {"u+s", path}), 0);
        const Result<Done> checked = checkTarget(path.toStdString());
        QVERIFY(!checked);
        QVERIFY(checked.error().what.find("rights of its own") != std::string::npos);
    }
};

JITTERSCOPE_TEST(TargetProgramTest)

} // namespace jitterscope::target_program_test

#include "target_program_test.moc"
