#include "ui/recipe/recipe_state.h"

#include "core/config/yaml/document.h"
#include "core/config/yaml/yaml_reader.h"
#include "core/config/yaml/yaml_writer.h"

#include <QPointer>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kKeepPauseMs = 120; ///< between two keys of somebody who types

config::Node basesOf(const config::Node& own, const fs::path& shownAs) {
    const config::Entry* entry = own.find(config::kBaseConfig);
    if (entry == nullptr)
        return config::Node::emptyMap();
    config::Node naming = config::Node::emptyMap();
    naming[config::kBaseConfig] = entry->value;
    std::vector<Diagnostic> told; // by the reading of the whole
    return config::loadDocumentText(config::yamlText(naming), shownAs, told);
}

} // namespace

std::shared_ptr<const RecipeState> readRecipeState(const std::string& yaml, const fs::path& shownAs,
                                                   int revision) {
    auto state = std::make_shared<RecipeState>();
    state->revision = revision;
    state->shownAs = shownAs;
    std::vector<Diagnostic> faults;
    state->own = config::parseYaml(yaml, shownAs, faults);
    if (!faults.empty())
        state->broken = faults.front();
    state->bases = basesOf(state->own, shownAs);
    state->loaded = config::loadConfigText(yaml, shownAs);
    const bool isUnread = state->broken && state->own.entries.empty();
    state->findings = isUnread ? faults : state->loaded.diagnostics;
    return state;
}

RecipeReader::RecipeReader(QObject* parent) : QObject(parent) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(kKeepPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &RecipeReader::begin);
}

void RecipeReader::read(const std::string& yaml, const fs::path& shownAs, int revision) {
    m_yaml = yaml;
    m_shownAs = shownAs;
    m_revision = revision;
    m_pause.start();
}

void RecipeReader::begin() {
    m_state.ask([yaml = m_yaml, shownAs = m_shownAs, revision = m_revision](
                    const std::stop_token&) { return readRecipeState(yaml, shownAs, revision); },
                [this](const State& state) { emit done(state); });
}

} // namespace unlit::ui
