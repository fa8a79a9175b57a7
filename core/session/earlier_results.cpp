#include "core/session/earlier_results.h"

#include "core/base/error.h"
#include "core/image/image_file.h"
#include "core/image/made_by.h"
#include "core/session/side_car.h"

#include <algorithm>

namespace unlit {

namespace fs = std::filesystem;

namespace {

/// Of one folder: what its side-cars name.
void addNamed(const fs::path& folder, std::set<fs::path>& named) {
    std::error_code failed;
    fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, failed);
    for (const fs::directory_iterator end; !failed && entry != end; entry.increment(failed)) {
        std::error_code unknown;
        if (entry->path().extension() != ".json" || !entry->is_regular_file(unknown))
            continue;
        for (const fs::path& output : outputsOfSideCar(folder / entry->path().filename()))
            named.insert(output.lexically_normal());
    }
}

bool isMarked(const fs::path& file) {
    try {
        return readImageInfo(file).metadata.contains(kMadeByKey);
    } catch (const Error&) {
        return false; // whoever reads it says what is wrong
    }
}

} // namespace

std::set<fs::path> earlierResults(const std::vector<fs::path>& files) {
    std::set<fs::path> folders;
    for (const fs::path& file : files)
        folders.insert(file.parent_path());
    std::set<fs::path> named;
    for (const fs::path& folder : folders)
        addNamed(folder, named);
    std::set<fs::path> results;
    for (const fs::path& file : files)
        if (named.contains(file.lexically_normal()) || isMarked(file))
            results.insert(file);
    return results;
}

} // namespace unlit
