#include "core/session/data/collect_corrections.h"

#include "core/base/atomic_file.h"
#include "core/base/atomic_folder.h"
#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/data/source/filename_list.h"
#include "core/image/color/color.h"
#include "core/image/image_file.h"
#include "core/image/lightless.h"
#include "core/session/data/train_on_set.h"
#include "core/session/infer/side_car.h"
#include "core/session/models/model_commands.h"
#include "core/strokes/stroke_field.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCorrectionList = "filename_list.txt";
constexpr const char* kCorrectionRecipe = "lora.yaml";
constexpr int kCorrectionRank = 8;

/// All side-cars that are named, and those in folders that have strokes, in the order of names.
std::vector<fs::path> sideCarsOf(const std::vector<fs::path>& sources,
                                 std::vector<LeftCorrection>& leftOut) {
    std::vector<fs::path> found;
    for (const fs::path& source : sources) {
        std::error_code failed;
        if (!fs::is_directory(source, failed)) {
            found.push_back(source);
            continue;
        }
        std::vector<fs::path> here;
        for (const auto& entry : fs::recursive_directory_iterator(
                 source, fs::directory_options::skip_permission_denied))
            if (entry.path().extension() == ".json" && !outputsOfSideCar(entry.path()).empty())
                here.push_back(entry.path());
        std::ranges::sort(here);
        for (const fs::path& file : here) {
            try {
                if (readSideCar(file).strokes)
                    found.push_back(file);
            } catch (const Error& error) {
                leftOut.push_back({file, error.what()});
            }
        }
    }
    return found;
}

/// What a side-car names, read and checked.
struct Correction {
    SideCar sideCar;
    fs::path beauty;
    std::string layer;
    LoadedImage picture;
    fs::path albedoFile;
    std::string albedoLayer;
};

[[noreturn]] void leaveOut(const std::string& reason) {
    throw Error::invalidInput(reason);
}

/// The file of the corrected albedo, among the outputs of the side-car.
void findAlbedo(const fs::path& file, Correction& correction) {
    for (const fs::path& output : outputsOfSideCar(file)) {
        const std::string stem = output.stem().string();
        if (stem.find("uncertainty") != std::string::npos || !fs::exists(output))
            continue;
        const ImageInfo info = readImageInfo(output);
        const auto layer = std::ranges::find(info.layers, "albedo", &LayerInfo::name);
        if (layer != info.layers.end())
            correction.albedoLayer = "albedo";
        else if (stem.find("albedo") == std::string::npos)
            continue;
        correction.albedoFile = output;
        return;
    }
    leaveOut("its albedo is not among the files that are left of it");
}

Correction readCorrection(const fs::path& file) {
    Correction correction{.sideCar = readSideCar(file),
                          .beauty = {},
                          .layer = {},
                          .picture = {},
                          .albedoFile = {},
                          .albedoLayer = {}};
    const SideCar& sideCar = correction.sideCar;
    if (!sideCar.strokes || !sideCar.strokes->isActive())
        leaveOut("it has no strokes");
    correction.beauty = sideCar.input.path;
    std::error_code failed;
    if (correction.beauty.empty() || !fs::exists(correction.beauty, failed))
        leaveOut("its picture " + correction.beauty.string() + " is gone");
    if (hashText(hashFile(correction.beauty)) != sideCar.input.hash)
        leaveOut("its picture " + correction.beauty.string() + " has changed since");
    findAlbedo(file, correction);
    if (const auto layer = sideCar.settings.find("layer");
        layer != sideCar.settings.end() && layer->is_string())
        correction.layer = layer->get<std::string>();
    correction.picture = readImage(correction.beauty, {correction.layer, {}});
    const Image& picture = correction.picture.image;
    if (sideCar.strokes->width != picture.width || sideCar.strokes->height != picture.height)
        leaveOut("its strokes are of another size than its picture");
    return correction;
}

/// 1 where it may be learnt from. `share`: of all pixels.
Image correctionMask(const Correction& correction, double leastInfluence, double& share) {
    const Image& picture = correction.picture.image;
    const LightMap light = findLight(picture);
    std::vector<unsigned char> lightless(picture.planeSize(), 0);
    for (std::size_t i = 0; i < light.pixels.size(); ++i)
        lightless[i] = light.pixels[i] == PixelLight::None ? 1 : 0;
    const Image shown = toDisplay(picture, ColorSpace::Log100, {}).image;
    // Where strokes decide depends on the picture, not on what was made of it.
    const StrokeSolver solver(shown, shown, lightless);
    const StrokeSolution solution = solver.solve(*correction.sideCar.strokes);
    Image mask = makeImage(picture.width, picture.height, {"Y"}, ColorSpace::Raw);
    share = 0;
    if (solution.empty())
        return mask;
    const Image influence =
        strokeMap(solution.influence, solution.grid, picture.width, picture.height);
    for (std::size_t i = 0; i < mask.samples.size(); ++i)
        if (lightless[i] == 0 && static_cast<double>(influence.samples[i]) >= leastInfluence) {
            mask.samples[i] = 1;
            share += 1;
        }
    share /= static_cast<double>(mask.samples.size());
    return mask;
}

/// The folder while it is filled.
class CorrectionFolder {
public:
    explicit CorrectionFolder(fs::path folder) : m_folder(std::move(folder)) {
        for (const char* part : {"beauty", "albedo", "mask"})
            fs::create_directories(m_folder / part);
    }

