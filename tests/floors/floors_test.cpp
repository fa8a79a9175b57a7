// The floors are one-way: app -> ui -> core, no Qt in core, no torch in ui. Sources and binaries
// are both asked.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Include {
    std::string target; ///< what stands between the quotes or brackets
    int line = 0;
};

using Sources = std::map<std::string, std::vector<Include>>; ///< by path from the repository's root

std::vector<Include> includesOf(const fs::path& path) {
    static const std::regex pattern(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
    std::vector<Include> includes;
    std::ifstream in(path);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (std::smatch match; std::regex_search(line, match, pattern))
            includes.push_back({match[1], number});
    }
    return includes;
}

const Sources& sources() {
    static const Sources all = [] {
        Sources found;
        const fs::path root = UNLIT_SOURCE_DIR;
        for (const char* room : {"core", "ui", "app"}) {
            for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
                const std::string suffix = entry.path().extension();
                if (suffix == ".h" || suffix == ".cpp")
                    found[fs::relative(entry.path(), root).string()] = includesOf(entry.path());
            }
        }
        return found;
    }();
    return all;
}

bool startsWith(const std::string& text, const std::string& start) {
    return text.rfind(start, 0) == 0;
}

bool isQt(const std::string& include) {
    static const std::regex pattern(R"(^Q[A-Z]\w*$|^Qt\w+/|^qcustomplot)");
    return std::regex_search(include, pattern);
}

bool isTorch(const std::string& include) {
    return startsWith(include, "torch/") || startsWith(include, "ATen/") ||
           startsWith(include, "c10/");
}

/// Every file under `room` for which `isForbidden(file, include)` holds, as lines that a person can
/// jump to.
template <class Rule>
std::string violations(const std::string& room, Rule isForbidden) {
    std::string text;
    for (const auto& [file, includes] : sources())
        if (startsWith(file, room))
            for (const Include& include : includes)
                if (isForbidden(include.target))
                    text += file + ":" + std::to_string(include.line) + " includes " +
                            include.target + "\n";
    return text;
}

/// Our own files that `file` drags in, directly or not.
std::set<std::string> reachableFrom(const std::string& file) {
    std::set<std::string> seen;
    std::vector<std::string> open = {file};
    while (!open.empty()) {
        const std::string current = open.back();
        open.pop_back();
        if (!seen.insert(current).second || !sources().contains(current))
            continue;
        for (const Include& include : sources().at(current))
            open.push_back(include.target);
    }
    return seen;
}

#if defined(UNLIT_CLI) || defined(UNLIT_STUDIO)
/// Lines of what a command prints that hold `part`.
std::string linesOf(const std::string& command, const std::string& part) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string output;
    std::array<char, 512> buffer{};
    while (pipe && std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr)
        if (std::string line = buffer.data(); line.find(part) != std::string::npos)
            output += line;
    return output;
}

/// NEEDED entries of a binary; not what its libraries need themselves.
std::string neededLibraries(const std::string& binary) {
    return linesOf("readelf -d '" + binary + "'", "(NEEDED)");
}

/// All that the system loads before main.
std::string loadedLibraries(const std::string& binary) {
    return linesOf("ldd '" + binary + "'", "=>");
}
#endif

} // namespace

TEST(Floors, sources_are_found) {
    EXPECT_GT(sources().size(), 20U);
}

TEST(Floors, core_looks_up_to_nothing_and_knows_no_Qt) {
    EXPECT_EQ(violations("core/",
                         [](const std::string& i) {
                             return isQt(i) || startsWith(i, "ui/") || startsWith(i, "app/");
                         }),
              "");
}

TEST(Floors, base_rooms_know_neither_torch_nor_the_engine) {
    for (const char* room : {"core/base/", "core/events/", "core/config/", "core/image/"}) {
        EXPECT_EQ(violations(room,
                             [](const std::string& i) {
                                 return isTorch(i) || startsWith(i, "core/nn/") ||
                                        startsWith(i, "core/diffusion/") ||
                                        startsWith(i, "core/weights/") ||
                                        startsWith(i, "core/infer/") ||
                                        startsWith(i, "core/train/") || startsWith(i, "core/data/");
                             }),
                  "");
    }
}

TEST(Floors, evaluation_measures_without_torch) {
    EXPECT_EQ(violations("core/evaluate/",
                         [](const std::string& i) {
                             return isTorch(i) || startsWith(i, "core/nn/") ||
                                    startsWith(i, "core/infer/") || startsWith(i, "core/train/") ||
                                    startsWith(i, "core/session/") ||
                                    startsWith(i, "core/data/loader/");
                         }),
              "");
}

