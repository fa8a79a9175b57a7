// Several lambdas as one callable, for std::visit.
#pragma once

namespace unlit {

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};

} // namespace unlit
