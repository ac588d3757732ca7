// SPDX-License-Identifier: MIT
#include "core/attach/target_program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcess>
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
        std::string image = elf(2, kOurs, {kLoad}); // an AppImage starts the program that is in it
        image.replace(8, 3, "AI\x02");
        QVERIFY(readTargetHead(image));
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
    /// Such a program would not start with a library that needs glibc.
    void otherLibrariesOfCAreRefused() {
        for (const char* loader : {"/lib/ld-musl-x86_64.so.1", "/system/bin/linker64"}) {
            std::string head = elf(2, kOurs, {kLoad, kInterpreter});
            const std::size_t begin = head.size();
            head[64 + 56 + 8] = static_cast<char>(begin);
            head[64 + 56 + 32] = static_cast<char>(qstrlen(loader) + 1);
            head += loader;
            head += '\0';
            QVERIFY2(whyNot(head).starts_with("it is built for another C library"), whyNot(head).c_str());
        }
        std::string head = elf(2, kOurs, {kLoad, kInterpreter});
        head[64 + 56 + 8] = static_cast<char>(head.size());
        head[64 + 56 + 32] = 40;
        head += "/nix/store/glibc/ld-linux-x86-64.so.2";
        QCOMPARE(whyNot(head), std::string());
    }
    /// The names of libraries may lie anywhere in a file, far behind its head.
    void librariesAreReadFromAnywhere() {
        std::string head = elf(2, kOurs, {kLoad, kInterpreter, 2});
        const auto put = [](std::string& bytes, std::size_t at, std::uint64_t value) {
            for (std::size_t i = 0; i < 8; ++i)
                bytes[at + i] = static_cast<char>(value >> (8 * i));
        };
        constexpr std::uint64_t kFile = 1 << 20, kAddress = 0x400000, kDynamicAt = kFile + 512;
        put(head, 64 + 8, kFile); // the segment that is loaded: where it lies, its address, its length
        put(head, 64 + 16, kAddress);
        put(head, 64 + 32, 1024);
        put(head, 64 + 2 * 56 + 8, kDynamicAt);
        put(head, 64 + 2 * 56 + 32, 64);
        std::string file(kFile + 1024, '\0');
        file.replace(kFile + 64, 13, std::string("\0libasan.so.8", 13));
        put(file, kDynamicAt, 1); // DT_NEEDED
        put(file, kDynamicAt + 8, 1);
        put(file, kDynamicAt + 16, 5); // DT_STRTAB
        put(file, kDynamicAt + 24, kAddress + 64);
        const BytesAt at = [&file](std::uint64_t offset, std::size_t most) {
            return offset < file.size() ? file.substr(static_cast<std::size_t>(offset), most) : std::string();
        };
        QCOMPARE(neededLibraries(head, at), std::vector<std::string>{"libasan.so.8"});
        file.resize(kFile + 100); // cut off
        QVERIFY(neededLibraries(head, at).empty());
    }
    /// A real one, made by the compiler that has made this test.
    void addressSanitizerIsRefused() {
        QTemporaryDir folder;
        QFile source(folder.filePath("empty.c"));
        QVERIFY(source.open(QIODevice::WriteOnly));
        source.write("int main(void) { return 7; }\n");
        source.close();
        const QString program = folder.filePath("sanitized");
        if (QProcess::execute("gcc", {"-fsanitize=address", source.fileName(), "-o", program}) != 0)
            QSKIP("gcc is not here, or has no AddressSanitizer");
        const Result<Done> checked = checkTarget(program.toStdString());
        QVERIFY(!checked);
        QVERIFY2(checked.error().what.find("AddressSanitizer") != std::string::npos,
                 checked.error().what.c_str());
        if (QProcess::execute("musl-gcc", {source.fileName(), "-o", program}) != 0)
            QSKIP("musl-gcc is not here (musl-tools)");
        const Result<Done> other = checkTarget(program.toStdString());
        QVERIFY(!other);
        QVERIFY2(other.error().what.find("another C library") != std::string::npos,
                 other.error().what.c_str());
    }
};

JITTERSCOPE_TEST(TargetProgramTest)

} // namespace jitterscope::target_program_test

#include "target_program_test.moc"
