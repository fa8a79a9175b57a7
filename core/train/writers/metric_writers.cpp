#include "core/train/writers/metric_writers.h"

#include "core/train/writers/csv_writer.h"
#include "core/train/writers/jsonl_writer.h"
#include "core/train/writers/tensorboard_writer.h"

#include <algorithm>
#include <chrono>

namespace unlit::train {

namespace {

double secondsNow() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

} // namespace

MetricWriters::MetricWriters(const RunFolder& folder, const config::WritersConfig& config,
                             const std::optional<KeepUntil>& resumeFrom, OnTrouble onTrouble)
    : m_onTrouble(std::move(onTrouble)) {
    const auto add = [this](std::unique_ptr<MetricWriter> writer) {
        m_entries.push_back({std::move(writer), {}});
    };
    add(std::make_unique<JsonlWriter>(folder.metrics(), resumeFrom));
    if (config.tensorboard)
        add(std::make_unique<TensorboardWriter>(folder.tensorboard(), resumeFrom, secondsNow(),
                                                config.tensorboardImages));
    if (config.csv)
        add(std::make_unique<CsvWriter>(folder.csv(), resumeFrom));
}

void MetricWriters::write(const MetricRow& row) {
    for (Entry& entry : m_entries)
        entry.pending.push_back(row);
    drain();
}

void MetricWriters::drain() {
    bool isClear = true;
    for (Entry& entry : m_entries) {
        std::size_t taken = 0;
        try {
            for (; taken < entry.pending.size(); ++taken)
                entry.writer->write(entry.pending[taken]);
        } catch (const Error&) {
            note(translateCurrentException());
        }
        entry.pending.erase(entry.pending.begin(),
                            entry.pending.begin() + static_cast<std::ptrdiff_t>(taken));
        isClear = isClear && entry.pending.empty();
    }
    if (isClear && m_isInTrouble) {
        m_isInTrouble = false;
        m_onTrouble(std::nullopt);
    }
}

void MetricWriters::note(const Failure& failure) {
    if (!m_isInTrouble)
        m_onTrouble(failure);
    m_isInTrouble = true;
}

} // namespace unlit::train
