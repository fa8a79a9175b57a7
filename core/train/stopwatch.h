// Adds up the seconds that the parts of a step take.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace unlit::train {

/// Adds the time from its construction to its destruction to one entry. On a CUDA device work is
/// only queued meanwhile: the waiting shows in whatever reads a value next.
class SecondsOf {
public:
    SecondsOf(std::map<std::string, double>& seconds, const std::string& what)
        : m_entry(seconds[what]) {}

    ~SecondsOf() {
        m_entry +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

    SecondsOf(const SecondsOf&) = delete;
    SecondsOf& operator=(const SecondsOf&) = delete;

private:
    double& m_entry;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace unlit::train
