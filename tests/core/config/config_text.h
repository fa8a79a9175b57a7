// Configurations from texts and small files, for tests.
#pragma once

#include "core/config/load_config.h"
#include "core/config/yaml/yaml_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace unlit::test {

/// The least that makes a configuration without findings; tests put their own keys behind it.
inline const std::string kLeastConfig = "model: {pretrained_path: m}\n"
                                        "dataset:\n"
                                        "  train: {dir: t, filenames: l}\n"
                                        "  val: [{dir: v, filenames: l}]\n"
                                        "  vis: [{dir: w, filenames: l}]\n";

inline config::LoadedConfig loadText(const std::string& yaml) {
    return config::loadConfigText(yaml, "train.yaml");
}

/// kLeastConfig with `yaml` behind it.
inline config::LoadedConfig loadWith(const std::string& yaml) {
    return loadText(kLeastConfig + yaml);
}

/// The lines that a person sees.
inline std::vector<std::string> linesOf(const config::LoadedConfig& loaded) {
    std::vector<std::string> lines;
    for (const Diagnostic& diagnostic : loaded.diagnostics)
        lines.push_back(diagnostic.text());
    return lines;
}

inline std::filesystem::path writeText(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

/// A failure of the test where the text has findings.
inline config::Node parsed(const std::string& text) {
    std::vector<Diagnostic> diagnostics;
    config::Node node = config::parseYaml(text, "test", diagnostics);
    for (const Diagnostic& found : diagnostics)
        ADD_FAILURE() << found.text() << "\n" << text;
    return node;
}

} // namespace unlit::test
