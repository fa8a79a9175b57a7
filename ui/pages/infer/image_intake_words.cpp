// What is said of a drop: what was taken, what was left, and what can be done next.
#include "ui/pages/infer/image_intake.h"

#include "ui/kit/text.h"

#include <algorithm>

namespace unlit::ui {

namespace {

/// What was dropped, if it was one folder; else where the first picture lies.
std::filesystem::path folderOf(const std::vector<std::filesystem::path>& asked,
                               const DroppedFiles& files) {
    std::error_code unknown;
    if (asked.size() == 1 && std::filesystem::is_directory(asked.front(), unknown))
        return asked.front();
    return files.images.empty() ? std::filesystem::path() : files.images.front().parent_path();
}

/// The first three by name.
QString shortList(const QStringList& names) {
    constexpr qsizetype most = 3;
    const QString first = names.mid(0, most).join(QStringLiteral(", "));
    return names.size() > most ? ImageIntake::tr("%1 and others").arg(first) : first;
}

} // namespace

void ImageIntake::tellSearch(const SearchCount& count) {
    m_tellsSearch = true;
    const QString text =
        tr("Looking for pictures: %n files so far.", nullptr, static_cast<int>(count.found));
    const QString hint = count.examined > 0
                             ? tr("%1 were looked into for earlier results.").arg(count.examined)
                             : QString();
    m_parts.say(MessageBar::Kind::Good, text, hint,
                {{tr("Stop"), [this] {
                      m_finder.cancel();
                      m_tellsSearch = false;
                      m_parts.say(MessageBar::Kind::Good,
                                  tr("The search was stopped; nothing was added."));
                  }}});
}

void ImageIntake::tellMade(const std::map<std::filesystem::path, ResultFiles>& made, int shown) {
    m_parts.say(MessageBar::Kind::Good,
                tr("%n pictures have a result already.", nullptr, static_cast<int>(made.size())),
                shown > 0 ? tr("It is shown from its files; nothing runs for them.")
                          : tr("They are in the queue."),
                {{tr("Run them again"), [this, made] {
                      for (const QueueItemId id : m_parts.controller.queue().doneFor(made))
                          m_parts.controller.runner().runAgain(id);
                  }}});
}

/// Maps alone: normals and roughness have no light that could be taken out.
void ImageIntake::tellColorless(const DroppedFiles& files) {
    QStringList names;
    for (const std::string& set : files.colorlessSets)
        names += toQString(std::filesystem::path(set).filename());
    std::vector<std::filesystem::path> maps;
    for (const data::SortedPicture& picture : files.companions)
        maps.push_back(picture.path);
    m_parts.say(MessageBar::Kind::Bad,
                tr("%n texture sets without a base colour: nothing was queued.", nullptr,
                   static_cast<int>(names.size())),
                tr("Add the base colour (albedo, diffuse, color) of %1 beside its maps.")
                    .arg(shortList(names)),
                {{tr("Take the maps as pictures"), [this, maps] { add(maps); }}});
}

void ImageIntake::tellCompanions(const std::vector<std::filesystem::path>& asked,
                                 const DroppedFiles& files) {
    const auto count = [&](data::PictureUse use) {
        return static_cast<int>(
            std::ranges::count(files.companions, use, &data::SortedPicture::use));
    };
    QStringList left;
    if (const auto maps = count(data::PictureUse::Map); maps > 0)
        left += tr("%n other maps", nullptr, maps);
    if (const auto albedos = count(data::PictureUse::Albedo); albedos > 0)
        left += tr("%n albedos of renders", nullptr, albedos);
    if (const auto results = count(data::PictureUse::Result); results > 0)
        left += tr("%n earlier results", nullptr, results);
    // Those that have a result already do not run, and are counted apart.
    const auto taken = static_cast<int>(files.images.size() - files.made.size());
    const bool isMaterial = taken > 0 && files.baseColors == static_cast<int>(files.images.size());
    const QString what = isMaterial ? tr("%n base colours of texture sets.", nullptr, taken)
                                    : tr("%n pictures taken.", nullptr, taken);
    QString hint = tr("Not de-lit: %1.").arg(left.join(QStringLiteral(", ")));
    std::vector<MessageBar::Choice> next;
    const std::filesystem::path folder = folderOf(asked, files);
    if (files.baseColors > 0 && !folder.empty())
        next.push_back(
            {tr("Make training pairs…"), [this, folder] { emit pairsFromTexturesAsked(folder); }});
    else if (count(data::PictureUse::Albedo) > 0 && !folder.empty())
        next.push_back({tr("Open as training pairs…"), [this, folder] { emit setAsked(folder); }});
    if (!files.colorlessSets.empty()) {
        QStringList names;
        for (const std::string& set : files.colorlessSets)
            names += toQString(std::filesystem::path(set).filename());
        hint += u' ' + tr("Without a base colour: %1.").arg(shortList(names));
    }
    if (!files.made.empty())
        hint += u' ' + tr("%n have a result already and do not run again.", nullptr,
                          static_cast<int>(files.made.size()));
    if (!files.made.empty())
        next.push_back({tr("Run them again"), [this, made = files.made] {
                            for (const QueueItemId id : m_parts.controller.queue().doneFor(made))
                                m_parts.controller.runner().runAgain(id);
                        }});
    std::vector<std::filesystem::path> others;
    for (const data::SortedPicture& picture : files.companions)
        others.push_back(picture.path);
    next.push_back({tr("Take them too"), [this, others] { add(others); }});
    m_parts.say(MessageBar::Kind::Good, what, hint, next);
}

} // namespace unlit::ui
