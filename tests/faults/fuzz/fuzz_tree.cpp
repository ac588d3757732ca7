// SPDX-License-Identifier: MIT
#include "tests/faults/fuzz/fuzz_tree.h"

#include "core/machine/snapshot.h"
#include "tests/faults/fuzz/fuzz_support.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace jitterscope {
namespace {

namespace fs = std::filesystem;

/// A folder in memory, where there is one.
class TreeFolder {
public:
    TreeFolder() {
        const fs::path memory("/dev/shm");
        std::string name =
            (fs::exists(memory) ? memory : fs::temp_directory_path()) / "jitterscope-tree-XXXXXX";
        promise(::mkdtemp(name.data()) != nullptr, "a folder for the tree");
        m_path = name;
    }
    ~TreeFolder() { fs::remove_all(m_path); }
    TreeFolder(const TreeFolder&) = delete;
    TreeFolder& operator=(const TreeFolder&) = delete;
    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

/// Below the folder, and only so deep and with such names as /proc and /sys have.
bool isPlace(std::string_view path) {
    return !path.empty() && path.size() < 120 && path.front() != '/' &&
           path.find("..") == std::string_view::npos && std::ranges::all_of(path, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-' || c == '.' || c == '/' || c == ':';
           });
}

/// Puts the files behind lines of this mark, `--- ` or `+++ `, into the folder; the first hundred.
void putFiles(const fs::path& folder, std::string_view bytes, std::string_view mark) {
    std::ofstream file;
    int files = 0;
    while (!bytes.empty()) {
        const std::string_view line = bytes.substr(0, bytes.find('\n'));
        bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
        if (line.starts_with("--- ") || line.starts_with("+++ ")) {
            file.close();
            const std::string_view place = line.substr(4);
            if (!line.starts_with(mark) || !isPlace(place) || ++files > 100)
                continue;
            const fs::path path = folder / place;
            std::error_code error; // a file may stand where a folder should
            fs::create_directories(path.parent_path(), error);
            file.open(path, std::ios::binary | std::ios::trunc);
        } else if (file.is_open()) {
            file << line << '\n';
        }
    }
}

void soundFacts(const std::vector<Fact>& facts) {
    for (const Fact& fact : facts) {
        promise(!fact.id.empty() && !fact.name.empty(), "a fact has a name");
        promise(fact.state == FactState::Unknown || !fact.value.empty(), "a fact that is known has a value");
        promise(!fact.cost || *fact.cost >= Nanoseconds{0}, "a cost is not below 0");
        oneLine(fact.value);
        oneLine(fact.why);
    }
}

} // namespace

void fuzzTree(std::string_view bytes) {
    constexpr int kThread = 101; // the measuring one, as in tests/report/machines
    const TreeFolder folder;
    putFiles(folder.path(), bytes, "--- ");
    soundFacts(readFacts(folder.path()));
    const MachineSnapshot before = takeSnapshot(folder.path(), kThread);
    putFiles(folder.path(), bytes, "+++ ");
    const MachineSnapshot after = takeSnapshot(folder.path(), kThread);
    const MachineUse use = useBetween(before, after);
    for (const auto& percent :
         {use.othersPercent, use.ownPercent, use.stealPercent, use.cpuPressurePercent, use.slewPpm,
          use.processorOthersPercent, use.interruptsPerSecond, use.interruptPercent})
        promise(!percent || std::isfinite(*percent), "shares are finite");
    soundFacts(runFacts(use));
}

} // namespace jitterscope