TEST(Floors, training_data_knows_torch_in_its_loader_only) {
    const std::regex outsideLoader(R"(^core/data/(?!loader/))");
    std::string text;
    for (const auto& [file, includes] : sources())
        for (const Include& include : includes)
            if (std::regex_search(file, outsideLoader) &&
                (isTorch(include.target) || startsWith(include.target, "core/data/loader/") ||
                 startsWith(include.target, "core/infer/") ||
                 startsWith(include.target, "core/diffusion/")))
                text += file + ":" + std::to_string(include.line) + " includes " + include.target +
                        "\n";
    EXPECT_EQ(text, "");
}

TEST(Floors, engine_does_not_use_the_door) {
    for (const char* room :
         {"core/nn/", "core/diffusion/", "core/weights/", "core/infer/", "core/data/"})
        EXPECT_EQ(
            violations(room, [](const std::string& i) { return startsWith(i, "core/session/"); }),
            "");
}

TEST(Floors, ui_does_not_look_up_and_enters_the_core_by_its_door) {
    // Plain values and counts, without torch: what a run is asked for, and how much work that is.
    const std::set<std::string> plain{"core/options/infer_options.h",
                                      "core/infer/ensemble/member_size.h"};
    EXPECT_EQ(violations("ui/",
                         [&plain](const std::string& i) {
                             return startsWith(i, "app/") || isTorch(i) ||
                                    startsWith(i, "core/nn/") || startsWith(i, "core/diffusion/") ||
                                    startsWith(i, "core/weights/") ||
                                    (startsWith(i, "core/infer/") && !plain.contains(i));
                         }),
              "");
}

TEST(Floors, command_line_knows_no_Qt) {
    EXPECT_EQ(violations("app/cli/",
                         [](const std::string& i) {
                             return isQt(i) || isTorch(i) || startsWith(i, "ui/");
                         }),
              "");
}

TEST(Floors, no_file_above_the_core_can_reach_a_torch_header) {
    std::string reached;
    for (const auto& [file, includes] : sources()) {
        if (!startsWith(file, "ui/") && !startsWith(file, "app/"))
            continue;
        for (const std::string& dragged : reachableFrom(file))
            if (isTorch(dragged))
                reached += file + " reaches " + dragged + "\n";
    }
    EXPECT_EQ(reached, "");
}

#ifdef UNLIT_CLI
TEST(Floors, command_line_binary_needs_no_Qt) {
    const std::string needed = neededLibraries(UNLIT_CLI);
    EXPECT_NE(needed.find("libstdc++"), std::string::npos)
        << "readelf said nothing useful: " << needed;
    EXPECT_EQ(needed.find("Qt"), std::string::npos) << needed;
}

#ifdef UNLIT_MODULES
TEST(Floors, programs_start_without_the_engine_and_without_OpenImageIO) {
    for (const std::string program : {
             UNLIT_CLI,
#ifdef UNLIT_STUDIO
             UNLIT_STUDIO,
#endif
         }) {
        const std::string loaded = loadedLibraries(program);
        EXPECT_NE(loaded.find("libunlit.so"), std::string::npos) << program << loaded;
        for (const char* library : {"libtorch", "libc10", "libOpenImageIO", "libopencv", "libQt5"})
            EXPECT_EQ(loaded.find(library), std::string::npos) << program << loaded;
    }
}

TEST(Floors, modules_need_what_they_were_made_for) {
    const std::string folder = UNLIT_MODULES;
    EXPECT_NE(neededLibraries(folder + "/libunlit_engine.so").find("libtorch"), std::string::npos);
    const std::string formats = neededLibraries(folder + "/libunlit_formats.so");
    EXPECT_NE(formats.find("libOpenImageIO"), std::string::npos) << formats;
    EXPECT_EQ(formats.find("torch"), std::string::npos) << formats;
    for (const char* file : {"/libunlit.so", "/libunlit_engine.so", "/libunlit_formats.so"})
        EXPECT_EQ(neededLibraries(folder + file).find("Qt"), std::string::npos) << file;
}
#endif
#endif

#ifdef UNLIT_STUDIO
TEST(Floors, studio_binary_needs_Qt_6_only) {
    const std::string needed = neededLibraries(UNLIT_STUDIO);
    EXPECT_NE(needed.find("libQt6Widgets"), std::string::npos) << needed;
    EXPECT_EQ(needed.find("libQt5"), std::string::npos) << needed;
}

// What it links is loaded before anybody sees anything.
TEST(Floors, what_shows_the_splash_needs_Qt_alone) {
    const std::string needed = neededLibraries(UNLIT_STUDIO_START);
    EXPECT_NE(needed.find("libQt6Widgets"), std::string::npos) << needed;
    for (const char* library : {"torch", "OpenImageIO", "OpenEXR", "QCustomPlot"})
        EXPECT_EQ(needed.find(library), std::string::npos) << needed;
}
#endif
