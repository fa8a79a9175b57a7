// The picture that stands on the screen while the studio loads.
#pragma once

namespace unlit {

/// Shows it until the other end of `pipe` is closed, or a minute has gone by. With `isTold` the
/// word "splash" goes to stdout when it has been painted. To be called in a process of its own,
/// which it makes a Qt application of; returns the exit status.
int showSplash(int argc, char** argv, int pipe, bool isTold);

} // namespace unlit
