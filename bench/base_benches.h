// The benches of unlit_base_bench, which need no Torch. Each takes its name and the words after it,
// and returns the exit code: 0, 1 where it failed, 2 where its words are wrong.
#pragma once

namespace unlit::bench::data_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::files_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::runs_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::synth_bench {
int run(int argc, char** argv);
}
