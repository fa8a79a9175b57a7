#include "core/weights/model_fit.h"

#include <string>
#include <utility>

namespace unlit::weights {

namespace {

constexpr std::int64_t kMostHalvings = 10;
constexpr const char* kFitHint = "take parts that were trained together";

std::string quoted(const std::string& key, std::int64_t value, const Component& component) {
    return key + " " + std::to_string(value) + " (" + component.configFile.string() + ")";
}

/// Runs checks and keeps what they throw.
class FitChecker {
public:
    explicit FitChecker(std::vector<Error>& faults) : m_faults(faults) {}

    template <class Check>
    void attempt(Check check) {
        try {
            check();
        } catch (const Error& error) {
            m_faults.push_back(error);
        }
    }

    void checkVae(const Component& vae, Fit& fit) const;
    void checkSecondVae(const Component& first, const Component& second, const Fit& fit) const;
    void checkChannels(const Component& unet, const Component& vae, Fit& fit) const;
    void checkFactor(const Component& unet, const Component& vae, const Fit& fit) const;
    void checkText(const Component& unet, const Component& text) const;

private:
    std::vector<Error>& m_faults;
};

int factorOf(const Component& vae) {
    const auto blocks = vae.config.find("block_out_channels");
    const std::size_t count = blocks != vae.config.end() && blocks->is_array() ? blocks->size() : 1;
    if (count < 1 || count > kMostHalvings) {
        throw Error::invalidInput(vae.configFile.string() + ": block_out_channels lists " +
                                      std::to_string(count) + " blocks, but 1 to " +
                                      std::to_string(kMostHalvings) + " are possible",
                                  "take the config of the original model");
    }
    return 1 << (count - 1);
}

std::int64_t latentChannelsOf(const Component& vae) {
    return wholeNumber(vae, "latent_channels", 4);
}

void requireColour(const Component& vae, const std::string& key) {
    const std::int64_t channels = wholeNumber(vae, key, 3);
    if (channels != 3) {
        throw Error::invalidInput(vae.configFile.string() + ": " + key + " is " +
                                      std::to_string(channels) + ", but pictures have 3 channels",
                                  "use a VAE for colour pictures");
    }
}

void FitChecker::checkVae(const Component& vae, Fit& fit) const {
    fit.latentChannels = static_cast<int>(latentChannelsOf(vae));
    fit.vaeFactor = factorOf(vae);
    requireColour(vae, "in_channels");
    requireColour(vae, "out_channels");
}

void FitChecker::checkSecondVae(const Component& first, const Component& second,
                                const Fit& fit) const {
    const std::int64_t channels = latentChannelsOf(second);
    if (channels != fit.latentChannels) {
        throw Error::invalidInput("the two VAEs do not fit together: " +
                                      quoted("latent_channels", fit.latentChannels, first) +
                                      " against " + quoted("latent_channels", channels, second),
                                  kFitHint);
    }
    const int factor = factorOf(second);
    if (factor != fit.vaeFactor) {
        throw Error::invalidInput("the two VAEs do not fit together: " +
                                      quoted("the down-scale factor", fit.vaeFactor, first) +
                                      " against " + quoted("the factor", factor, second),
                                  kFitHint);
    }
    requireColour(second, "in_channels");
    requireColour(second, "out_channels");
}

void FitChecker::checkChannels(const Component& unet, const Component& vae, Fit& fit) const {
    const std::int64_t in = wholeNumber(unet, "in_channels", 4);
    const std::int64_t out = wholeNumber(unet, "out_channels", 4);
    const std::int64_t latent = fit.latentChannels;
    if (out % latent != 0) {
        throw Error::invalidInput(
            "the UNet does not fit the VAE: " + quoted("out_channels", out, unet) +
                " is no multiple of " + quoted("latent_channels", latent, vae),
            kFitHint);
    }
    const std::int64_t targets = out / latent;
    if (in != latent * (targets + 1) && in != out) {
        throw Error::invalidInput(
            "the UNet does not fit the VAE: " + quoted("in_channels", in, unet) + ", but " +
                std::to_string(targets) + (targets == 1 ? " target" : " targets") +
                " and the picture with " + quoted("latent_channels", latent, vae) + " need " +
                std::to_string(latent * (targets + 1)),
            kFitHint);
    }
    fit.targetCount = static_cast<int>(targets);
    fit.seesImage = in != out;
}

/// Latents of another factor have the same channels, and would give pictures of nothing.
void FitChecker::checkFactor(const Component& unet, const Component& vae, const Fit& fit) const {
    const std::int64_t factor = wholeNumber(unet, kVaeFactorKey, fit.vaeFactor);
    if (factor != fit.vaeFactor)
        throw Error::invalidInput(
            "the UNet does not fit the VAE: " + quoted(kVaeFactorKey, factor, unet) + " against " +
                quoted("the down-scale factor", fit.vaeFactor, vae),
            kFitHint);
}

/// diffusers allows one width per block; all of them see the same text.
std::vector<std::int64_t> crossAttentionWidths(const Component& unet) {
    constexpr std::int64_t kDefault = 1280;
    const auto found = unet.config.find("cross_attention_dim");
    if (found == unet.config.end() || !found->is_array())
        return {wholeNumber(unet, "cross_attention_dim", kDefault)};
    std::vector<std::int64_t> widths;
    for (const nlohmann::json& entry : *found) {
        Component one = unet;
        one.config = {{"cross_attention_dim", entry}};
        widths.push_back(wholeNumber(one, "cross_attention_dim", kDefault));
    }
    return widths;
}

void FitChecker::checkText(const Component& unet, const Component& text) const {
    const std::int64_t hidden = wholeNumber(text, "hidden_size", 512);
    for (const std::int64_t width : crossAttentionWidths(unet)) {
        if (width != hidden) {
            throw Error::invalidInput(
                "the text encoder does not fit the UNet: " + quoted("hidden_size", hidden, text) +
                    " against " + quoted("cross_attention_dim", width, unet),
                kFitHint);
        }
    }
}

} // namespace

Fit checkFit(const Parts& parts, std::vector<Error>& faults) {
    FitChecker checker(faults);
    Fit fit;
    if (parts.vaeBeauty != nullptr)
        checker.attempt([&] { checker.checkVae(*parts.vaeBeauty, fit); });
    if (parts.vaeBeauty != nullptr && parts.vaeAlbedo != nullptr &&
        parts.vaeAlbedo != parts.vaeBeauty)
        checker.attempt([&] { checker.checkSecondVae(*parts.vaeBeauty, *parts.vaeAlbedo, fit); });
    if (parts.unet != nullptr && parts.vaeBeauty != nullptr)
        checker.attempt([&] {
            checker.checkChannels(*parts.unet, *parts.vaeBeauty, fit);
            checker.checkFactor(*parts.unet, *parts.vaeBeauty, fit);
        });
    if (parts.unet != nullptr && parts.textEncoder != nullptr)
        checker.attempt([&] { checker.checkText(*parts.unet, *parts.textEncoder); });
    return fit;
}

} // namespace unlit::weights
