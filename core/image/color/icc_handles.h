// Objects of LittleCMS that close themselves. For the sources that include its header only.
#pragma once

#include <memory>
#include <span>

#include <lcms2.h>

namespace unlit {

struct CloseIccProfile {
    void operator()(void* profile) const { cmsCloseProfile(profile); }
};

struct DeleteIccTransform {
    void operator()(void* transform) const { cmsDeleteTransform(transform); }
};

using IccHandle = std::unique_ptr<void, CloseIccProfile>;
using IccTransform = std::unique_ptr<void, DeleteIccTransform>;

/// Null where the bytes are no profile.
inline IccHandle openIcc(std::span<const unsigned char> bytes) {
    return IccHandle(
        cmsOpenProfileFromMem(bytes.data(), static_cast<cmsUInt32Number>(bytes.size())));
}

} // namespace unlit
