#include "core/config/schema/bind.h"

#include "core/base/text.h"
#include "core/config/ignored_keys.h"
#include "core/config/scheduled_keys.h"
#include "core/config/schema/kind_text.h"
#include "core/config/schema/value_text.h"

#include <algorithm>

namespace unlit::config {

namespace {

class Binder {
public:
    explicit Binder(const Setting& root) : m_root(root) {}

    void bindSection(const Node& node, const Setting& section, const std::string& path) {
        if (node.kind == Node::Kind::Null) {
            if (section.setPresent)
                section.setPresent(false);
            return; // an empty section sets nothing
        }
        if (node.kind != Node::Kind::Map)
            return say(node.mark, path, mustBe(section, node));
        if (section.setPresent)
            section.setPresent(true);
        bindEntries(node, section.children(), path);
    }

    BindResult take() { return std::move(m_result); }

private:
    void say(const SourceMark& mark, const std::string& key, const std::string& what,
             const std::string& hint = {}) {
        m_result.diagnostics.push_back(
            {Diagnostic::Severity::Error, mark, key, key + " " + what, hint});
    }

    static std::string mustBe(const Setting& setting, const Node& node) {
        return "must be " + kindText(setting) + ", not " + displayText(node);
    }

    void bindEntries(const Node& node, const std::vector<Setting>& settings,
                     const std::string& path) {
        for (const Entry& entry : node.entries) {
            const std::string key = joinedPath(path, entry.key);
            const auto known = std::ranges::find(settings, entry.key, &Setting::key);
            if (known != settings.end())
                bindValue(entry.value, *known, key);
            else if (const std::string_view why = whyIgnored(key); !why.empty())
                m_result.ignored.push_back({key, std::string(why), entry.mark});
            else
                refuseKey(entry, key, settings);
        }
    }

    void bindValue(const Node& node, const Setting& setting, const std::string& key) {
        if (setting.kind == SettingKind::Section)
            return bindSection(node, setting, key);
        if (setting.kind == SettingKind::SectionList)
            return bindList(node, setting, key);
        if (setting.kind == SettingKind::Custom)
            return setting.read(node, key, m_result.diagnostics);
        if (isUnexpectedSchedule(node, setting))
            return say(node.mark, key, "cannot be a schedule: it is read once, for the whole run",
                       "a list [start_step, from, to, end_step] may stand for " +
                           scheduledKeysText());
        const ParsedValue parsed = parseValue(node, setting);
        if (parsed.problem.empty())
            setting.set(parsed.value);
        else
            say(parsed.place->mark, key, parsed.problem);
    }

    void bindList(const Node& node, const Setting& setting, const std::string& key) {
        if (node.kind == Node::Kind::Null)
            return setting.resize(0);
        if (node.kind != Node::Kind::List)
            return say(node.mark, key, mustBe(setting, node), "begin each element with '- '");
        setting.resize(node.list.size());
        for (std::size_t i = 0; i < node.list.size(); ++i) {
            const std::string path = joinedPath(key, std::to_string(i));
            if (node.list[i].kind == Node::Kind::Map)
                bindEntries(node.list[i], setting.element(i), path);
            else
                say(node.list[i].mark, path,
                    "must be a section of keys, not " + displayText(node.list[i]));
        }
    }

    void refuseKey(const Entry& entry, const std::string& key,
                   const std::vector<Setting>& settings) {
        std::vector<std::string> names;
        for (const Setting& setting : settings)
            names.push_back(setting.key);
        std::string nearest = placeOf(m_root, "", entry.key);
        if (nearest.empty())
            nearest = nearestName(entry.key, names);
        m_result.diagnostics.push_back(
            {Diagnostic::Severity::Error, entry.mark, key,
             "unknown key " + key + (nearest.empty() ? "" : " (did you mean " + nearest + "?)"),
             nearest.empty() ? m_root.meta.help : ""});
    }

    /// Where else a key of this very name belongs; "" when there is no such place or more than one.
    static std::string placeOf(const Setting& section, const std::string& path,
                               const std::string& key) {
        std::string found;
        for (const Setting& child : section.children()) {
            const std::string childPath = joinedPath(path, child.key);
            std::string here = child.key == key ? childPath : "";
            if (here.empty() && child.kind == SettingKind::Section && childPath != "prepare")
                here = placeOf(child, childPath, key);
            if (!here.empty() && !found.empty())
                return {};
            if (!here.empty())
                found = here;
        }
        return found;
    }

    const Setting& m_root;
    BindResult m_result;
};

} // namespace

BindResult bind(const Node& document, const Setting& schema) {
    Binder binder(schema);
    binder.bindSection(document, schema, "");
    return binder.take();
}

} // namespace unlit::config
