// The headless twin: one verb a file, the same sessions as the studio.
#include "core/base/version.h"

#include <iostream>

int main() {
    std::cout << "unlit " << unlit::version() << '\n';
    return 0;
}
