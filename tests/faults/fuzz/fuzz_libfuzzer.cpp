// SPDX-License-Identifier: MIT
// The long form, with Clang's libFuzzer: JITTERSCOPE_FUZZ_TARGET=samples jitterscope_fuzz [libFuzzer's
// options] CORPUS. Without the variable it prints each target with its folder of seeds below tests/, and
// exits with 2.
#include "tests/faults/fuzz/fuzz_targets.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

const jitterscope::FuzzTarget& chosen() {
    const char* const name = std::getenv("JITTERSCOPE_FUZZ_TARGET");
    for (const jitterscope::FuzzTarget& target : jitterscope::fuzzTargets()) {
        if (name != nullptr && target.name == name)
            return target;
    }
    std::fputs("JITTERSCOPE_FUZZ_TARGET names none of:\n", stderr);
    for (const jitterscope::FuzzTarget& target : jitterscope::fuzzTargets())
        std::fprintf(stderr, "target %s %s\n", target.name.c_str(), target.seeds.c_str());
    std::exit(2);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const jitterscope::FuzzTarget& target = chosen();
    target.run({reinterpret_cast<const char*>(data), size});
    return 0;
}
