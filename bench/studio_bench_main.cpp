// Speed of the studio: unlit_studio_bench NAME.
#include "bench/bench_table.h"
#include "bench/studio_benches.h"

int main(int argc, char** argv) {
    using namespace unlit::bench;
    return runNamed(
        "unlit_studio_bench",
        {
            {"data-page", "the Data page with 5000 pairs", data_page_bench::run},
            {"job", "how soon a job's network works: model and picture read beside each other",
             job_bench::run},
            {"loop", "how late events of the window are while it trains", loop_bench::run},
            {"plots", "plots of ten million points", plots_bench::run},
            {"runs-page", "the Runs page with 5000 runs", runs_page_bench::run},
            {"studio", "the Infer page at work", studio_bench::run},
            {"viewer", "frames of the viewer on 8K pictures", viewer_bench::run},
        },
        argc, argv);
}
