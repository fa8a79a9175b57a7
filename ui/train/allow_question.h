// Programs of a recipe are started once somebody has allowed them.
#pragma once

#include <functional>
#include <string>
#include <vector>

class QMessageBox;
class QWidget;

namespace unlit::ui {

/// Opens it and returns at once; it deletes itself. `allowed`: called when its Allow is pressed and
/// the programs are remembered. `failed`: in place of that, where they cannot be; in a catch.
QMessageBox* openAllowQuestion(QWidget* parent, const std::vector<std::string>& programs,
                               const std::function<void()>& allowed,
                               const std::function<void()>& failed);

} // namespace unlit::ui
