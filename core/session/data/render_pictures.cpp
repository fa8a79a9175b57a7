#include "core/session/data/render_pictures.h"

#include "core/base/seconds_since.h"
#include "core/data/synth/picture.h"
#include "core/image/image_file.h"
#include "core/session/data/synthesis_materials.h"

#include <algorithm>
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

/// Renders and writes on its threads, tells on the thread that calls wait().
class SetWriter {
public:
    SetWriter(const SynthesisOptions& options, const synth::MaterialSource& materials,
              WorkShare share, fs::path folder)
        : m_options(options), m_materials(materials), m_folder(std::move(folder)), m_share(share),
          m_count(static_cast<int>(share.count(static_cast<std::size_t>(options.count)))) {}

    /// False when stopped. Throws what the first failing worker threw.
    bool run(const std::function<void(const SynthesisProgress&)>& progress,
             const std::stop_token& stop);

    /// By the numbers of the pictures; when run() has ended.
    std::map<int, Json> takeStories() { return std::move(m_stories); }

private:
    void work(const std::stop_token& stop);
    void makeOne(int index, const std::stop_token& stop);
    void keepFailure();

    const SynthesisOptions& m_options;
    const synth::MaterialSource& m_materials;
    fs::path m_folder;
    WorkShare m_share;
    int m_count;        ///< pictures of the share
    std::mutex m_mutex; ///< guards everything below
    std::condition_variable m_changed;
    int m_next = 0;
    int m_done = 0;
    int m_working = 0;
    std::exception_ptr m_failure;
    std::map<int, Json> m_stories;
};

bool SetWriter::run(const std::function<void(const SynthesisProgress&)>& progress,
                    const std::stop_token& stop) {
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    m_working = std::min(m_count, m_options.workers > 0 ? m_options.workers : cores);
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
                progress({done, m_count, secondsSince(begin), 0});
            } catch (...) {
                halt.request_stop(); // the threads are joined before it leaves
                throw;
            }
            lock.lock();
        }
    }
    if (m_failure)
        std::rethrow_exception(m_failure);
    return m_done == m_count;
}

void SetWriter::work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        int index = 0;
        {
            const std::lock_guard lock(m_mutex);
            if (m_next == m_count || m_failure)
                break;
            index = static_cast<int>(m_share.item(static_cast<std::size_t>(m_next++)));
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
    m_stories[index] = std::move(story);
    ++m_done;
    m_changed.notify_all();
}

} // namespace

std::unique_ptr<SetMaterials>
openMaterials(const SynthesisOptions& options,
              const std::function<void(const SynthesisProgress&)>& progress,
              const std::stop_token& stop) {
    const Clock::time_point begin = Clock::now();
    const auto textures = openTextures(
        options,
        [&](std::size_t files) {
            progress({0, options.count, secondsSince(begin), files});
        },
        stop);
    if (stop.stop_requested())
        return nullptr;
    const std::vector<std::string> heldOut = heldOutOf(options, textures.get());
    return std::unique_ptr<SetMaterials>(
        new SetMaterials{textures, heldOut, {heldOut, textures, changesOf(options)}});
}

std::optional<RenderedPictures>
renderPictures(const SynthesisOptions& options, const synth::MaterialSource& materials,
               WorkShare share, const fs::path& folder,
               const std::function<void(const SynthesisProgress&)>& progress,
               const std::stop_token& stop) {
    SetWriter writer(options, materials, share, folder);
    if (!writer.run(progress, stop))
        return std::nullopt;
    return RenderedPictures{writer.takeStories(), materials.broken()};
}

} // namespace unlit
