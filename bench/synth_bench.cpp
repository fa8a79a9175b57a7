// unlit_base_bench synth [SIZE [PICTURES [THREADS]]]: synthetic training pairs per minute, without
// files.
#include "bench/base_benches.h"
#include "bench/figures.h"
#include "core/base/text.h"
#include "core/data/synth/picture.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

namespace unlit::bench::synth_bench {

int run(int argc, char** argv) {
    const auto argument = [&](int position, int otherwise) {
        return argc > position ? std::atoi(argv[position]) : otherwise;
    };
    const int size = argument(1, 256);
    const int count = argument(2, 32);
    const int threads = argument(3, static_cast<int>(std::thread::hardware_concurrency()));
    if (argc > 4 || size < 16 || count < 1 || threads < 1) {
        std::fprintf(stderr, "usage: unlit_base_bench synth [SIZE [PICTURES [THREADS]]]\n");
        return 2;
    }
    const synth::MaterialSource materials({}, nullptr);
    std::atomic<int> next{0};
    const auto begin = std::chrono::steady_clock::now();
    {
        std::vector<std::jthread> workers;
        for (int i = 0; i < threads; ++i)
            workers.emplace_back([&] {
                for (int index = next++; index < count; index = next++)
                    synth::makePicture(materials, {size, 4, 2024},
                                       static_cast<std::uint64_t>(index), {});
            });
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    // On a busy machine the processor's time says more than the clock.
    const double processor = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    std::printf("%d pairs of %d x %d, %d threads: %s, %.0f pairs per minute; %.2f s of processor "
                "time per pair\n",
                count, size, size, threads, formatSeconds(passed.count()).c_str(),
                60 * count / passed.count(), processor / count);
    keepFigure("synth: processor a pair", processor / count, "s");
    return 0;
}

} // namespace unlit::bench::synth_bench
