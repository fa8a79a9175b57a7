#include "core/data/pairing/pairing.h"

#include "core/base/failure.h"
#include "core/base/natural_order.h"
#include "core/base/text.h"
#include "core/data/pairing/file_key.h"
#include "core/data/pairing/sibling_pairing.h"

#include <algorithm>
#include <set>

namespace unlit::data {

namespace {

bool hasSuffix(const std::string& path, std::string_view suffix) {
    return toLower(path).ends_with(suffix);
}

bool isFloatSuffix(const std::string& path) {
    return hasSuffix(path, ".exr") || hasSuffix(path, ".hdr") || hasSuffix(path, ".tif") ||
           hasSuffix(path, ".tiff");
}

std::string withoutSuffix(const std::string& path) {
    return path.substr(0, path.rfind('.'));
}

/// Sorts the files of a source into pairs of layers, single pictures and left-overs.
class Sorter {
public:
    Sorter(const PictureSource& source, const LayerChoice& choice, PairingResult& result)
        : m_source(source), m_choice(choice), m_result(result) {}

    void take(const std::string& path) {
        if (!hasImageSuffix(path))
            m_result.leftOvers.push_back({path, "not a picture by its suffix"});
        else if (hasSuffix(path, ".exr"))
            takeExr(path);
        else
            m_singles.push_back({{path, ""}, isFloatSuffix(path), false});
    }

    const std::vector<SinglePicture>& singles() const { return m_singles; }

private:
    void takeExr(const std::string& path) {
        std::vector<LayerInfo> layers;
        try {
            layers = m_source.info(path).layers;
        } catch (...) {
            m_result.leftOvers.push_back(
                {path, "it cannot be read: " + translateCurrentException().text(), true});
            return;
        }
        const std::vector<LayerPair> pairs = pairLayers(layers, m_choice, *m_table);
        for (const LayerPair& layerPair : pairs)
            m_result.pairs.push_back(
                {{{path, layerPair.beauty}, {path, layerPair.albedo}, {}, 0},
                 withoutSuffix(path) + (layerPair.group.empty() ? "" : "#" + layerPair.group),
                 layerPair.reason,
                 layerPair.warning});
        if (pairs.empty())
            takeSingle(path, layers);
    }

    void takeSingle(const std::string& path, const std::vector<LayerInfo>& layers) {
        std::vector<const LayerInfo*> colors;
        for (const LayerInfo& layer : layers)
            if (layer.isColor)
                colors.push_back(&layer);
        if (colors.empty()) {
            m_result.leftOvers.push_back({path, "no colour layer: " + layersText(layers)});
            return;
        }
        const bool holdsAlbedo = colors.size() == 1 && colors.front()->role == LayerRole::Albedo;
        m_singles.push_back({{path, holdsAlbedo ? colors.front()->name : ""}, true, holdsAlbedo});
        if (layers.size() > 1)
            m_layersOf[path] = "no albedo among its layers (" + layersText(layers) + ")";
    }

public:
    /// Of a file with layers it is of use to know which it has.
    void explainLayers() {
        for (LeftOver& leftOver : m_result.leftOvers)
            if (const auto found = m_layersOf.find(leftOver.path); found != m_layersOf.end())
                leftOver.reason = found->second + ", and " + leftOver.reason;
    }

private:
    const PictureSource& m_source;
    const LayerChoice& m_choice;
    PairingResult& m_result;
    std::shared_ptr<const LayerTable> m_table = LayerTable::ofUser();
    std::vector<SinglePicture> m_singles;
    std::map<std::string, std::string> m_layersOf;
};

std::string partOf(const TextureSet& set, const std::string& file) {
    if (file == set.baseColor)
        return "base colour";
    for (const TextureSet::Unused& unused : set.unused)
        if (unused.file == file)
            return unused.kind == MapKind::Minor ? "unused map"
                                                 : std::string(toString(unused.kind)) + ", unused";
    return "map";
}

/// Files in no pair that make up materials: a base colour alone may be an albedo whose beauty is
/// missing, and the doctor of a folder of renders wants to hear that.
void findMaterials(const std::string& topName, PairingResult& result) {
    std::set<std::string> paired;
    for (const FoundPair& pair : result.pairs)
        paired.insert(pair.key);
    std::vector<std::string> files;
    for (const LeftOver& leftOver : result.leftOvers)
        if (const FileKey key = fileKey(leftOver.path);
            !leftOver.isUnreadable && !paired.contains(key.key) && !paired.contains(key.looseKey))
            files.push_back(leftOver.path);
    TextureSets found = findTextureSets(files, topName);
    std::map<std::string, std::string> reasons;
    for (TextureSet& set : found.sets) {
        const std::vector<std::string> all = set.files();
        if (all.size() < 2)
            continue;
        for (const std::string& file : all)
            reasons[file] = partOf(set, file) + " of the texture set '" + set.name + "'";
        result.textureSets.push_back(std::move(set));
    }
    for (const LonelyMaps& lonely : found.lonely) {
        result.lonelyMaps += lonely.files.size();
        for (const std::string& file : lonely.files)
            reasons[file] = "a map of a texture set whose base colour is missing";
    }
    if (result.textureSets.empty())
        return; // maps beside renders are other passes
    for (LeftOver& leftOver : result.leftOvers)
        if (const auto reason = reasons.find(leftOver.path); reason != reasons.end())
            leftOver.reason = reason->second;
}

} // namespace

std::optional<PairingResult> findPairs(const PictureSource& source, const LayerChoice& choice,
                                       const ScanProgress& progress, const std::stop_token& stop,
                                       const std::stop_token& enough) {
    PairingResult result;
    std::stop_source noMore;
    const std::stop_callback onStop(stop, [&noMore] { noMore.request_stop(); });
    const std::stop_callback onEnough(enough, [&noMore] { noMore.request_stop(); });
    const SourceListing listing = source.list(
        [&](std::size_t files) {
            if (progress)
                progress(files, 0);
        },
        noMore.get_token());
    for (const SourceListing::Skipped& skipped : listing.skipped)
        result.leftOvers.push_back({skipped.path, skipped.reason});
    if (stop.stop_requested())
        return {};
    result.files = listing.files.size();
    // Where even the listing was cut short, how much is left is not known: something is.
    if (enough.stop_requested() && listing.files.empty())
        result.files = result.unseen = 1;
    Sorter sorter(source, choice, result);
    for (std::size_t i = 0; i < listing.files.size(); ++i) {
        if (stop.stop_requested())
            return {};
        if (enough.stop_requested()) {
            result.unseen = listing.files.size() - i;
            break;
        }
        sorter.take(listing.files[i]);
        if (progress)
            progress(i + 1, listing.files.size());
    }
    pairSiblings(sorter.singles(), result);
    sorter.explainLayers();
    const std::filesystem::path root = (source.root() / "").lexically_normal();
    findMaterials(root.parent_path().filename().string(), result);
    std::stable_sort(result.pairs.begin(), result.pairs.end(),
                     [](const FoundPair& a, const FoundPair& b) {
                         return comesBefore(toText(a.pair.beauty), toText(b.pair.beauty));
                     });
    std::stable_sort(
        result.leftOvers.begin(), result.leftOvers.end(),
        [](const LeftOver& a, const LeftOver& b) { return comesBefore(a.path, b.path); });
    return result;
}

} // namespace unlit::data
