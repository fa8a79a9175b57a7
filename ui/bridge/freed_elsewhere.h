// Large things are given back to the system on a thread of their own: the floats of one 8K picture
// take it 30 ms, two frames of a window.
#pragma once

#include <memory>
#include <utility>

namespace unlit::ui {

/// Lets go of `thing` on a thread of Qt's global pool; what other threads hold stays. Any thread.
/// Nobody waits for it or hears of it: it needs no owner, as a BackgroundQueue does.
void freeElsewhere(std::shared_ptr<const void> thing);

/// The same object; nobody who lets go of it waits until its memory is free. Null stays null. Any
/// thread.
template <class T>
std::shared_ptr<T> freedElsewhere(std::shared_ptr<T> thing) {
    T* const object = thing.get();
    if (object == nullptr)
        return nullptr;
    return std::shared_ptr<T>(
        object, [thing = std::move(thing)](T*) mutable { freeElsewhere(std::move(thing)); });
}

} // namespace unlit::ui
