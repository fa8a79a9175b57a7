#include "ui/recipe/recipe_fields.h"

#include "core/config/schema/value_text.h"
#include "core/config/validation_figures.h"
#include "core/config/yaml/yaml_writer.h"
#include "ui/recipe/recipe_layout.h"
#include "ui/recipe/run_place.h"

#include <algorithm>

namespace unlit::ui {

using config::Node;
using config::Setting;
using config::SettingKind;

namespace {

/// A path that may lead through what is no section.
const Node* nodeAt(const Node& document, const std::string& path) {
    return document.kind == Node::Kind::Map ? document.at(path) : nullptr;
}

std::optional<SourceMark> markOf(const Node* node) {
    return node == nullptr || node->mark.line == 0 ? std::nullopt : std::optional(node->mark);
}

Node truth(bool isTrue) {
    return Node::plain(isTrue ? "true" : "false");
}

/// What a setting is, bound to nothing: the samples of lists of sections do not outlive a walk.
std::shared_ptr<const Setting> described(const Setting& setting) {
    Setting copy;
    copy.key = setting.key;
    copy.kind = setting.kind;
    copy.meta = setting.meta;
    copy.listLength = setting.listLength;
    if (setting.isLeaf())
        copy.get = [standard = setting.get()] { return standard; };
    return std::make_shared<const Setting>(std::move(copy));
}

} // namespace

bool meansTheSame(const Setting& setting, const Node& left, const Node& right) {
    if (setting.isLeaf()) {
        const config::ParsedValue a = config::parseValue(left, setting);
        const config::ParsedValue b = config::parseValue(right, setting);
        if (a.problem.empty() && b.problem.empty())
            return a.value == b.value;
        if (a.problem.empty() != b.problem.empty())
            return false;
    }
    return config::inlineYaml(left) == config::inlineYaml(right);
}

/// Fills the fields of one state.
class RecipeSchema::Walk {
public:
    Walk(const RecipeSchema& schema, const RecipeState& state) : m_schema(schema), m_state(state) {}

    void section(const Setting& parent, const std::string& path, bool isOff) {
        children(parent.children(), path, isOff);
    }

    std::vector<RecipeField> take() { return std::move(m_fields); }

private:
    void children(const std::vector<Setting>& settings, const std::string& path, bool isOff) {
        for (const Setting& setting : settings) {
            const std::string here = config::joinedPath(path, setting.key);
            if (setting.kind == SettingKind::Section)
                subsection(setting, here, isOff);
            else if (setting.kind == SettingKind::SectionList)
                list(setting, here, isOff);
            else
                leaf(setting, here, isOff);
        }
    }

    RecipeField& add(const Setting& setting, const std::string& path, bool isOff) {
        RecipeField field;
        field.path = path;
        field.setting = described(setting);
        field.isOwn = nodeAt(m_state.own, path) != nullptr;
        field.mark = markOf(nodeAt(m_state.loaded.document, path));
        field.fallbackMark = markOf(nodeAt(m_state.bases, path));
        field.isSwitchedOff = isOff;
        m_fields.push_back(std::move(field));
        return m_fields.back();
    }

    void subsection(const Setting& setting, const std::string& path, bool isOff) {
        const auto known = m_schema.m_isOnByDefault.find(path);
        if (known == m_schema.m_isOnByDefault.end())
            return section(setting, path, isOff);
        const auto isOn = [&](const Node& document) {
            const Node* node = nodeAt(document, path);
            return node == nullptr ? known->second : node->kind != Node::Kind::Null;
        };
        RecipeField& field = add(setting, path, isOff);
        const bool isOnNow = isOn(m_state.loaded.document);
        field.value = truth(isOnNow);
        field.fallback = truth(isOn(m_state.bases));
        field.isChanged = field.value.scalar != field.fallback.scalar;
        section(setting, path, isOff || !isOnNow);
    }

