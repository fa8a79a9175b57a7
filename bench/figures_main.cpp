// unlit_bench_figures collect LINES COMMIT [TO] | compare BEFORE AFTER: what `./dev bench all` and
// `./dev bench compare` do with figures.
#include "bench/comparison.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

namespace unlit::bench {
namespace {

std::string machine() {
    std::ifstream file("/proc/cpuinfo");
    std::string name = "unknown processor";
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            name = line.substr(colon + 2);
            break;
        }
    }
    return name + ", " + std::to_string(std::thread::hardware_concurrency()) + " threads";
}

std::string now() {
    const std::time_t seconds = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

void collect(const std::string& lines, const std::string& commit, const std::string& to) {
    const std::string text = jsonOf(
        {.machine = machine(), .commit = commit, .date = now(), .figures = figuresOf(lines)});
    if (to.empty()) {
        std::fputs(text.c_str(), stdout);
        return;
    }
    std::ofstream file(to);
    file << text << std::flush;
    if (!file)
        throw std::runtime_error(to + ": cannot be written");
}

void tell(const char* title, const Comparison& comparison, bool (Change::*is)() const) {
    for (const Change& change : comparison.changes)
        if ((change.*is)())
            std::printf("%s  %-58s %10.4g -> %10.4g %-6s %+7.1f %%  (noise %.1f %%)\n", title,
                        change.name.c_str(), change.before, change.after, change.unit.c_str(),
                        100 * (change.after / change.before - 1), 100 * change.noise);
}

/// 1 where something got worse: for scripts.
int compareFiles(const std::string& before, const std::string& after) {
    const Measurement first = readMeasurement(before);
    const Measurement second = readMeasurement(after);
    std::printf("%s of %s -> %s of %s\n", first.commit.c_str(), first.date.c_str(),
                second.commit.c_str(), second.date.c_str());
    if (first.machine != second.machine)
        std::printf("not the same machine: %s; %s\n", first.machine.c_str(),
                    second.machine.c_str());
    const Comparison comparison = compare(first, second);
    tell("worse ", comparison, &Change::isWorse);
    tell("better", comparison, &Change::isBetter);
    for (const std::string& name : comparison.onlyBefore)
        std::printf("gone    %s\n", name.c_str());
    for (const std::string& name : comparison.onlyAfter)
        std::printf("new     %s\n", name.c_str());
    const auto worse = std::ranges::count_if(comparison.changes, &Change::isWorse);
    std::printf("%zu figures in both, %td worse beyond the noise\n", comparison.changes.size(),
                worse);
    return worse > 0 ? 1 : 0;
}

int run(int argc, char** argv) {
    const std::string verb = argc > 1 ? argv[1] : "";
    if (verb == "collect" && (argc == 4 || argc == 5)) {
        collect(argv[2], argv[3], argc == 5 ? argv[4] : "");
        return 0;
    }
    if (verb == "compare" && argc == 4)
        return compareFiles(argv[2], argv[3]);
    std::fputs("usage: unlit_bench_figures collect LINES COMMIT [TO] | compare BEFORE AFTER\n",
               stderr);
    return 2;
}

} // namespace
} // namespace unlit::bench

int main(int argc, char** argv) {
    try {
        return unlit::bench::run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
