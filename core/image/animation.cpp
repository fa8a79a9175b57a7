#include "core/image/animation.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <OpenImageIO/imageio.h>

#include <cmath>

namespace unlit {

namespace {

constexpr int kFractionOfRate = 100; // frames per second are written as a fraction of this

OIIO::ImageSpec specOf(const Image& frame, double framesPerSecond) {
    OIIO::ImageSpec spec(frame.width, frame.height, 3, OIIO::TypeDesc::UINT8);
    const int rate[2] = {static_cast<int>(std::lround(framesPerSecond * kFractionOfRate)),
                         kFractionOfRate};
    spec.attribute("FramesPerSecond", OIIO::TypeRational, rate);
    spec.attribute("oiio:ColorSpace", "sRGB");
    return spec;
}

void require(bool isDone, const OIIO::ImageOutput& output, const std::filesystem::path& file) {
    if (!isDone)
        throw Error(ErrorKind::Io, "cannot write " + file.string() + ": " + output.geterror(),
                    "look at the disk's room and the folder's rights");
}

} // namespace

void writeAnimation(const std::filesystem::path& file, const std::vector<Image>& frames,
                    double framesPerSecond) {
    if (frames.empty())
        throw Error::invalidInput("an animation of no pictures: " + file.string());
    std::vector<OIIO::ImageSpec> specs;
    for (const Image& frame : frames) {
        if (frame.width != frames.front().width || frame.height != frames.front().height ||
            frame.channelCount() != 3)
            throw Error::invalidInput("the pictures of " + file.string() +
                                      " are not all of one size and three channels");
        specs.push_back(specOf(frame, framesPerSecond));
    }
    const auto output = OIIO::ImageOutput::create("gif");
    if (!output)
        throw Error::unsupported("this build does not write GIF files");
    AtomicFile atomic(file);
    const std::string path = atomic.temporaryPath().string();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const bool isOpen = i == 0
                                ? output->open(path, static_cast<int>(specs.size()), specs.data())
                                : output->open(path, specs[i], OIIO::ImageOutput::AppendSubimage);
        require(isOpen, *output, file);
        require(output->write_image(OIIO::TypeDesc::FLOAT, frames[i].samples.data()), *output,
                file);
    }
    require(output->close(), *output, file);
    atomic.commit();
}

} // namespace unlit
