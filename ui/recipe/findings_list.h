// What is to be said about a recipe, a line each; a click goes to the place.
#pragma once

#include "core/base/diagnostic.h"

#include <QListWidget>

#include <filesystem>
#include <vector>

namespace unlit::ui {

/// Errors first. Hidden while there is nothing to say; else a few lines high.
class FindingsList : public QListWidget {
    Q_OBJECT

public:
    explicit FindingsList(QWidget* parent = nullptr);
    /// `recipe`: the file whose lines need no name.
    void show(std::vector<Diagnostic> findings, const std::filesystem::path& recipe);

signals:
    void chosen(const unlit::Diagnostic& finding);

private:
    void choose(QListWidgetItem* item);

    std::vector<Diagnostic> m_findings;
};

} // namespace unlit::ui
