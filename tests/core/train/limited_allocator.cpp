#include "tests/core/train/limited_allocator.h"

#include "core/nn/torch_compat.h"

#include <c10/core/CPUAllocator.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

namespace unlit::test {

namespace {

struct State {
    std::atomic<std::int64_t> inUse = 0;
    std::atomic<std::int64_t> atBegin = 0;
    std::atomic<std::int64_t> peak = 0;
    std::atomic<std::int64_t> budget = std::numeric_limits<std::int64_t>::max();
    std::atomic<std::int64_t> refusals = 0;
    std::atomic<bool> isCounting = false;
};

State& state() {
    static State instance;
    return instance;
}

/// Before each piece of memory: how long it is.
constexpr std::size_t kHeader = 64; // Torch aligns to as much

/// Torch asks that data and context of raw memory be the same.
void giveBack(void* data) {
    if (data == nullptr)
        return;
    void* start = static_cast<char*>(data) - kHeader;
    std::int64_t bytes = 0;
    std::memcpy(&bytes, start, sizeof bytes);
    state().inUse -= bytes;
    std::free(start);
}

class Limited : public nn::compat::PlainAllocator {
public:
    c10::DeleterFnPtr raw_deleter() const override { return &giveBack; }

private:
    c10::DataPtr give(std::size_t count) const override {
        State& now = state();
        const auto bytes = static_cast<std::int64_t>(count);
        if (now.isCounting) {
            const std::int64_t above = now.inUse + bytes - now.atBegin;
            if (above > now.budget) {
                ++now.refusals;
                throw std::bad_alloc();
            }
            if (above > now.peak)
                now.peak = above;
        }
        const c10::Device cpu(c10::DeviceType::CPU);
        if (count == 0)
            return {nullptr, nullptr, &giveBack, cpu};
        void* start = nullptr;
        if (posix_memalign(&start, kHeader, count + kHeader) != 0)
            throw std::bad_alloc();
        std::memcpy(start, &bytes, sizeof bytes);
        now.inUse += bytes;
        void* data = static_cast<char*>(start) + kHeader;
        return {data, data, &giveBack, cpu};
    }
};

} // namespace

LimitedMemory::LimitedMemory() {
    static Limited allocator;
    constexpr std::uint8_t kAboveTheOwn = 100;
    c10::SetCPUAllocator(&allocator, kAboveTheOwn);
}

void LimitedMemory::begin(std::int64_t budget) {
    State& now = state();
    now.atBegin = now.inUse.load();
    now.peak = 0;
    now.budget = budget;
    now.isCounting = true;
}

void LimitedMemory::end() {
    state().isCounting = false;
}

std::int64_t LimitedMemory::peak() const {
    return state().peak;
}

std::int64_t LimitedMemory::refusals() const {
    return state().refusals;
}

} // namespace unlit::test
