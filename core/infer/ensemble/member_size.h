// How large the members of an ensemble see the picture where no noise tells them apart, and how
// much work that makes them. Without torch: the studio estimates times with it.
#pragma once

namespace unlit::infer {

/// Members that see the picture as it is, mirrored, upside down, and both.
constexpr int kMirroredViews = 4;

/// Those and the same four turned by a quarter: all that see it at the network's size. What they
/// bring: docs/adr/0019-members-that-are-turned.md.
constexpr int kOwnSizeViews = 8;

/// All of them: the picture in its four quarter turns once more, at kLargerView times the size on
/// each side. What is small in the picture then covers more latent cells. Members at several scales
/// are an old way to a better mean, as in Long et al., "Fully Convolutional Networks", 2015; what
/// it brings here: docs/adr/0017-members-that-see-more.md.
constexpr int kMemberViews = 12;
constexpr double kLargerView = 1.5;

/// Work of member `view`, 0 <= view < kMemberViews, in units of the first.
double workOfView(int view);

/// Of the first `members` of an ensemble together; `areViews`: of a model that begins with zeros.
/// Members that noise tells apart are one unit each.
double workOfMembers(int members, bool areViews);

} // namespace unlit::infer
