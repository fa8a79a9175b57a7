#include "bench/figures.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace unlit::bench {

void keepFigure(const std::string& name, double value, const std::string& unit, Better better) {
    const char* path = std::getenv("UNLIT_BENCH_FIGURES");
    if (path == nullptr)
        return;
    std::ofstream file(path, std::ios::app);
    file << nlohmann::json{{"name", name},
                           {"value", value},
                           {"unit", unit},
                           {"better", better == Better::Less ? "less" : "more"}}
                .dump()
         << '\n'
         << std::flush;
    if (file)
        return;
    std::fprintf(stderr, "%s: the figures of the bench cannot be written\n", path);
    std::exit(1);
}

} // namespace unlit::bench
