// metrics.jsonl: one flat JSON object a line, for scripts and for the studio.
#pragma once

#include "core/train/writers/append_file.h"
#include "core/train/writers/metric_writer.h"

#include <optional>

namespace unlit::train {

/// {"step":1,"time":…,"epoch":1,"train/loss":…,"lr":…}. Numbers are written so that they read back
/// to the same bits; JSON has no other numbers, so NaN and infinities are null.
class JsonlWriter : public MetricWriter {
public:
    using MetricWriter::write;
    JsonlWriter(const std::filesystem::path& file, const std::optional<KeepUntil>& resumeFrom);
    void write(const MetricRow& row) override;

private:
    AppendFile m_file;
};

} // namespace unlit::train
