#include "core/session/data/synthesize_dataset.h"

#include "core/base/atomic_file.h"
#include "core/base/atomic_folder.h"
#include "core/base/error.h"
#include "core/base/seconds_since.h"
#include "core/base/version.h"
#include "core/config/pair_set.h"
#include "core/data/synth/material_family.h"
#include "core/data/synth/picture.h"
#include "core/image/image_file.h"
#include "core/session/data/synthesis_materials.h"
#include "core/session/data/synthesis_schema.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

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

/// Renders and writes on its threads, tells on the thread that calls wait().
class SetWriter {
public:
    SetWriter(const SynthesisOptions& options, const synth::MaterialSource& materials,
              fs::path folder)
        : m_options(options), m_materials(materials), m_folder(std::move(folder)),
          m_stories(static_cast<std::size_t>(options.count)) {}

    /// False when stopped. Throws what the first failing worker threw.
    bool run(const std::function<void(const SynthesisProgress&)>& progress,
             const std::stop_token& stop);

    const std::vector<Json>& stories() const { return m_stories; }

    const std::map<std::string, int>& shown() const { return m_shown; }

private:
    void work(const std::stop_token& stop);
    void makeOne(int index, const std::stop_token& stop);
    void keepFailure();

    const SynthesisOptions& m_options;
    const synth::MaterialSource& m_materials;
    fs::path m_folder;
    std::mutex m_mutex; ///< guards everything below
    std::condition_variable m_changed;
    int m_next = 0;
    int m_done = 0;
    int m_working = 0;
    std::exception_ptr m_failure;
    std::vector<Json> m_stories;
    std::map<std::string, int> m_shown;
};

bool SetWriter::run(const std::function<void(const SynthesisProgress&)>& progress,
                    const std::stop_token& stop) {
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    m_working = std::min(m_options.count, m_options.workers > 0 ? m_options.workers : cores);
    std::stop_source halt;
    const std::stop_callback passOn(stop, [&halt] { halt.request_stop(); });
    const Clock::time_point begin = Clock::now();
    {
        std::vector<std::jthread> threads;
        for (int i = m_working; i > 0; --i)
            threads.emplace_back([this, token = halt.get_token()] { work(token); });
        std::unique_lock lock(m_mutex);
        while (m_working > 0) {
            m_changed.wait_for(lock, std::chrono::milliseconds(100));
            if (m_failure)
                halt.request_stop();
            const int done = m_done;
            lock.unlock();
            try {
                progress({done, m_options.count, secondsSince(begin), 0});
            } catch (...) {
                halt.request_stop(); // the threads are joined before it leaves
                throw;
            }
            lock.lock();
        }
    }
    if (m_failure)
        std::rethrow_exception(m_failure);
    return m_done == m_options.count;
}

void SetWriter::work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        int index = 0;
        {
            const std::lock_guard lock(m_mutex);
            if (m_next == m_options.count || m_failure)
                break;
            index = m_next++;
        }
        try {
            makeOne(index, stop);
        } catch (...) {
            keepFailure();
            break;
        }
    }
    const std::lock_guard lock(m_mutex);
    --m_working;
    m_changed.notify_all();
}

void SetWriter::keepFailure() {
    const std::lock_guard lock(m_mutex);
    if (!m_failure)
        m_failure = std::current_exception();
}

void SetWriter::makeOne(int index, const std::stop_token& stop) {
    const auto number = static_cast<std::uint64_t>(index);
    const auto picture = synth::makePicture(
        m_materials, {m_options.size, m_options.samples, m_options.seed}, number, stop);
    if (!picture)
        return;
    const synth::PictureFiles files = synth::pictureFiles(number);
    const WriteOptions writing{FileFormat::Exr, m_options.half, false};
    writeImage(m_folder / files.beauty, picture->pair.beauty, writing);
    writeImage(m_folder / files.albedo, picture->pair.albedo, writing);
    writeImage(m_folder / files.mask, picture->pair.mask, writing);
    Json story = {{"beauty", files.beauty.generic_string()},
                  {"kind", picture->kind},
                  {"light", picture->light},
                  {"families", picture->families},
                  {"objects", picture->objects},
                  {"exposure_ev", std::log2(picture->exposure)}};
    const std::lock_guard lock(m_mutex);
    m_stories[static_cast<std::size_t>(index)] = std::move(story);
    for (const std::string& family : picture->families)
        ++m_shown[family];
    ++m_done;
    m_changed.notify_all();
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
                    const std::vector<std::string>& heldOut, const std::vector<Json>& pictures) {
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

std::optional<SynthesisSummary>
synthesizeDataset(const SynthesisOptions& options,
                  const std::function<void(const SynthesisProgress&)>& progress,
                  const std::stop_token& stop) {
    const Clock::time_point begin = Clock::now();
    checkOptions(options);
    checkOutput(options.output, options.overwrite);
    const auto textures = openTextures(
        options,
        [&](std::size_t files) {
            progress({0, options.count, secondsSince(begin), files});
        },
        stop);
    if (stop.stop_requested())
        return std::nullopt;
    const std::vector<std::string> heldOut = heldOutOf(options, textures.get());
    const synth::MaterialSource materials(heldOut, textures, changesOf(options));

    AtomicFolder folder(options.output);
    for (const char* name : {"beauty", "albedo", "mask"})
        fs::create_directory(folder.temporaryPath() / name);
    SetWriter writer(options, materials, folder.temporaryPath());
    if (!writer.run(progress, stop))
        return std::nullopt;
    writeAtomically(folder.temporaryPath() / kListName, listOf(options.count));
    writeAtomically(folder.temporaryPath() / kStoryName,
                    storyOf(options, materials, heldOut, writer.stories()));
    folder.commit();
    return SynthesisSummary{options.output,
                            options.output / kListName,
                            writer.shown(),
                            secondsSince(begin),
                            textures ? textures->names().size() : 0,
                            materials.broken()};
}

} // namespace unlit
