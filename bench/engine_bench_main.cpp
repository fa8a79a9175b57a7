// Speed of what the engine computes, and how good some of it is: unlit_bench NAME.
#include "bench/bench_table.h"
#include "bench/engine_benches.h"

int main(int argc, char** argv) {
    using namespace unlit::bench;
    return runNamed(
        "unlit_bench",
        {
#ifdef UNLIT_BENCH_IMAGE_FILES
            {"albedo", "errors of details and of cut-outs on own renders", albedo_bench::run},
            {"checkpoint", "what a checkpoint costs the training", checkpoint_bench::run},
#endif
            {"attention", "attention whose scores stay in the cache", attention_bench::run},
            {"detail", "guided detail beside the network", detail_bench::run},
            {"doubling", "convolutions of doubled pictures", doubling_bench::run},
            {"gpu", "the networks on a GPU", gpu_bench::run},
            {"int8", "layers with weights of 8 bits against float32", int8_bench::run},
            {"large", "a 16K picture in tiles: memory and seams", large_bench::run},
            {"muon", "steps of the optimizer Muon", muon_bench::run},
            {"networks", "the networks against the peak of this machine", networks_bench::run},
            {"optimizer", "steps of AdamW and of the running mean beside torch's own",
             optimizer_bench::run},
#ifdef UNLIT_BENCH_IMAGE_FILES
            {"sequence", "how steady a sequence is", sequence_bench::run},
            {"strokes", "corrections by hand: errors and latency", strokes_bench::run},
#endif
            {"winograd", "3x3 convolutions in a quarter of the products", winograd_bench::run},
        },
        argc, argv);
}
