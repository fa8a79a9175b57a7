// What Qt says: to the program's log, and where it went before.
#pragma once

namespace unlit {

/// From now on; any thread may speak.
void logQtMessages();

} // namespace unlit
