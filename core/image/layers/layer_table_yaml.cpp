#include "core/image/layers/layer_table_yaml.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <yaml-cpp/yaml.h>

#include <map>
#include <set>

namespace unlit {

namespace {

const std::vector<std::string> kRoles = {"beauty", "albedo", "normals", "depth",
                                         "mask",   "lit",    "data"};
const std::vector<std::string> kKeys = {"name", "renderer", "note"};

/// Turns nodes into lines, and every mistake into one sentence with its place.
class AliasReader {
public:
    explicit AliasReader(std::filesystem::path file) : m_file(std::move(file)) {}

    std::vector<LayerAlias> read(const YAML::Node& root) {
        if (!root.IsMap())
            fail(root.Mark(), "a table of layers is a map of roles", rolesHint());
        std::set<std::string> seen;
        for (const auto& entry : root) {
            const std::string role = text(entry.first, "a role");
            if (!layerRoleFromString(role) || role == "other")
                fail(entry.first.Mark(), "unknown role '" + role + "'" + nearest(role, kRoles),
                     rolesHint());
            if (!seen.insert(role).second)
                fail(entry.first.Mark(), "the role '" + role + "' is there twice",
                     "join the two lists");
            readRole(*layerRoleFromString(role), role, entry.second);
        }
        return std::move(m_aliases);
    }

    [[noreturn]] void fail(const YAML::Mark& mark, const std::string& what,
                           const std::string& hint) const {
        // The library counts from 0, and says -1 where it does not know.
        const SourceMark place{m_file, mark.line + 1, mark.column + 1};
        throw Error(ErrorKind::InvalidInput,
                    m_file.string() + ":" + std::to_string(place.line) + ":" +
                        std::to_string(place.column) + ": " + what,
                    hint, place);
    }

private:
    static std::string rolesHint() {
        std::string list;
        for (const std::string& role : kRoles)
            list += (list.empty() ? "roles are " : ", ") + role;
        return list;
    }

    static std::string nearest(const std::string& word, const std::vector<std::string>& known) {
        const std::string name = nearestName(word, known);
        return name.empty() ? "" : ", did you mean '" + name + "'?";
    }

    std::string text(const YAML::Node& node, const std::string& what) const {
        if (!node.IsScalar())
            fail(node.Mark(), what + " must be a text", "write it as one word, or in quotes");
        return node.Scalar();
    }

    void readRole(LayerRole role, const std::string& roleName, const YAML::Node& list) {
        if (list.IsNull())
            return;
        if (!list.IsSequence())
            fail(list.Mark(), "the role '" + roleName + "' must be a list of names",
                 "begin each with '- '");
        for (const YAML::Node& line : list)
            m_aliases.push_back(readLine(role, line));
    }

    LayerAlias readLine(LayerRole role, const YAML::Node& line) {
        LayerAlias alias;
        alias.role = role;
        if (line.IsScalar()) {
            alias.name = line.Scalar();
        } else if (line.IsMap()) {
            std::map<std::string, std::string> values;
            for (const auto& entry : line) {
                const std::string key = text(entry.first, "a key");
                if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end())
                    fail(entry.first.Mark(), "unknown key '" + key + "'" + nearest(key, kKeys),
                         "keys are name, renderer and note");
                if (!values.emplace(key, text(entry.second, "'" + key + "'")).second)
                    fail(entry.first.Mark(), "the key '" + key + "' is there twice",
                         "take one of them out");
            }
            alias = {role, values["name"], values["renderer"], values["note"]};
        } else {
            fail(line.Mark(), "a name must be a text, or a map with 'name'",
                 "write - DiffCol, or - {name: DiffCol, renderer: Blender}");
        }
        if (alias.name.find_first_not_of(" _-*.") == std::string::npos)
            fail(line.Mark(), "a layer without a name", "give it a 'name'");
        if (!m_names.insert(toLower(alias.name)).second)
            fail(line.Mark(), "the name '" + alias.name + "' is there twice",
                 "a name can have one role only; take one of them out");
        return alias;
    }

    std::filesystem::path m_file;
    std::vector<LayerAlias> m_aliases;
    std::set<std::string> m_names; ///< lower case
};

} // namespace

std::vector<LayerAlias> parseLayerAliases(const std::string& yaml,
                                          const std::filesystem::path& shownAs) {
    AliasReader reader(shownAs);
    try {
        return reader.read(YAML::Load(yaml));
    } catch (const YAML::Exception& error) {
        reader.fail(error.mark, "is not YAML: " + error.msg, "mend it there");
    }
}

} // namespace unlit
