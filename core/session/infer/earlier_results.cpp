#include "core/session/infer/earlier_results.h"

#include "core/base/error.h"
#include "core/image/image_file.h"
#include "core/image/made_by.h"
#include "core/session/infer/side_car.h"

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

/// Not older than its input.
bool isOf(const fs::path& result, const fs::path& input) {
    std::error_code failed;
    const auto made = fs::last_write_time(result, failed);
    if (failed)
        return false;
    const auto rendered = fs::last_write_time(input, failed);
    return !failed && made >= rendered;
}

/// What the name of a result says after its input's: "albedo" of "hall_albedo.png"; empty = it is
/// no such name.
std::string targetInName(const std::string& resultStem, const std::string& inputStem) {
    if (!resultStem.starts_with(inputStem + "_"))
        return {};
    return resultStem.substr(inputStem.size() + 1);
}

/// Looks for results of some pictures in one folder.
class ResultSearch {
public:
    explicit ResultSearch(const std::vector<fs::path>& inputs) {
        for (const fs::path& input : inputs) {
            m_byPath[fs::absolute(input).lexically_normal()] = input;
            m_byStem[input.stem().string()].push_back(input);
        }
    }

    void lookIn(const fs::path& folder, bool isOutputFolder, const FilesGoOn& goOn) {
        std::error_code failed;
        fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, failed);
        for (const fs::directory_iterator end; !failed && entry != end; entry.increment(failed)) {
            const fs::path file = folder / entry->path().filename();
            if (file.extension() == ".json")
                takeSideCar(file);
            else if (hasImageSuffix(file))
                takePicture(file, isOutputFolder);
            if (goOn && !goOn(++m_seen))
                return;
        }
    }

    std::map<fs::path, ResultFiles> take() { return std::move(m_found); }

private:
    void takeSideCar(const fs::path& file) {
        const NamedResult named = resultOfSideCar(file);
        const auto input = m_byPath.find(named.input.lexically_normal());
        if (input == m_byPath.end() || named.outputs.empty())
            return;
        for (const auto& [target, output] : named.outputs)
            if (!isOf(output, input->second))
                return;
        m_found[input->second].insert(named.outputs.begin(), named.outputs.end());
    }

    /// Under the longest name of an input that its own begins with.
    void takePicture(const fs::path& file, bool isOutputFolder) {
        const std::string stem = file.stem().string();
        for (std::size_t at = stem.rfind('_'); at != std::string::npos && at > 0;
             at = stem.rfind('_', at - 1)) {
            const auto named = m_byStem.find(stem.substr(0, at));
            if (named == m_byStem.end())
                continue;
            for (const fs::path& input : named->second)
                if (isOutputFolder || input.parent_path() == file.parent_path())
                    takeResult(file, input);
            return;
        }
    }

    void takeResult(const fs::path& file, const fs::path& input) {
        try {
            const ImageInfo info = readImageInfo(file);
            const auto mark = info.metadata.find(kMadeByKey);
            if (mark == info.metadata.end() || !isOf(file, input))
                return;
            const std::string name = targetInName(file.stem().string(), input.stem().string());
            const bool isLayered = mark->second == "layered" && name == "unlit";
            if (!isLayered && mark->second != name)
                return;
            const ImageInfo source = readImageInfo(input);
            if (source.width == info.width && source.height == info.height)
                m_found[input].emplace(mark->second, file);
        } catch (const Error&) {
            return; // whoever reads it says what is wrong
        }
    }

    std::size_t m_seen = 0;
    std::map<fs::path, fs::path> m_byPath; ///< by absolute path
    std::map<std::string, std::vector<fs::path>> m_byStem;
    std::map<fs::path, ResultFiles> m_found;
};

} // namespace

std::set<fs::path> earlierResults(const std::vector<fs::path>& files, const FilesGoOn& goOn) {
    std::set<fs::path> folders;
    for (const fs::path& file : files)
        folders.insert(file.parent_path());
    std::set<fs::path> named;
    for (const fs::path& folder : folders)
        addNamed(folder, named);
    std::set<fs::path> results;
    std::size_t done = 0;
    for (const fs::path& file : files) {
        if (named.contains(file.lexically_normal()) || isMarked(file))
            results.insert(file);
        if (goOn && !goOn(++done))
            break;
    }
    return results;
}

std::map<fs::path, ResultFiles> resultsOf(const std::vector<fs::path>& inputs,
                                          const fs::path& outputFolder, const FilesGoOn& goOn) {
    ResultSearch search(inputs);
    std::set<fs::path> folders;
    for (const fs::path& input : inputs)
        folders.insert(input.parent_path());
    for (const fs::path& folder : folders)
        search.lookIn(folder, false, goOn);
    if (!outputFolder.empty() && !folders.contains(outputFolder))
        search.lookIn(outputFolder, true, goOn);
    return search.take();
}

} // namespace unlit
