// SPDX-License-Identifier: MIT
#include "tests/support/test_program.h"

#include <QTest>

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

namespace jitterscope::test {

namespace {

/// In a function: tests name themselves before main(), in any order.
std::map<std::string, NamedTest::Make>& tests() {
    static std::map<std::string, NamedTest::Make> all;
    return all;
}

int refuse(const char* program) {
    std::fprintf(stderr, "usage: %s TEST [QtTest's arguments]\n", program);
    for (const auto& [name, make] : tests())
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}

} // namespace

NamedTest::NamedTest(const char* file, Make make) {
    tests()[std::filesystem::path(file).stem().string()] = make;
}

} // namespace jitterscope::test

int main(int argc, char** argv) {
    using namespace jitterscope::test;
    const auto found = argc > 1 ? tests().find(argv[1]) : tests().end();
    if (found == tests().end())
        return refuse(argv[0]);
    argv[1] = argv[0]; // QtTest reads what stands behind the name
    int rest = argc - 1;
    Application application(rest, argv + 1);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi); // as QTEST_MAIN has it
    return QTest::qExec(found->second().get(), rest, argv + 1);
}
