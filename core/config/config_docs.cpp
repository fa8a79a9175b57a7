#include "core/config/config_docs.h"

#include "core/config/new_model.h"
#include "core/config/schema/kind_text.h"
#include "core/config/schema/schema.h"
#include "core/config/schema/value_text.h"

namespace unlit::config {

namespace {

constexpr const char* kIntroduction = R"(# Settings of a training run

Written by `unlit config docs` from the schema that reads them; do not edit.

A configuration is a YAML file in the keys of Marigold's files. `base_config` lists files that it is
based on: they are merged depth first, later ones over earlier ones, and the file's own keys come
last. A base is looked for beside the file that names it, one folder up, and in the current folder.
On the command line, `KEY=VALUE` sets one key, as in `trainer.save_period=100` or
`dataset.val.0.dir=renders`.

A value comes from the first of these that names it: the command line; a variable
`UNLIT_CONFIG__KEY` with capitals for small letters and two underscores for a dot, as
`UNLIT_CONFIG__TRAINER__SAVE_PERIOD=100` (of commands that begin runs or look at recipes; a run that
goes on keeps its own, and the studio passes variables over); the last of several files
(`unlit train --config A --config B`, `unlit config show A B`); its bases; the default. A variable
that means no key is refused by its name.

`${trainer.max_iter}` takes over another value of the merged file, `${.key}` one beside it, and
`${oc.env:NAME,default}` a variable of the environment, as in OmegaConf; `<<: *name` merges a map, as
in YAML 1.1. What refers to nothing or to itself is refused with its line; `\${` is the signs
themselves. A saved run holds the values.

Every key has a default, so that a file says only what differs. `unlit config check FILE` tells all
faults at once, with file, line and column; `unlit config show FILE` prints every value, with
`--origins` where it comes from; `unlit config diff A B` tells where two files or runs differ.
A number that says "or [start_step, from, to, end_step]" may change while the run goes: it is `from`
up to start_step, `to` from end_step on, and a straight line between them.
Keys of public Marigold files that do nothing here (`wandb`, `depth_normalization`, …) are
accepted and listed.
Settings marked ↻ may change when a run goes on (`unlit train --resume RUN KEY=VALUE`); others take
another run (`unlit run fork`).
)";

constexpr const char* kNewModelIntroduction = R"(# Settings of a new model

Written by `unlit config docs --for model` from the schema that reads them; do not edit.

`unlit model new --config FILE OUT [KEY=VALUE…]` writes a model folder with the weights that training
starts from: what torch gives each layer, the same for the same `--seed`. The file is YAML;
`base_config` and `KEY=VALUE` work as in the configuration of a training run (docs/config.md). Every
key has a default; an empty file means the networks of Stable Diffusion 2.1.

Lists go from the largest resolution to the smallest. The VAE's factor, pixels per latent cell and
side, is 2^(n-1) for n entries of vae.block_out_channels: one entry makes a model without latents to
speak of, in full resolution. The UNet takes vae.latent_channels for the picture and for each target,
and gives as many for each target. What diffusers asks of a pipeline is always there: a text encoder
of one layer and three tokens costs some ten thousand weights.
)";

constexpr const char* kTableHead = "| key | value | default | unit | what it does |\n"
                                   "| --- | --- | --- | --- | --- |\n";

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

/// `mark` stands before what a setting with it does.
std::string rowOf(const Setting& setting, const std::string& path, const std::string& mark) {
    const std::string standard = setting.isLeaf() ? "`" + displayText(setting.get()) + "`" : "";
    return "| `" + path + "` | " + escaped(kindText(setting)) +
           (setting.meta.canBeScheduled ? kOrSchedule : "") + " | " + escaped(standard) + " | " +
           setting.meta.unit + " | " + mark + noteOf(setting) + " |\n";
}

/// The tables of a page, a section each.
class Tables {
public:
    /// `resumeMark`: of settings that may change on a resume.
    explicit Tables(std::string resumeMark) : m_resumeMark(std::move(resumeMark)) {}

    /// The settings beside sections under `topTitle`, then a table for each section.
    std::string of(const Setting& schema, const std::string& topTitle) {
        std::vector<Setting> top;
        for (const Setting& setting : schema.children())
            if (setting.kind != SettingKind::Section && setting.kind != SettingKind::SectionList)
                top.push_back(setting);
        m_text += "\n## " + topTitle + "\n\n" + kTableHead;
        addRows(top, "", false);
        for (const Setting& setting : schema.children())
            if (setting.kind == SettingKind::Section)
                addSection(setting);
            else if (setting.kind == SettingKind::SectionList)
                addList(setting);
        return std::move(m_text);
    }

private:
    /// Keys of a section that is off have defaults all the same. Returns whether it was.
    static bool switchOn(const Setting& section) {
        const bool isOff = section.isPresent && !section.isPresent();
        if (isOff)
            section.setPresent(true);
        return isOff;
    }

    void addSection(const Setting& section) {
        const bool isOff = switchOn(section);
        m_text += "\n## " + section.key + "\n\n" + section.meta.help +
                  (section.isNullable() ? "; null: " + section.meta.nullMeaning : "") +
                  (isOff ? "; off unless the section is given" : "") + ".\n\n" + kTableHead;
        addRows(section.children(), section.key, section.meta.mayChangeOnResume);
    }

    void addList(const Setting& list) {
        m_text += "\n## " + list.key + "\n\n" + list.meta.help + ".\n\n" + kTableHead;
        addRows(list.children(), list.key + ".N", list.meta.mayChangeOnResume);
    }

    void addRows(const std::vector<Setting>& settings, const std::string& path, bool mayAllChange) {
        for (const Setting& setting : settings) {
            const std::string key = joinedPath(path, setting.key);
            const bool mayChange = mayAllChange || setting.meta.mayChangeOnResume;
            const std::string mark = mayChange ? m_resumeMark : std::string();
            if (setting.kind == SettingKind::SectionList) {
                m_text +=
                    "| `" + key + "` | a list of sections | `[]` | | " + mark + setting.meta.help;
                // A validation set has the keys of a training set; once is enough.
                const bool isRepeated = path == "dataset";
                m_text += isRepeated ? "; keys as those of dataset.train |\n" : " |\n";
                if (path == "model")
                    addRows(setting.children(), key + ".N", mayChange);
            } else if (setting.kind == SettingKind::Section) {
                if (switchOn(setting))
                    m_text += "| `" + key + "` | a section | `null` | | " + mark +
                              setting.meta.help + "; off unless it is given |\n";
                addRows(setting.children(), key, mayChange);
            } else {
                m_text += rowOf(setting, key, mark);
            }
        }
    }

    std::string m_resumeMark;
    std::string m_text;
};

} // namespace

std::string configMarkdown() {
    TrainConfig defaults;
    return kIntroduction + Tables("↻ ").of(schemaOf(defaults), "Length, rate, mask");
}

std::string newModelMarkdown() {
    NewModelConfig defaults;
    return kNewModelIntroduction + Tables("").of(schemaOf(defaults), "Curve and type");
}

} // namespace unlit::config
