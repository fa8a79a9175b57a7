#include "core/session/data/synthesize_dataset.h"

#include "core/base/atomic_file.h"
#include "core/base/atomic_folder.h"
#include "core/base/error.h"
#include "core/base/seconds_since.h"
#include "core/base/version.h"
#include "core/config/pair_set.h"
#include "core/data/synth/material_family.h"
#include "core/data/synth/picture.h"
#include "core/session/data/render_pictures.h"
#include "core/session/data/synthesis_schema.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>

namespace unlit {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

namespace {

constexpr const char* kListName = "filename_list.txt";
constexpr const char* kStoryName = "synthesis.json";

void checkRange(const char* what, int value, const char* key) {
    const config::WholeLimits limits = synthesisLimits(key);
    if (value < limits.least || value > limits.most)
        throw Error::invalidInput(std::string(what) + " is " + std::to_string(value),
                                  "use " + std::to_string(limits.least) + " to " +
                                      std::to_string(limits.most));
}

void checkOptions(const SynthesisOptions& options) {
    checkRange("the number of pairs", options.count, "count");
    checkRange("the size", options.size, "size");
    checkRange("the number of samples", options.samples, "samples");
    checkRange("the number of workers", options.workers, "workers");
    for (const auto& [what, share] :
         {std::pair("repainted materials", options.repaint),
          std::pair("materials with another's relief", options.swapRelief)})
        if (!(share >= 0 && share <= 1))
            throw Error::invalidInput(
                "the share of " + std::string(what) + " is " + std::to_string(share), "use 0 to 1");
}

/// Only what an earlier call has written may be replaced.
void checkOutput(const fs::path& output, bool overwrite) {
    std::error_code failed;
    const fs::file_status status = fs::status(output, failed);
    if (status.type() == fs::file_type::not_found)
        return;
    if (status.type() != fs::file_type::directory)
        throw Error::invalidInput(output.string() + " is not a folder", "choose another name");
    static constexpr std::array<std::string_view, 5> ours = {"beauty", "albedo", "mask", kListName,
                                                             kStoryName};
    try {
        for (const fs::directory_entry& entry : fs::directory_iterator(output)) {
            if (!overwrite)
                throw Error::invalidInput(output.string() + " is not empty",
                                          "choose another folder, or allow overwriting");
            const std::string name = entry.path().filename().string();
            if (std::ranges::find(ours, name) == ours.end())
                throw Error::invalidInput(output.string() + " holds " + name +
                                              ", which is no part of a synthetic set",
                                          "choose another folder");
        }
    } catch (const fs::filesystem_error& error) {
        throw Error::system(error.code().value(), "read the folder", output);
    }
}

std::string listOf(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        const synth::PictureFiles files = synth::pictureFiles(static_cast<std::uint64_t>(i));
        text += files.beauty.generic_string() + " " + files.albedo.generic_string() + " " +
                files.mask.generic_string() + "\n";
    }
    return text;
}

/// Everything that the pictures follow from; nothing that differs from run to run.
std::string storyOf(const SynthesisOptions& options, const synth::MaterialSource& materials,
                    const std::vector<std::string>& heldOut, const std::map<int, Json>& stories) {
    Json pictures = Json::array();
    for (const auto& [number, story] : stories)
        pictures.push_back(story);
    const Json story = {{"program", "unlit"},
                        {"version", version()},
                        {"seed", options.seed},
                        {"count", options.count},
                        {"size", options.size},
                        {"samples", options.samples},
                        {"half", options.half},
                        {"families", materials.names()},
                        {"held_out", heldOut},
                        {"repaint", options.repaint},
                        {"swap_relief", options.swapRelief},
                        {"color_space", "scene-linear Rec.709"},
                        {"albedo", "base colour, of metal too"},
                        {"mask", "1 where the whole pixel shows a surface"},
                        {"pictures", pictures}};
    return story.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

std::vector<std::string> syntheticFamilies() {
    std::vector<std::string> names;
    for (const synth::MaterialFamily& family : synth::materialFamilies())
        names.emplace_back(family.name);
    return names;
}

SynthesisOptions synthesisOf(const fs::path& pairSetFile) {
    const config::PairSet set = config::loadPairSet(pairSetFile);
    if (set.kind != config::PairSetKind::Synthetic)
        throw Error::invalidInput(pairSetFile.string() + " is no set of our own renderer",
                                  "use one whose kind is synthetic");
    SynthesisOptions options;
    options.count = static_cast<int>(set.count);
    options.size = static_cast<int>(set.size);
    options.samples = static_cast<int>(set.samples);
    options.seed = static_cast<std::uint64_t>(set.seed);
    options.half = set.half;
    options.repaint = set.repaint;
    options.swapRelief = set.swapRelief;
    options.onlyMaterials = set.materials;
    options.onlyTextures = set.textures;
    return options;
}

namespace {

std::string partOfSet(const RenderedPictures& pictures) {
    Json part = {{"stories", Json::array()}, {"broken", pictures.broken}};
    for (const auto& [number, story] : pictures.stories)
        part["stories"].push_back(Json::array({number, story}));
    const std::vector<std::uint8_t> bytes = Json::to_cbor(part);
    return {bytes.begin(), bytes.end()};
}

void addPart(RenderedPictures& all, const std::string& part) {
    try {
        const Json read = Json::from_cbor(part);
        for (const Json& story : read.at("stories"))
            all.stories[story.at(0).get<int>()] = story.at(1);
        for (const auto& [name, why] : read.at("broken").items())
            all.broken[name] = why.get<std::string>();
    } catch (const Json::exception& error) {
        throw Error::internal(std::string("a part of a set cannot be read: ") + error.what());
    }
}

std::map<std::string, int> familiesIn(const RenderedPictures& pictures) {
    std::map<std::string, int> shown;
    for (const auto& [number, story] : pictures.stories)
        for (const Json& family : story.at("families"))
            ++shown[family.get<std::string>()];
    return shown;
}

/// `render` is given materials and the folder to write to.
std::optional<SynthesisSummary>
makeSet(const SynthesisOptions& options,
        const std::function<std::optional<RenderedPictures>(const SetMaterials&, const fs::path&)>&
            render,
        const std::function<void(const SynthesisProgress&)>& progress,
        const std::stop_token& stop) {
    const Clock::time_point begin = Clock::now();
    checkOptions(options);
    checkOutput(options.output, options.overwrite);
    const auto materials = openMaterials(options, progress, stop);
    if (!materials)
        return std::nullopt;
    AtomicFolder folder(options.output);
    for (const char* name : {"beauty", "albedo", "mask"})
        fs::create_directory(folder.temporaryPath() / name);
    const auto rendered = render(*materials, folder.temporaryPath());
    if (!rendered)
        return std::nullopt;
    if (rendered->stories.size() != static_cast<std::size_t>(options.count))
        throw Error::internal("the parts of the set have " +
                              std::to_string(rendered->stories.size()) + " pictures");
    writeAtomically(folder.temporaryPath() / kListName, listOf(options.count));
    writeAtomically(folder.temporaryPath() / kStoryName,
                    storyOf(options, materials->source, materials->heldOut, rendered->stories));
    folder.commit();
    return SynthesisSummary{options.output,
                            options.output / kListName,
                            familiesIn(*rendered),
                            secondsSince(begin),
                            materials->textures ? materials->textures->names().size() : 0,
                            rendered->broken};
}

} // namespace

std::optional<SynthesisSummary>
synthesizeDataset(const SynthesisOptions& options,
                  const std::function<void(const SynthesisProgress&)>& progress,
                  const std::stop_token& stop) {
    return makeSet(
        options,
        [&](const SetMaterials& materials, const fs::path& folder) {
            return renderPictures(options, materials.source, {}, folder, progress, stop);
        },
        progress, stop);
}

std::optional<SynthesisSummary>
synthesizeDataset(const SynthesisOptions& options, const ShareRenderer& render,
                  const std::function<void(const SynthesisProgress&)>& progress,
                  const std::stop_token& stop) {
    return makeSet(
        options,
        [&](const SetMaterials&, const fs::path& folder) -> std::optional<RenderedPictures> {
            const auto parts = render(folder);
            if (!parts)
                return std::nullopt;
            RenderedPictures all;
            for (const std::string& part : *parts)
                addPart(all, part);
            return all;
        },
        progress, stop);
}

std::optional<std::string>
renderShare(const SynthesisOptions& options, WorkShare share, const fs::path& folder,
            const std::function<void(const SynthesisProgress&)>& progress,
            const std::stop_token& stop) {
    const auto materials = openMaterials(options, progress, stop);
    if (!materials)
        return std::nullopt;
    const auto rendered = renderPictures(options, materials->source, share, folder, progress, stop);
    return rendered ? std::optional(partOfSet(*rendered)) : std::nullopt;
}

} // namespace unlit
