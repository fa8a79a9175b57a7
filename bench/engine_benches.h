// The benches of unlit_bench, which need the engine. Each takes its name and the words after it,
// and returns the exit code: 0, 1 where it failed, 2 where its words are wrong.
#pragma once

namespace unlit::bench::albedo_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::attention_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::checkpoint_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::detail_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::doubling_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::gpu_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::int8_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::large_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::muon_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::networks_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::optimizer_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::sequence_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::strokes_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::winograd_bench {
int run(int argc, char** argv);
}
