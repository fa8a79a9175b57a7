#include "ui/data/data_notice.h"

#include "ui/kit/text.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace unlit::ui {

namespace {

struct NoticeWords {
    Q_DECLARE_TR_FUNCTIONS(DataNotice)
};

QString libraryText(const data::PairingResult& found) {
    const std::vector<data::TextureSet>& sets = found.textureSets;
    QString text = NoticeWords::tr("%n texture sets and no picture of light.", nullptr,
                                   static_cast<int>(sets.size()));
    text += u' ' + NoticeWords::tr("%1 has %2.")
                       .arg(toQString(sets.front().name), toQString(sets.front().mapsText()));
    if (found.lonelyMaps > 0)
        text += u' ' + NoticeWords::tr("Maps without a base colour: %1.").arg(found.lonelyMaps);
    return text + u' ' + NoticeWords::tr("Training pairs can be rendered from them.");
}

} // namespace

bool isLibrary(const DataShown& shown) {
    return shown.set != nullptr && shown.pairs == 0 && !shown.set->found.textureSets.empty() &&
           std::filesystem::is_directory(shown.source);
}

std::optional<Notice> noticeOf(const DataShown& shown) {
    const QString name = toQString(shown.source.filename());
    if (shown.view == DataView::Synthesize || shown.view == DataView::Split || shown.isPairing)
        return {};
    if (shown.failure)
        return Notice{.icon = QStringLiteral("warning"),
                      .title = NoticeWords::tr("%1 cannot be opened").arg(name),
                      .text =
                          sentence(shown.failure->message) + u' ' + sentence(shown.failure->hint),
                      .button = NoticeWords::tr("Open folder…"),
                      .isBad = true};
    if (shown.set == nullptr)
        return Notice{
            .icon = QStringLiteral("data"),
            .title = NoticeWords::tr("Where are your renders?"),
            .text = NoticeWords::tr(
                "Drop a folder that holds beauties and albedos, or choose one. Pairs are "
                "found by layers and names, every pair is looked at for faults, and no "
                "file is changed. No renders? A set can be synthesized."),
            .button = NoticeWords::tr("Open folder…"),
            .isPrimary = true,
            .otherButton =
                shown.recent.isEmpty()
                    ? NoticeWords::tr("Synthesize a set")
                    : NoticeWords::tr("Open %1 again").arg(QFileInfo(shown.recent).fileName())};
    const bool isLeftOver = shown.view == DataView::LeftOver;
    if (isLeftOver && shown.leftOvers == 0)
        return Notice{.icon = QStringLiteral("data"),
                      .title = NoticeWords::tr("Nothing is left over"),
                      .text = NoticeWords::tr("Every file of the set is part of a pair.")};
    if (shown.pairs == 0 && shown.set->found.unseen > 0 && !isLeftOver)
        return Notice{.icon = QStringLiteral("data"),
                      .title = NoticeWords::tr("No pairs so far in %1").arg(name),
                      .text = NoticeWords::tr(
                                  "Looking was stopped after %1 of %2 files. Go on at the left, or "
                                  "open another folder.")
                                  .arg(shown.set->found.files - shown.set->found.unseen)
                                  .arg(shown.set->found.files),
                      .button = NoticeWords::tr("Open another folder…")};
    if (isLibrary(shown) && !isLeftOver)
        return Notice{.icon = QStringLiteral("data"),
                      .title = NoticeWords::tr("%1 is a texture library").arg(name),
                      .text = libraryText(shown.set->found),
                      .button = NoticeWords::tr("Make training pairs…"),
                      .isPrimary = true,
                      .otherButton = NoticeWords::tr("What was left over")};
    if (shown.pairs == 0 && !isLeftOver)
        return Notice{
            .icon = QStringLiteral("data"),
            .title = NoticeWords::tr("No pairs in %1").arg(name),
            .text = sentence(whyNoPairs(shown.source, shown.set->found)) + u' ' +
                    NoticeWords::tr(
                        "A pair is a beauty and its albedo: two layers of one EXR, or two files "
                        "whose names tell which is which."),
            .button = NoticeWords::tr("Open another folder…"),
            .otherButton = shown.leftOvers > 0 ? NoticeWords::tr("What was left over") : QString()};
    if (shown.isGrid && shown.filtered == 0)
        return Notice{.icon = QStringLiteral("search"),
                      .title = NoticeWords::tr("No pair fits"),
                      .text = NoticeWords::tr("Nothing has both this filter and these words.")};
    return {};
}

} // namespace unlit::ui
