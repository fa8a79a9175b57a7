// The header of hooks as the program itself reads it: it is no library of hooks.
#pragma once

#define UNLIT_HOOK_PROGRAM
#include "core/extension/hook.h"
