#include "core/config/config_docs.h"

#include "core/config/schema.h"
#include "core/config/value_text.h"

namespace unlit::config {

namespace {

constexpr const char* kIntroduction = R"(# Settings of a training run

Written by `unlit config docs` from the schema that reads them; do not edit.

A configuration is a YAML file in the keys of Marigold's files. `base_config` lists files that it is
based on: they are merged depth first, later ones over earlier ones, and the file's own keys come
last. A base is looked for beside the file that names it, one folder up, and in the current folder.
On the command line, `KEY=VALUE` sets one key, as in `trainer.save_period=100` or
`dataset.val.0.dir=renders`.

Every key has a default, so that a file says only what differs. `unlit config check FILE` tells all
faults at once, with file, line and column; `unlit config show FILE` prints every value, with
`--origins` where it comes from; `unlit config diff A B` tells where two files or runs differ.
Keys of public Marigold files that do nothing here (`wandb`, `logging`, `depth_normalization`, …) are
accepted and listed.
)";

std::string escaped(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
        text.insert(at, "\\");
    return text;
}

std::string noteOf(const Setting& setting) {
    const SettingMeta& meta = setting.meta;
    std::string note = meta.help;
    if (!meta.nullMeaning.empty())
        note += "; null: " + meta.nullMeaning;
    if (!meta.usedBy.empty()) {
        std::string users;
        for (const std::string& user : meta.usedBy)
            users += (users.empty() ? "" : ", ") + user;
        note += "; for " + users;
    }
    return escaped(note);
}

std::string rowOf(const Setting& setting, const std::string& path) {
    const std::string standard = setting.isLeaf() ? "`" + displayText(setting.get()) + "`" : "";
    return "| `" + path + "` | " + escaped(kindText(setting)) + " | " + escaped(standard) + " | " +
           setting.meta.unit + " | " + noteOf(setting) + " |\n";
}

void addRows(const std::vector<Setting>& settings, const std::string& path, std::string& text) {
    for (const Setting& setting : settings) {
        const std::string key = joinedPath(path, setting.key);
        if (setting.kind == SettingKind::SectionList) {
            text += "| `" + key + "` | a list of sections | `[]` | | " + setting.meta.help;
            // A validation set has the keys of a training set; once is enough.
            const bool isRepeated = path != "dataset.train" && !path.empty();
            text += isRepeated ? "; keys as those of dataset.train |\n" : " |\n";
        } else if (setting.kind == SettingKind::Section) {
            addRows(setting.children(), key, text);
        } else {
            text += rowOf(setting, key);
        }
    }
}

} // namespace

std::string configMarkdown() {
    TrainConfig defaults;
    const Setting schema = schemaOf(defaults);
    const std::string head = "| key | value | default | unit | what it does |\n"
                             "| --- | --- | --- | --- | --- |\n";
    std::string text = kIntroduction;
    std::vector<Setting> top;
    for (const Setting& setting : schema.children())
        if (setting.kind != SettingKind::Section)
            top.push_back(setting);
    text += "\n## Length, rate, mask\n\n" + head;
    addRows(top, "", text);
    for (const Setting& setting : schema.children()) {
        if (setting.kind != SettingKind::Section)
            continue;
        text += "\n## " + setting.key + "\n\n" + setting.meta.help +
                (setting.isNullable() ? "; null: " + setting.meta.nullMeaning : "") + ".\n\n" +
                head;
        if (setting.isPresent && !setting.isPresent()) {
            text.insert(text.size() - head.size(), "Null unless it stands there.\n\n");
            setting.setPresent(true);
        }
        addRows(setting.children(), setting.key, text);
    }
    return text;
}

} // namespace unlit::config
