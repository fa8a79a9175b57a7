#include "core/strokes/stroke_rows.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace unlit {

namespace {

constexpr int kBandRows = 32;
constexpr unsigned kMostThreads = 16;

thread_local unsigned t_mostThreads = kMostThreads;

} // namespace

StrokeThreads::StrokeThreads(unsigned most) : m_before(t_mostThreads) {
    t_mostThreads = std::clamp(most, 1U, kMostThreads);
}

StrokeThreads::~StrokeThreads() {
    t_mostThreads = m_before;
}

void forStrokeRows(int rows, const std::function<void(int begin, int end)>& work) {
    const int bands = (rows + kBandRows - 1) / kBandRows;
    std::atomic<int> next = 0;
    std::mutex mutex; ///< guards the failure
    std::exception_ptr failure;
    const auto run = [&] {
        for (int band = next++; band < bands; band = next++)
            try {
                work(band * kBandRows, std::min((band + 1) * kBandRows, rows));
            } catch (...) {
                const std::scoped_lock lock(mutex);
                if (!failure)
                    failure = std::current_exception();
                next = bands;
            }
    };
    const unsigned wanted = std::min({std::max(1U, std::thread::hardware_concurrency()),
                                      t_mostThreads, static_cast<unsigned>(std::max(bands, 1))});
    {
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < wanted; ++i)
            others.emplace_back(run);
        run();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace unlit
