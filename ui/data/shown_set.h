// The set that is open: its pairs are found, then every one of them is looked at.
#pragma once

#include "core/base/failure.h"
#include "ui/data/pair_list_model.h"
#include "ui/data/set_division.h"
#include "ui/data/set_panel.h"
#include "ui/data/set_reader.h"
#include "ui/data/thumbnail_maker.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <optional>

namespace unlit::ui {

/// Fills the list of pairs, and says in the panel how far it is. No file of a set is ever changed.
/// GUI thread.
class ShownSet : public QObject {
    Q_OBJECT

public:
    /// All of them must outlive it.
    ShownSet(PairListModel& pairs, ThumbnailMaker& maker, SetPanel& panel, SetDivision& division);

    /// From now on what the doctor finds is remembered in no file.
    void forgetReports() { m_checkOptions.useCache = false; }

    /// A folder, a .tar archive or a filename_list.
    void open(const std::filesystem::path& source);
    /// Likewise, with another root or other layers than are found.
    void openAs(const DatasetInput& input);
    /// Looks for pairs again.
    void reopen();
    /// What was found and looked at so far stays; resume() goes on.
    void stop();
    void resume();

    /// Of the set that is open or being opened.
    const DatasetInput& input() const { return m_input; }

    /// Null: none is open.
    const std::shared_ptr<const OpenedSet>& opened() const { return m_set; }

    /// Of opening it.
    const std::optional<Failure>& failure() const { return m_failure; }

    SetReader::Stage stage() const { return m_reader.stage(); }

    /// Pairs have been found, or it is said why not.
    bool isOpen() const { return stage() != SetReader::Stage::Pairing; }

signals:
    /// The set before is closed, and another is being opened.
    void began();
    /// Its pairs are in the list, and the division knows them.
    void found();
    /// A pair has been looked at.
    void judged(int row);
    /// All have been.
    void examined();
    /// Something else has changed: it stopped, or failed.
    void changed();
    /// The pairs of a list are not where it says.
    void rootAsked();

private:
    void takeSet(const std::shared_ptr<const OpenedSet>& set);
    void check();
    void showProgress(quint64 done, quint64 total);
    void sayElsewhere();
    void sayFailure(const Failure& failure);

    PairListModel& m_pairs;
    ThumbnailMaker& m_maker;
    SetPanel& m_panel;
    SetDivision& m_division;
    DatasetCheckOptions m_checkOptions;
    DatasetInput m_input;
    std::shared_ptr<const OpenedSet> m_set;
    std::optional<Failure> m_failure;
    qint64 m_checkBegan = 0; ///< milliseconds since 1970
    SetReader m_reader;      // last: joined while the rest is there
};

} // namespace unlit::ui
