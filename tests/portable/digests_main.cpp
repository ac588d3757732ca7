// SPDX-License-Identifier: MIT
// Prints the digests that differ from those of a file (tests/core/digests.txt), and how many are equal:
// jitterscope_digests FILE. Exit 1 where one differs or is missing.
#include "tests/support/digests.h"

#include <cstdio>

int main(int count, char** arguments) {
    if (count != 2) {
        std::fputs("usage: jitterscope_digests FILE\n", stderr);
        return 2;
    }
    using namespace jitterscope::test;
    const Digests here = digestsNow();
    const Digests there = digestsIn(arguments[1]);
    int equal = 0;
    for (const auto& [key, digest] : here) {
        const auto found = there.find(key);
        if (found != there.end() && found->second == digest)
            ++equal;
        else
            std::printf("%s: %s here, %s there\n", key.c_str(), digest.c_str(),
                        found != there.end() ? found->second.c_str() : "nothing");
    }
    std::printf("digests: %d equal of %zu\n", equal, there.size());
    return here.size() == there.size() && static_cast<std::size_t>(equal) == there.size() ? 0 : 1;
}
