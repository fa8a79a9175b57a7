// The benches of unlit_studio_bench, which need the window. Each takes its name and the words after
// it, and returns the exit code: 0, 1 where it failed, 2 where its words are wrong.
#pragma once

namespace unlit::bench::data_page_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::job_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::loop_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::plots_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::runs_page_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::studio_bench {
int run(int argc, char** argv);
}

namespace unlit::bench::viewer_bench {
int run(int argc, char** argv);
}
