#include "core/runs/step_batch.h"

#include "core/base/error.h"
#include "core/config/load_config.h"
#include "core/train/run_folder.h"

#include <fstream>
#include <optional>

namespace unlit::runs {

namespace fs = std::filesystem;

namespace {

/// A file of lines with ascending steps, looked through by halves.
class LossFile {
public:
    explicit LossFile(const fs::path& file) : m_stream(file, std::ios::binary | std::ios::ate) {
        if (!m_stream)
            throw Error::notFound("the run keeps no losses of samples: " + file.string() +
                                      " is not there",
                                  "set writers.sample_losses to true in its recipe");
        m_size = m_stream.tellg();
    }

    /// The place of the first line at or behind `step`.
    std::streamoff placeOf(std::int64_t step) {
        std::streamoff low = 0;
        std::streamoff high = m_size;
        while (low < high) {
            const std::streamoff middle = low + (high - low) / 2;
            const auto row = firstRowFrom(middle);
            if (row && row->step < step)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    /// Of the first whole line that begins at or behind `place`.
    std::optional<train::LossRow> firstRowFrom(std::streamoff place) {
        seek(place);
        std::string line;
        while (std::getline(m_stream, line))
            if (auto row = train::lossRowFrom(line))
                return row;
        return {};
    }

    std::vector<train::LossRow> rowsOf(std::int64_t step) {
        seek(placeOf(step));
        std::vector<train::LossRow> rows;
        std::string line;
        while (std::getline(m_stream, line)) {
            const auto row = train::lossRowFrom(line);
            if (row && row->step > step)
                break;
            if (row && row->step == step && !m_stream.eof()) // the last line may be half written
                rows.push_back(*row);
        }
        return rows;
    }

private:
    void seek(std::streamoff place) {
        m_stream.clear();
        m_stream.seekg(place);
        if (place == 0)
            return;
        m_stream.seekg(place - 1); // a line that begins right here is whole
        std::string rest;
        std::getline(m_stream, rest);
    }

    std::ifstream m_stream;
    std::streamoff m_size = 0;
};

} // namespace

std::vector<train::LossRow> batchOfStep(const fs::path& run, std::int64_t step) {
    return LossFile(run / "sample_losses.csv").rowsOf(step);
}

fs::path pictureOfSample(const std::vector<fs::path>& folders, const std::string& sample) {
    for (const fs::path& folder : folders) {
        std::error_code unknown;
        if (fs::is_regular_file(folder / sample, unknown))
            return folder / sample;
    }
    return {};
}

std::vector<fs::path> trainingFolders(const fs::path& run) {
    const config::LoadedConfig loaded = config::loadConfig(run / "config.yaml");
    std::vector<fs::path> folders;
    for (const config::DatasetConfig& set : loaded.config.dataset.train.sets())
        if (!set.dir.empty())
            folders.push_back(loaded.config.run.baseDataDir / set.dir);
    return folders;
}

} // namespace unlit::runs
