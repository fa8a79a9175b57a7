// The TensorBoard event files of a folder, read while they grow.
#pragma once

#include "core/runs/growing_file.h"
#include "core/runs/metrics_reader.h"

#include <functional>
#include <string>
#include <vector>

namespace unlit::runs {

/// File after file in TensorBoard's order; new files are found. A record that is cut off comes when
/// it is whole; one with a wrong check sum is passed over and counted; where even its length cannot
/// be trusted the file ends. Used by one thread at a time.
class EventReader {
public:
    using OnRow = std::function<void(const train::MetricRow& row)>;
    /// What was told from this step on is void: the run went on from an earlier checkpoint.
    using OnRestart = std::function<void(std::int64_t step)>;

    explicit EventReader(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// Hands out what has come, at most about `mostBytes` of it. An event has no epoch: 1.
    ReadNews poll(const OnRow& onRow, const OnRestart& onRestart,
                  std::size_t mostBytes = std::size_t{4} << 20);

    /// Records that could not be read so far.
    std::size_t badRecords() const;

    /// "" or what is the matter with the files, as a sentence's end: "events.out… is damaged from
    /// byte 812 on".
    std::string problem() const;

private:
    struct Part {
        GrowingFile file;
        std::size_t badRecords = 0;
        bool isDamaged = false; ///< nothing after what was consumed can be read
        bool isWhole = true;    ///< all of it was read
    };

    void findFiles();
    void readPart(Part& part, const OnRow& onRow, const OnRestart& onRestart,
                  std::size_t& bytesLeft, ReadNews& news);

    std::filesystem::path m_folder;
    std::vector<Part> m_parts;
};

} // namespace unlit::runs
