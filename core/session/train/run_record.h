// events.jsonl of a run: what became of it and what was done to it, a record a line.
#pragma once

#include "core/events/event.h"
#include "core/runs/run_event.h"
#include "core/train/run_folder.h"
#include "core/train/writers/append_file.h"

#include <functional>
#include <mutex>
#include <optional>

namespace unlit {

/// Any thread may add. Every record is on disk before add() returns; while the disk does not take
/// them they are kept, and written in their order with the next one. The caller holds the run's
/// lock.
class RunRecord {
public:
    /// Called once when records begin to be kept back, and once with nothing when all are written.
    using OnTrouble = std::function<void(const std::optional<Failure>&)>;

    /// Goes on with what is there, behind a last line that was torn, and says which process writes.
    /// A run of an earlier version gets the records that its log amounts to. Never throws for the
    /// disk: see OnTrouble. `provenance`: further fields of the process's record.
    RunRecord(const train::RunFolder& folder, OnTrouble onTrouble,
              const nlohmann::ordered_json& provenance = nlohmann::ordered_json::object());

    /// Takes what is worth a record and passes over the rest.
    void add(const decltype(Event::body)& body) noexcept;
    void add(runs::RunEvent event) noexcept;

private:
    std::int64_t lastStep();
    void open();
    void write(runs::RunEvent event);

    train::RunFolder m_folder;
    OnTrouble m_onTrouble;
    std::mutex m_mutex; ///< guards everything below
    std::optional<train::AppendFile> m_file;
    std::string m_pending; ///< whole lines that are not on disk
    bool m_isInTrouble = false;
    std::int64_t m_step = 0; ///< of the last record or figure
};

} // namespace unlit
