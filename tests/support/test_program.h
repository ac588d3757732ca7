// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <memory>

// The tests of a folder are one program, which is compiled and linked once: `core_tests interval_test` runs
// one of them, as ctest does, with QtTest's own arguments behind its name. So that their files can be
// compiled together, each stands in a namespace of its own, which has the file's name.
namespace jitterscope::test {

/// Names a test, before main(): what stands behind JITTERSCOPE_TEST.
class NamedTest {
public:
    using Make = std::unique_ptr<QObject> (*)();

    /// `file`: whose name is the test's.
    NamedTest(const char* file, Make make);
};

} // namespace jitterscope::test

/// Once in each test's file, where QtTest has QTEST_MAIN.
#define JITTERSCOPE_TEST(Class)                                                                              \
    static const jitterscope::test::NamedTest named{                                                         \
        __FILE__, [] { return std::unique_ptr<QObject>(std::make_unique<Class>()); }};
