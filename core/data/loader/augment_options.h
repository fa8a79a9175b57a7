// Random changes of a training sample; all off unless set.
#pragma once

namespace unlit::data {

/// Changes of place: of beauty, targets and mask together.
struct GeometricOptions {
    double flipChance = 0;     ///< left and right exchanged
    bool quarterTurns = false; ///< by 0, 90, 180 or 270 degrees, each as likely
    bool randomCrop = false;   ///< false: the middle
    double middle = 1;         ///< share of height and width that samples come from, centred
};

/// Changes of the beauty alone: what a scene is made of does not depend on how it was photographed.
struct PhotometricOptions {
    double exposureEv = 0;      ///< up to this many stops brighter or darker
    double whiteBalance = 0;    ///< red and blue up to this many stops apart from green
    double toneCurveChance = 0; ///< how often highlights are rolled off as cameras do
    double noise = 0;           ///< standard deviation at most, of display values in [0, 1]
    double jpegChance = 0;      ///< how often it goes through a JPEG file
    int jpegLowestQuality = 60; ///< 1 … 95; the highest is 95
};

/// Changes of the scene: of the beauty and of those targets that show the same thing.
struct SceneOptions {
    double repaintChance = 0; ///< how often surfaces get other colours (repaint.h)
    double shadowChance = 0;  ///< how often something out of sight casts a shadow (cast_shadow.h)
    /// How often what has no albedo counts, and is to stay as it is (keep_background.h).
    double keepBackgroundChance = 0;
    double cutOutChance = 0; ///< how often what has no albedo is black instead (cut_out.h)
};

struct AugmentOptions {
    GeometricOptions geometric;
    PhotometricOptions photometric;
    SceneOptions scene;
};

} // namespace unlit::data
