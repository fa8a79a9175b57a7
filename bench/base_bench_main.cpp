// Speed of what needs no Torch: unlit_base_bench NAME.
#include "bench/base_benches.h"
#include "bench/bench_table.h"

int main(int argc, char** argv) {
    using namespace unlit::bench;
    return runNamed(
        "unlit_base_bench",
        {
            {"data", "decoding of pairs, and the pair doctor on a set", data_bench::run},
            {"files", "a picture of 8K saved and read again", files_bench::run},
            {"runs", "a folder of many runs", runs_bench::run},
            {"synth", "rendering of training pairs", synth_bench::run},
        },
        argc, argv);
}
