// Who takes the figures and pictures of a run: one interface, one file a kind of writer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace unlit::train {

struct Scalar {
    std::string tag; ///< "train/loss", "lr", "n_batch_in_epoch", "val/<dataset>/<metric>", …
    double value = 0;
};

/// What one moment of a run tells. Steps never fall from row to row.
struct MetricRow {
    std::int64_t step = 0; ///< optimizer steps done
    std::int64_t epoch = 1;
    double time = 0; ///< seconds since 1970, UTC
    std::vector<Scalar> scalars;
};

/// A PNG file in memory.
struct PngPicture {
    std::string bytes;
    int width = 0;
    int height = 0;
    int channels = 3; ///< 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha

    /// Reads the file and its header. Throws Error: NotFound, Io, Corrupt.
    static PngPicture read(const std::filesystem::path& file);
};

struct PictureRow {
    std::int64_t step = 0;
    double time = 0; ///< seconds since 1970, UTC
    std::string tag; ///< "vis/<dataset>/<picture>/prediction"
    PngPicture picture;
};

/// How the numbers of one tensor are spread.
struct Histogram {
    std::string tag; ///< "weights/conv_in.weight", "gradients/…"
    double min = 0;
    double max = 0;
    double sum = 0;
    double sumOfSquares = 0;
    std::vector<double> counts; ///< of as many equal parts of min to max
};

struct HistogramRow {
    std::int64_t step = 0;
    double time = 0; ///< seconds since 1970, UTC
    std::vector<Histogram> histograms;
};

/// What a run was begun with.
struct SettingsRow {
    double time = 0;  ///< seconds since 1970, UTC
    std::string name; ///< of the run
    std::string yaml; ///< all of it, as config.yaml
    /// Those with a single value, by key: "lr".
    std::vector<std::pair<std::string, std::variant<double, bool, std::string>>> settings;
};

/// Where a resumed run goes on: everything later is cut from the files.
struct KeepUntil {
    std::int64_t step = 0;
    bool keepsValidation = true; ///< false: the "val/" figures of `step` itself are cut, too, for a
                                 ///< validation that will be run again
};

/// Used by one thread. A row that was written survives the death of the process. All throw
/// Error::system when the disk does not take it; the file then ends with the row before.
class MetricWriter {
public:
    virtual ~MetricWriter() = default;
    virtual void write(const MetricRow& row) = 0;

    virtual void write(const PictureRow&) {}

    virtual void write(const HistogramRow&) {}

    virtual void write(const SettingsRow&) {}
};

} // namespace unlit::train
