// Event files that TensorBoard opens.
#pragma once

#include "core/train/writers/append_file.h"
#include "core/train/writers/metric_writer.h"

#include <optional>

namespace unlit::train {

/// Writes FOLDER/events.out.tfevents.SECONDS.unlit.N: a new file each time a run is started or
/// resumed, in the order in which TensorBoard reads them. Scalars become float32, as there.
class TensorboardWriter : public MetricWriter {
public:
    /// With `resumeFrom`, what the folder's event files hold beyond it is cut first, and a
    /// TensorBoard that is open is told. `now`: seconds since 1970. Throws Error::system.
    TensorboardWriter(const std::filesystem::path& folder,
                      const std::optional<KeepUntil>& resumeFrom, double now, bool takesPictures);
    void write(const MetricRow& row) override;
    void write(const PictureRow& row) override;
    void write(const HistogramRow& row) override;
    void write(const SettingsRow& row) override;

private:
    AppendFile m_file;
    bool m_takesPictures;
};

/// The event files of a folder, oldest first.
std::vector<std::filesystem::path> eventFiles(const std::filesystem::path& folder);

} // namespace unlit::train
