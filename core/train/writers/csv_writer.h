// metrics.csv: one figure a line, for spreadsheets.
#pragma once

#include "core/train/writers/append_file.h"
#include "core/train/writers/metric_writer.h"

#include <optional>

namespace unlit::train {

/// "step,epoch,time,tag,value" (RFC 4180). A line a figure, because new figures may appear at any
/// time: the first validation has columns that no one knew of.
class CsvWriter : public MetricWriter {
public:
    using MetricWriter::write;
    CsvWriter(const std::filesystem::path& file, const std::optional<KeepUntil>& resumeFrom);
    void write(const MetricRow& row) override;

private:
    AppendFile m_file;
};

} // namespace unlit::train
