#include "ui/pages/models/found_models.h"

#include "ui/kit/text.h"

#include <utility>

namespace unlit::ui {

FoundModels::FoundModels(const RootFolders& roots, std::vector<ModelRoot> standardRoots)
    : m_roots(roots), m_standardRoots(std::move(standardRoots)) {
    connect(&roots, &RootFolders::changed, this, &FoundModels::lookNow);
}

void FoundModels::lookNow() {
    m_wasAsked = true;
    std::vector<ModelRoot> roots = m_standardRoots;
    for (const QString& root : m_roots.folders())
        roots.push_back({.folder = toPath(root)});
    for (const QString& folder : m_known)
        roots.push_back({.folder = toPath(folder), .isOptional = true});
    m_look.ask(
        [this, roots = std::move(roots)](const std::stop_token& stop) {
            Look look;
            look.problems = catalogueModels(roots, stop, [&](const ModelRow& row) {
                look.folders.push_back(row.found.folder);
                m_look.tell(stop, [this, row] { takeRow(row); });
            });
            return look;
        },
        [this](const Look& look) { takeLook(look); });
    emit changed();
}

void FoundModels::lookOnce() {
    if (!m_wasAsked)
        lookNow();
}

void FoundModels::lookAgain() {
    if (m_wasAsked)
        lookNow();
}

void FoundModels::setKnown(const QString& used, const QStringList& others) {
    m_model.setUsed(toPath(used));
    for (const QString& folder : QStringList{used} + others)
        if (!folder.isEmpty() && !m_known.contains(folder))
            m_known += folder;
}

void FoundModels::addKnown(const QString& folder) {
    if (!folder.isEmpty() && !m_roots.folders().contains(folder))
        m_known += folder;
    lookNow();
}

void FoundModels::takeRow(const ModelRow& row) {
    m_model.put(row);
    emit rowRead(row.found.folder);
    emit changed();
}

void FoundModels::takeLook(const Look& look) {
    m_model.keepOnly(look.folders);
    QStringList problems;
    for (const std::string& problem : look.problems)
        problems += sentence(problem);
    if (!problems.isEmpty())
        emit problemsFound(problems);
    emit changed();
}

} // namespace unlit::ui
