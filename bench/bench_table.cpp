#include "bench/bench_table.h"

#include <algorithm>
#include <cstdio>

namespace unlit::bench {

int runNamed(const std::string& program, const std::vector<Bench>& benches, int argc, char** argv) {
    const std::string name = argc > 1 ? argv[1] : "";
    const auto found = std::ranges::find(benches, name, &Bench::name);
    if (found != benches.end())
        return found->run(argc - 1, argv + 1);
    const bool isAsked = name == "--help";
    std::FILE* to = isAsked ? stdout : stderr;
    std::fprintf(to, "usage: %s NAME [OPTIONS]\n", program.c_str());
    for (const Bench& bench : benches)
        std::fprintf(to, "  %-12s%s\n", bench.name.c_str(), bench.what.c_str());
    return isAsked ? 0 : 2;
}

} // namespace unlit::bench
