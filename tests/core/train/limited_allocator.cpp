#include "tests/core/train/limited_allocator.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <torch/version.h>

#include <atomic>
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

struct Block {
    c10::DataPtr data;
    std::int64_t bytes;
};

void giveBack(void* context) {
    auto* block = static_cast<Block*>(context);
    state().inUse -= block->bytes;
    delete block;
}

class Limited : public c10::Allocator {
public:
    explicit Limited(c10::Allocator* inner) : m_inner(inner) {}

#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 3)
    c10::DataPtr allocate(std::size_t bytes) override {
        return give(bytes);
    }

    void copy_data(void* to, const void* from, std::size_t bytes) const override {
        std::memcpy(to, from, bytes);
    }
#else
    c10::DataPtr allocate(std::size_t bytes) const override {
        return give(bytes);
    }
#endif

private:
    c10::DataPtr give(std::size_t count) const {
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
        auto* block = new Block{m_inner->allocate(count), bytes};
        now.inUse += bytes;
        return {block->data.get(), block, &giveBack, c10::Device(c10::DeviceType::CPU)};
    }

    c10::Allocator* m_inner;
};

} // namespace

LimitedMemory::LimitedMemory() {
    static Limited allocator(c10::GetAllocator(c10::DeviceType::CPU));
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