    void add(const Correction& correction, const Image& mask, const Image& albedo) {
        char number[16];
        std::snprintf(number, sizeof number, "%06zu", m_pairs.size());
        const std::string name = number;
        data::ListedPair pair;
        pair.beauty.path = "beauty/" + name + correction.beauty.extension().string();
        pair.beauty.layer = correction.layer;
        fs::copy_file(correction.beauty, m_folder / pair.beauty.path);
        pair.albedo.path = "albedo/" + name + ".exr";
        writeImage(m_folder / pair.albedo.path, albedo, {.format = FileFormat::Exr, .half = true});
        pair.mask = data::PictureRef{"mask/" + name + ".png", ""};
        writeImage(m_folder / pair.mask->path, mask, {.format = FileFormat::Png8});
        m_pairs.push_back(std::move(pair));
    }

    void writeList() const { writeFilenameList(m_folder / kCorrectionList, m_pairs, false); }

    void writeText(const char* name, const std::string& text) const {
        writeAtomically(m_folder / name, text);
    }

    std::size_t size() const { return m_pairs.size(); }

private:
    fs::path m_folder;
    std::vector<data::ListedPair> m_pairs;
};

/// The model that most of them were made by.
fs::path modelOf(const std::map<fs::path, std::size_t>& models, std::vector<std::string>& notes) {
    if (models.empty())
        return {};
    const auto most =
        std::ranges::max_element(models, {}, [](const auto& model) { return model.second; });
    if (models.size() > 1)
        notes.push_back("the results come from " + std::to_string(models.size()) +
                        " models; the recipe begins with " + most->first.string() +
                        ", which made most of them");
    return most->first;
}

bool isOneStepModel(const fs::path& model, std::vector<std::string>& notes) {
    try {
        return !model.empty() && inspectModel(model).isOneStep;
    } catch (const Error& error) {
        notes.push_back("the recipe begins with a model that cannot be opened here: " +
                        std::string(error.what()));
        return false;
    }
}

std::string correctionRecipe(const TrainOnSet& set, std::size_t pairs) {
    constexpr std::size_t kMostPairsOfStep = 4;
    const std::string batch = std::to_string(std::min(pairs, kMostPairsOfStep));
    return recipeFor(set) + "dataloader:\n  effective_batch_size: " + batch +
           "\n  max_train_batch_size: 1\nmax_iter: 400\nlr: 1.0e-4\n";
}

} // namespace

std::optional<Corrections>
collectCorrections(const CorrectionOptions& options,
                   const std::function<void(std::size_t done, std::size_t total)>& progress,
                   const std::stop_token& stop) {
    const fs::path output = fs::absolute(options.output).lexically_normal();
    std::error_code failed;
    if (!options.overwrite && fs::exists(output, failed))
        throw Error::invalidInput(output.string() + " exists already",
                                  "choose another folder, or allow overwriting (--overwrite)");
    Corrections made;
    const std::vector<fs::path> sideCars = sideCarsOf(options.sources, made.leftOut);
    AtomicFolder folder(output);
    CorrectionFolder filling(folder.temporaryPath());
    std::map<fs::path, std::size_t> models;
    std::vector<data::PairReport> sizes;
    for (std::size_t i = 0; i < sideCars.size(); ++i) {
        if (stop.stop_requested())
            return {};
        progress(i, sideCars.size());
        try {
            const Correction correction = readCorrection(sideCars[i]);
            double share = 0;
            const Image mask = correctionMask(correction, options.leastInfluence, share);
            Image albedo = readImage(correction.albedoFile, {correction.albedoLayer, {}}).image;
            if (albedo.width != mask.width || albedo.height != mask.height)
                leaveOut("its albedo has another size than its picture");
            if (share == 0)
                leaveOut("its strokes decide no pixel far enough");
            convertTo(albedo, ColorSpace::Linear);
            filling.add(correction, mask, albedo);
            made.share += share;
            if (!correction.sideCar.model.path.empty())
                ++models[correction.sideCar.model.path];
            sizes.emplace_back();
            sizes.back().width = mask.width;
            sizes.back().height = mask.height;
        } catch (const Error& error) {
            made.leftOut.push_back({sideCars[i], error.what()});
        }
    }
    progress(sideCars.size(), sideCars.size());
    made.pairs = filling.size();
    if (made.pairs == 0)
        throw Error::invalidInput(
            made.leftOut.empty()
                ? std::string("there is no side-car with strokes")
                : "no correction can be learnt from: " + made.leftOut.front().sideCar.string() +
                      ": " + made.leftOut.front().reason,
            "save corrected results with their side-cars (--sidecar)");
    made.share /= static_cast<double>(made.pairs);
    made.list = output / kCorrectionList;
    made.recipe = output / kCorrectionRecipe;
    TrainOnSet set;
    set.root = output;
    set.list = made.list;
    set.cropSize = cropSizeFor(sizes);
    set.model = modelOf(models, made.notes);
    set.loraRank = kCorrectionRank;
    set.isOneStep = isOneStepModel(set.model, made.notes);
    filling.writeList();
    filling.writeText(kCorrectionRecipe, correctionRecipe(set, made.pairs));
    folder.commit();
    return made;
}

} // namespace unlit
