#include "app/cli/config/config_verbs.h"

#include "app/cli/config/config_report.h"
#include "core/config/config_diff.h"
#include "core/config/config_docs.h"
#include "core/config/schema/schema.h"
#include "core/config/schema/value_text.h"
#include "core/config/yaml/yaml_writer.h"

namespace unlit::cli {

namespace {

constexpr const char* kFileHelp = "Settings as YAML, or the folder of a run";

void addFile(OptionSet& options, std::string& file, std::vector<std::string>& overrides) {
    options.section("Arguments").positional("FILE", file, kFileHelp);
    options.optionalPositionals("SETTING", overrides,
                                "KEY=VALUE, as trainer.save_period=100; later ones win; further "
                                "FILEs go over the first, below variables UNLIT_CONFIG__…");
}

/// A word without an equals sign that ends as recipes do is a further file.
config::LoadedConfig loadGiven(const std::string& file, const std::vector<std::string>& words) {
    config::ConfigInput input{{file}, {}, {}};
    std::error_code unknown;
    if (!std::filesystem::is_directory(file, unknown)) // a run has its settings already
        input.environment = config::environmentSettings();
    for (const std::string& word : words) {
        const bool isFile = word.find('=') == std::string::npos &&
                            (word.ends_with(".yaml") || word.ends_with(".yml"));
        if (isFile)
            input.files.emplace_back(word);
        else
            input.overrides.push_back(word);
    }
    return config::loadConfig(input);
}

Json reportOf(const std::string& file, const config::LoadedConfig& loaded) {
    return {{"file", file},
            {"ok", loaded.isUsable()},
            {"diagnostics", jsonOf(loaded.diagnostics)},
            {"ignored", jsonOf(loaded.ignored)}};
}

/// Key, value and place of every setting, in the order of the schema.
struct Origin {
    std::string key;
    std::string value;
    std::string place; ///< "file:line:column", "KEY=VALUE" of the command line, "default"
};

std::vector<Origin> originsOf(const config::LoadedConfig& loaded) {
    config::TrainConfig copy = loaded.config;
    std::vector<Origin> origins;
    forEachLeaf(schemaOf(copy), "", [&](const config::Setting& setting, const std::string& path) {
        const config::Node value =
            setting.isLeaf() ? config::nodeOf(setting.get()) : setting.write();
        const std::optional<SourceMark> mark = loaded.originOf(path);
        origins.push_back({path, displayText(value), mark ? textOf(*mark) : "default"});
    });
    return origins;
}

std::string withoutLastNewline(std::string text) {
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

} // namespace

ConfigCheckVerb::ConfigCheckVerb(CLI::App& config)
    : Verb(config, "check", "Tell all faults of a training configuration at once") {
    addFile(options(), m_file, m_overrides);
    footer("Example:\n  unlit config check albedo.yaml max_iter=2000");
}

ExitCode ConfigCheckVerb::run(VerbContext& context) {
    const config::LoadedConfig loaded = loadGiven(m_file, m_overrides);
    tell(loaded, context.console);
    if (loaded.isUsable())
        context.console.result(m_file + " can be used");
    context.console.object(reportOf(m_file, loaded));
    return loaded.isUsable() ? ExitCode::Done : ExitCode::Usage;
}

ConfigShowVerb::ConfigShowVerb(CLI::App& config)
    : Verb(config, "show", "Print every setting, bases, overrides and defaults merged") {
    addFile(options(), m_file, m_overrides);
    options().section("Results").flag("--origins", m_origins,
                                      "A line for each setting, and where its value comes from");
    footer("Example:\n  unlit config show configs/smoke.yaml --origins");
}

ExitCode ConfigShowVerb::run(VerbContext& context) {
    const config::LoadedConfig loaded = loadGiven(m_file, m_overrides);
    tell(loaded, context.console);
    if (!loaded.isUsable()) {
        context.console.object(reportOf(m_file, loaded));
        return ExitCode::Usage;
    }
    Json places = Json::object();
    for (const Origin& origin : originsOf(loaded)) {
        places[origin.key] = origin.place;
        if (m_origins)
            context.console.result(origin.key + ": " + origin.value + "  # " + origin.place);
    }
    if (!m_origins)
        context.console.result(withoutLastNewline(toYaml(loaded.config)));
    context.console.object({{"file", m_file},
                            {"config", jsonOf(loaded.config)},
                            {"origins", places},
                            {"ignored", jsonOf(loaded.ignored)}});
    return ExitCode::Done;
}

ConfigDiffVerb::ConfigDiffVerb(CLI::App& config)
    : Verb(config, "diff", "Tell where two configurations or runs differ") {
    options().section("Arguments").positional("A", m_first, kFileHelp);
    options().positional("B", m_second, kFileHelp);
    footer("Example:\n  unlit config diff output/first output/second");
}

ExitCode ConfigDiffVerb::run(VerbContext& context) {
    const config::LoadedConfig first = config::loadConfig(m_first);
    const config::LoadedConfig second = config::loadConfig(m_second);
    for (const auto& [name, loaded] : {std::pair{&m_first, &first}, {&m_second, &second}}) {
        if (loaded->isUsable())
            continue;
        tell(*loaded, context.console);
        context.console.object(reportOf(*name, *loaded));
        return ExitCode::Usage;
    }
    Json list = Json::array();
    for (const config::Difference& found : differences(first.config, second.config)) {
        const auto shown = [](const std::string& value) -> std::string {
            return value.empty() ? "-" : value;
        };
        context.console.result(found.key + ": " + shown(found.before) + " -> " +
                               shown(found.after));
        list.push_back({{"key", found.key}, {"a", found.before}, {"b", found.after}});
    }
    if (list.empty())
        context.console.note("unlit: no difference");
    context.console.object({{"a", m_first}, {"b", m_second}, {"differences", list}});
    return ExitCode::Done;
}

ConfigDocsVerb::ConfigDocsVerb(CLI::App& config)
    : Verb(config, "docs", "Print every setting with type, default and range, as Markdown") {
    const std::vector<std::pair<std::string, Page>> pages = {{"train", Page::Train},
                                                             {"model", Page::Model}};
    options().section("Results").choice(
        "--for", m_page, pages,
        "docs/config.md, of training runs, or docs/new-models.md, of `unlit model new`", "train");
}

ExitCode ConfigDocsVerb::run(VerbContext& context) {
    const std::string text =
        m_page == Page::Train ? config::configMarkdown() : config::newModelMarkdown();
    context.console.result(withoutLastNewline(text));
    context.console.object(Json{{"text", text}});
    return ExitCode::Done;
}

} // namespace unlit::cli
