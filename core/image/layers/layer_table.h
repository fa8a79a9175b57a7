// What renderers call the layers of a picture, by the role that a layer plays: an editable table.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit {

/// What a layer is for. Lit: looks like an albedo by its name, but holds light.
enum class LayerRole { Other, Beauty, Albedo, Normals, Depth, Mask, Lit, Data };

/// "other", "beauty", "albedo", "normals", "depth", "mask", "lit", "data".
std::string_view toString(LayerRole role);
std::optional<LayerRole> layerRoleFromString(std::string_view name);

/// True for roles whose numbers have no colour meaning, whatever their channels are called.
constexpr bool isDataRole(LayerRole role) {
    return role == LayerRole::Normals || role == LayerRole::Depth || role == LayerRole::Mask ||
           role == LayerRole::Data;
}

/// One line of the table.
struct LayerAlias {
    LayerRole role = LayerRole::Other;
    std::string name;     ///< as in the file; "*" stands for any characters
    std::string renderer; ///< who writes it
    std::string note;     ///< what to beware of; may be empty
};

/// Names as they are compared: lower case, without spaces, "_" and "-": "Diffuse Color" ->
/// "diffusecolor".
std::string foldedName(std::string_view name);

/// How a layer fits the table.
struct LayerMatch {
    const LayerAlias* alias = nullptr; ///< of the table, as long as it lives
    std::size_t place = 0;             ///< among the names of its role; 0 is the best
    std::string prefix; ///< what stands around the name: "ViewLayer", "left"; "" in most files
};

/// A name fits a layer, or the end of a layer's name after a dot, or the part before a last one
/// that is "left", "right" or "center" (views of stereo pictures). Case, spaces, "_" and "-" do not
/// count. Immutable; any thread.
class LayerTable {
public:
    /// In order of preference within each role. Throws Error::invalidInput, with the place in the
    /// file, for anything that is not a table as configs/layers.yaml describes it: unknown roles
    /// and keys, names given twice, values of the wrong type. `shownAs` is what the error names.
    static LayerTable parse(const std::string& yaml, const std::filesystem::path& shownAs);

    /// As parse. Throws Error (NotFound, Io) too; files over 1 MiB are refused.
    static LayerTable load(const std::filesystem::path& file);

    /// The table of the program itself: configs/layers.yaml as it was when it was built.
    static std::shared_ptr<const LayerTable> builtIn();

    /// The user's own table where there is one, else the built-in one; read once per process.
    /// $UNLIT_LAYERS names the file, else it is unlit/layers.yaml under $XDG_CONFIG_HOME or
    /// ~/.config. Throws as load.
    static std::shared_ptr<const LayerTable> ofUser();

    /// The line that fits `layer`, the first from the top of the file; empty where none does.
    std::optional<LayerMatch> match(std::string_view layer) const;

    /// The line alone; null where none fits.
    const LayerAlias* find(std::string_view layer) const;

    /// How well `layer` fits `role`: its place in the list, 0 the best; empty where it does not.
    std::optional<std::size_t> rank(std::string_view layer, LayerRole role) const;

    const std::vector<LayerAlias>& aliases() const { return m_aliases; }

private:
    std::vector<LayerAlias> m_aliases; ///< in file order
    std::vector<std::string> m_folded; ///< their names as they are compared
};

} // namespace unlit
