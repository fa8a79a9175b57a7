// All writers of a run behind one door; a full disk costs figures their place for a while, never
// the run its life.
#pragma once

#include "core/base/failure.h"
#include "core/config/run_config.h"
#include "core/train/run_folder.h"
#include "core/train/writers/metric_writer.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace unlit::train {

/// Used by one thread.
class MetricWriters {
public:
    /// Called once when a writer begins to fail, and once with nothing when all of its rows are
    /// written again.
    using OnTrouble = std::function<void(const std::optional<Failure>&)>;

    /// metrics.jsonl always, the others as configured. With `resumeFrom`, files are first cut to
    /// what lies before it. Throws Error: Corrupt, Io.
    MetricWriters(const RunFolder& folder, const config::WritersConfig& config,
                  const std::optional<KeepUntil>& resumeFrom, OnTrouble onTrouble);

    void write(const MetricRow& row);

    /// A picture that a writer cannot take is lost; its file under visualization/ stays.
    void write(const PictureRow& row) { writeOnce(row); }

    /// As of pictures: what a writer cannot take is lost.
    void write(const HistogramRow& row) { writeOnce(row); }

    void write(const SettingsRow& row) { writeOnce(row); }

private:
    struct Entry {
        std::unique_ptr<MetricWriter> writer;
        std::vector<MetricRow> pending; ///< not taken yet, oldest first
    };

    template <class Row>
    void writeOnce(const Row& row) {
        for (Entry& entry : m_entries) {
            if (!entry.pending.empty())
                continue; // steps must not fall from event to event
            try {
                entry.writer->write(row);
            } catch (const Error&) {
                note(translateCurrentException());
            }
        }
    }

    void drain();
    void note(const Failure& failure);

    std::vector<Entry> m_entries;
    OnTrouble m_onTrouble;
    bool m_isInTrouble = false;
};

} // namespace unlit::train
