#include "core/train/checkpoint/checkpoint_writer.h"

#include "core/base/disk_full.h"
#include "core/nn/kernels/lone_thread.h"

#include <algorithm>
#include <string>
#include <utility>

namespace unlit::train {

namespace {

void tellNotWritten(const CheckpointJob& job, const Failure& failure) {
    job.post(LogLine{LogLine::Level::Warning,
                     "the checkpoint of step " + std::to_string(job.step) +
                         " was not written, and nothing else was touched: " + failure.text()});
}

} // namespace

CheckpointWriter::CheckpointWriter(CheckpointFiles& files)
    : m_files(files), m_thread([this](const std::stop_token& stop) { run(stop); }) {}

CheckpointWriter::~CheckpointWriter() {
    waitUntilIdle();
    m_thread.request_stop();
}

void CheckpointWriter::hand(CheckpointJob job) {
    const std::scoped_lock lock(m_mutex);
    m_job = std::move(job);
    m_changed.notify_all();
}

void CheckpointWriter::waitUntilIdle() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_job && !m_isWriting; });
}

void CheckpointWriter::run(const std::stop_token& stop) {
    nn::computeOnThisThreadAlone();
    while (true) {
        std::optional<CheckpointJob> job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_job.has_value(); }))
                return;
            job = std::exchange(m_job, std::nullopt);
            m_isWriting = true;
        }
        write(std::move(*job));
        {
            const std::scoped_lock lock(m_mutex);
            m_isWriting = false;
        }
        m_changed.notify_all();
    }
}

void CheckpointWriter::write(CheckpointJob job) {
    std::optional<Failure> failure;
    try {
        put(job);
    } catch (...) {
        failure = translateCurrentException();
    }
    const bool isHeld = failure && (isDiskFull(*failure) || m_files.isGone());
    if (failure && !isHeld)
        tellNotWritten(job, *failure);
    const std::scoped_lock lock(m_mutex);
    if (job.isLatest && !isHeld)
        m_failure = failure;
    if (isHeld)
        m_held = HeldCheckpoint{std::move(job), *failure};
}

void CheckpointWriter::put(CheckpointJob& job) {
    const std::optional<CheckpointSaved> saved = m_files.write(job);
    if (!saved)
        return; // there is no checkpoint more than before
    job.post(*saved);
    {
        const std::scoped_lock lock(m_mutex);
        if (job.isLatest)
            m_latest = saved;
        if (m_isAskedForSaved)
            m_saved.push_back(saved->folder);
    }
    if (!job.isLatest)
        m_files.tidyAfter(job);
}

bool CheckpointWriter::isHolding() const {
    const std::scoped_lock lock(m_mutex);
    return m_held.has_value();
}

std::optional<HeldCheckpoint> CheckpointWriter::takeHeld() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_held, std::nullopt);
}

std::pair<std::int64_t, Failure> CheckpointWriter::problem() const {
    const std::scoped_lock lock(m_mutex);
    return {m_held->job.step, m_held->failure};
}

void CheckpointWriter::giveUp(const HeldCheckpoint& held) {
    tellNotWritten(held.job, held.failure);
    const std::scoped_lock lock(m_mutex);
    if (held.job.isLatest)
        m_failure = held.failure;
}

bool CheckpointWriter::hasFailed() const {
    const std::scoped_lock lock(m_mutex);
    return m_failure.has_value();
}

std::optional<Failure> CheckpointWriter::failure() const {
    const std::scoped_lock lock(m_mutex);
    return m_held ? m_held->failure : m_failure;
}

std::optional<CheckpointSaved> CheckpointWriter::latest() const {
    const std::scoped_lock lock(m_mutex);
    return m_failure || m_held ? std::nullopt : m_latest;
}

std::vector<std::filesystem::path> CheckpointWriter::takeSaved() {
    const std::scoped_lock lock(m_mutex);
    m_isAskedForSaved = true;
    return std::exchange(m_saved, {});
}

void CheckpointWriter::noteRenamed(const std::filesystem::path& before,
                                   const std::filesystem::path& now) {
    const std::scoped_lock lock(m_mutex);
    std::ranges::replace(m_saved, before, now);
}

} // namespace unlit::train
