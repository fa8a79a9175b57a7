#include "ui/bridge/checkpoint_worker.h"

#include <utility>

namespace unlit::ui {

CheckpointWorker::CheckpointWorker(RunBranching branching, QObject* parent)
    : QObject(parent), m_branching(std::move(branching)) {}

void CheckpointWorker::look(const std::filesystem::path& run) {
    m_look.ask([run](const std::stop_token& stop) { return runs::checkpointsOfRun(run, stop); },
               [this](const runs::RunCheckpoints& checkpoints) { emit found(checkpoints); });
}

void CheckpointWorker::remove(const std::filesystem::path& run, std::vector<std::string> names) {
    m_change.start([this, run, names = std::move(names)](const std::stop_token&) -> LongWork::End {
        for (const std::string& name : names)
            runs::removeCheckpoint(run, name);
        return [this, count = static_cast<int>(names.size())] { emit removed(count); };
    });
}

void CheckpointWorker::rollBack(const std::filesystem::path& run, const std::string& name) {
    m_change.start(
        [this, run, name, act = m_branching.rollBack](const std::stop_token&) -> LongWork::End {
            return [this, done = act(run, name)] { emit rolledBack(done); };
        });
}

void CheckpointWorker::fork(ForkRequest request) {
    m_change.start([this, request = std::move(request),
                    act = m_branching.fork](const std::stop_token&) -> LongWork::End {
        return [this, done = act(request)] { emit forked(done); };
    });
}

} // namespace unlit::ui