    void list(const Setting& setting, const std::string& path, bool isOff) {
        const Node* node = nodeAt(m_state.loaded.document, path);
        const bool isList = node != nullptr && node->kind == Node::Kind::List;
        RecipeField& field = add(setting, path, isOff);
        field.elements = isList ? node->list.size() : 0;
        const std::size_t count = field.elements; // the reference ends with the next field
        for (std::size_t i = 0; i < count; ++i)
            children(setting.children(), config::joinedPath(path, std::to_string(i)), isOff);
    }

    void leaf(const Setting& setting, const std::string& path, bool isOff) {
        const Node standard = setting.isLeaf() ? config::nodeOf(setting.get()) : setting.write();
        const Node* now = nodeAt(m_state.loaded.document, path);
        const Node* below = nodeAt(m_state.bases, path);
        RecipeField& field = add(setting, path, isOff);
        field.value = now == nullptr ? standard : *now;
        field.fallback = below == nullptr ? standard : *below;
        field.isChanged = !meansTheSame(setting, field.value, field.fallback);
        field.isUsed = isUsed(setting, path);
        if (setting.kind == SettingKind::Path)
            field.root = rootOf(path);
        else
            field.offers = config::figuresFor(setting.meta.namedFigure, m_state.loaded.config);
    }

    /// As config::resolved and the start of a run have it.
    std::filesystem::path rootOf(const std::string& path) const {
        const config::RunConfig& run = m_state.loaded.config.run;
        const std::filesystem::path here = std::filesystem::current_path();
        if (path.starts_with("model."))
            return here / run.baseCkptDir;
        if (path.starts_with("dataset.") && picksFile(path)) { // of a set: in its folder
            const std::string set = path.substr(0, path.rfind('.'));
            const Node* dir = nodeAt(m_state.loaded.document, config::joinedPath(set, "dir"));
            return here / run.baseDataDir / (dir == nullptr ? std::string() : dir->scalar);
        }
        if (path.starts_with("dataset."))
            return here / run.baseDataDir;
        return path == "run.output_dir" ? runPlace({}, m_state.shownAs.parent_path()) : here;
    }

    /// By the name beside its `kwargs`.
    bool isUsed(const Setting& setting, const std::string& path) const {
        const std::vector<std::string>& users = setting.meta.usedBy;
        const std::size_t kwargs = path.rfind(".kwargs.");
        if (users.empty() || kwargs == std::string::npos)
            return true;
        const std::string name = path.substr(0, kwargs) + ".name";
        const auto chosen = std::ranges::find(m_fields, name, &RecipeField::path);
        return chosen == m_fields.end() ||
               std::ranges::find(users, chosen->value.scalar) != users.end();
    }

    const RecipeSchema& m_schema;
    const RecipeState& m_state;
    std::vector<RecipeField> m_fields;
};

RecipeSchema::RecipeSchema() : m_root(config::schemaOf(m_config)) {
    switchOn(m_root, "");
}

void RecipeSchema::switchOn(const Setting& section, const std::string& path) {
    for (const Setting& child : section.children()) {
        if (child.kind != SettingKind::Section)
            continue;
        const std::string here = config::joinedPath(path, child.key);
        if (child.setPresent) {
            m_isOnByDefault[here] = child.isPresent();
            child.setPresent(true);
        }
        switchOn(child, here);
    }
}

std::vector<RecipeField> RecipeSchema::fields(const RecipeState& state) const {
    Walk walk(*this, state);
    walk.section(m_root, "", false);
    return walk.take();
}

Node RecipeSchema::newElement(const RecipeState& state, const std::string& path) {
    const Node* list = nodeAt(state.loaded.document, path);
    if (list != nullptr && list->kind == Node::Kind::List && !list->list.empty())
        return list->list.back();
    Node element = Node::emptyMap();
    element["dir"] = Node::quoted("");
    element["filenames"] = Node::quoted("filename_list.txt");
    return element;
}

} // namespace unlit::ui
