// Finding model folders and summing them up, also where folders are damaged, hostile or gone.
#include "core/session/models/model_catalogue.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace unlit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
namespace fs = std::filesystem;

namespace {

void writeFile(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

void makeIndex(const fs::path& folder) {
    writeFile(folder / "model_index.json", "{}");
}

std::vector<std::string> namesOf(const FoundModels& found) {
    std::vector<std::string> names;
    for (const FoundModel& model : found.models)
        names.push_back(model.name);
    return names;
}

FoundModels findBelow(const fs::path& root, ModelPlace place = ModelPlace::Own) {
    return findModels({{root, place}});
}

class ModelCatalogue : public testing::Test {
protected:
    fs::path makeModel(const std::string& name) {
        const fs::path folder = temp / name;
        writeRandomModel("tiny", folder, 7, false, {});
        return folder;
    }

    ModelRow rowOf(const fs::path& folder) { return readModelRow({folder, "m", ModelPlace::Own}); }

    test::TempFolder temp;
};

} // namespace

TEST_F(ModelCatalogue, models_are_found_below_a_root_by_their_path_in_the_order_people_count) {
    for (const char* name :
         {"run/checkpoint/iter_10", "run/checkpoint/iter_9", "alone", ".hidden/m"})
        makeIndex(temp / name);
    makeIndex(temp / "alone/inner"); // part of a model
    const FoundModels found = findBelow(temp.path());
    EXPECT_THAT(namesOf(found),
                ElementsAre("alone", "run/checkpoint/iter_9", "run/checkpoint/iter_10"));
    EXPECT_THAT(found.problems, IsEmpty());
    EXPECT_EQ(found.models[0].folder, temp / "alone");
}

TEST_F(ModelCatalogue, a_root_that_is_a_model_is_one_and_a_slash_at_its_end_changes_nothing) {
    makeIndex(temp / "m");
    EXPECT_THAT(namesOf(findBelow(temp / "m/")), ElementsAre("m"));
}

TEST_F(ModelCatalogue, a_model_below_two_roots_is_listed_once_where_the_first_has_it) {
    makeIndex(temp / "a/m");
    const FoundModels found =
        findModels({{temp / "a", ModelPlace::Bundled}, {temp.path(), ModelPlace::Own}});
    ASSERT_THAT(found.models, SizeIs(1));
    EXPECT_EQ(found.models[0].place, ModelPlace::Bundled);
}

TEST_F(ModelCatalogue, the_hubs_cache_names_repositories_and_tells_old_revisions_apart) {
    const fs::path repository = temp / "models--prs-eth--marigold-iid";
    makeIndex(repository / "snapshots/0123456789abcdef");
    makeIndex(repository / "snapshots/fedcba9876543210");
    writeFile(repository / "refs/main", "fedcba9876543210\n");
    makeIndex(temp / "models--lone/snapshots/aaaa");
    writeFile(temp / "models--org--language-model/snapshots/bbbb/config.json", "{}");
    makeIndex(temp / "datasets--org--set/snapshots/cccc");
    const FoundModels found = findBelow(temp.path(), ModelPlace::Hub);
    EXPECT_THAT(namesOf(found),
                ElementsAre("lone", "prs-eth/marigold-iid", "prs-eth/marigold-iid @01234567"));
    EXPECT_EQ(found.models[1].place, ModelPlace::Hub);
}

TEST_F(ModelCatalogue, links_are_followed_and_one_that_leads_back_ends) {
    makeIndex(temp / "elsewhere/m");
    fs::create_directories(temp / "root/a/b");
    fs::create_directory_symlink(temp / "root", temp / "root/a/b/back");
    fs::create_directory_symlink("self", temp / "root/self");
    fs::create_directory_symlink(temp / "elsewhere/m", temp / "root/link");
    const FoundModels found = findBelow(temp / "root");
    EXPECT_THAT(namesOf(found), ElementsAre("link"));
    EXPECT_THAT(found.problems, IsEmpty());
}

TEST_F(ModelCatalogue, ten_thousand_files_are_no_model_and_no_problem) {
    fs::create_directories(temp / "renders");
    for (int i = 0; i < 10'000; ++i)
        std::ofstream(temp / ("renders/frame_" + std::to_string(i) + ".exr"));
    makeIndex(temp / "m");
    const FoundModels found = findBelow(temp.path());
    EXPECT_THAT(namesOf(found), ElementsAre("m"));
    EXPECT_THAT(found.problems, IsEmpty());
}

TEST_F(ModelCatalogue, a_root_with_more_folders_than_models_have_is_given_up_and_said) {
    for (int i = 0; i < 142; ++i)
        for (int j = 0; j < 142; ++j)
            fs::create_directories(temp / std::to_string(i) / std::to_string(j));
    const FoundModels found = findBelow(temp.path());
    ASSERT_THAT(found.problems, SizeIs(1));
    EXPECT_THAT(found.problems[0], HasSubstr("more than 20000 folders"));
}

TEST_F(ModelCatalogue, a_root_that_is_gone_is_said_unless_nobody_named_it) {
    const FoundModels found = findBelow(temp / "gone");
    ASSERT_THAT(found.problems, SizeIs(1));
    EXPECT_THAT(found.problems[0], HasSubstr((temp / "gone").string() + " is not there"));
    EXPECT_THAT(findModels({{temp / "gone", ModelPlace::Own, true}}).problems, IsEmpty());
}

// Root may read everything: who looks is somebody else.
TEST_F(ModelCatalogue, a_folder_that_may_not_be_read_is_said_and_stops_no_other) {
    makeIndex(temp / "locked/m");
    makeIndex(temp / "open/m");
    for (fs::path above = temp.path(); above != "/"; above = above.parent_path()) {
        std::error_code notOurs;
        fs::permissions(above,
                        fs::perms::group_read | fs::perms::others_read | fs::perms::group_exec |
                            fs::perms::others_exec,
                        fs::perm_options::add, notOurs);
    }
    fs::permissions(temp / "locked", fs::perms::none);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        constexpr uid_t kNobody = 65534;
        if (geteuid() == 0 && setuid(kNobody) != 0)
            _exit(3);
        const FoundModels found = findBelow(temp.path());
        const bool isSaid =
            found.problems.size() == 1 && found.problems[0].find("/locked") != std::string::npos;
        _exit(isSaid && namesOf(found) == std::vector<std::string>{"open/m"} ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    fs::permissions(temp / "locked", fs::perms::owner_all);
    EXPECT_EQ(status, 0);
}

TEST_F(ModelCatalogue, a_stop_ends_the_look) {
    makeIndex(temp / "m");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THAT(findModels({{temp.path(), ModelPlace::Own}}, stop.get_token()).models, IsEmpty());
}

TEST_F(ModelCatalogue, places_that_need_no_telling_follow_the_environment) {
    for (const char* folder : {"data/unlit/models", "hf/hub", "cache/huggingface/hub", "named"})
        fs::create_directories(temp / folder);
    const auto ownAndHub = [] {
        std::vector<ModelRoot> roots = standardModelRoots();
        std::erase_if(roots,
                      [](const ModelRoot& root) { return root.place == ModelPlace::Bundled; });
        return roots;
    };
    setenv("XDG_DATA_HOME", (temp / "data").c_str(), 1);
    setenv("XDG_CACHE_HOME", (temp / "cache").c_str(), 1);
    unsetenv("HF_HOME");
    unsetenv("HF_HUB_CACHE");
    const ModelRoot own{temp / "data/unlit/models", ModelPlace::Own};
    EXPECT_THAT(ownAndHub(),
                ElementsAre(own, ModelRoot{temp / "cache/huggingface/hub", ModelPlace::Hub}));
    setenv("HF_HOME", (temp / "hf").c_str(), 1);
    EXPECT_THAT(ownAndHub(), ElementsAre(own, ModelRoot{temp / "hf/hub", ModelPlace::Hub}));
    setenv("HF_HUB_CACHE", (temp / "named").c_str(), 1);
    setenv("XDG_DATA_HOME", "relative", 1); // to be ignored, says the specification
    setenv("HOME", (temp / "nobody").c_str(), 1);
    EXPECT_THAT(ownAndHub(), ElementsAre(ModelRoot{temp / "named", ModelPlace::Hub}));
}

TEST_F(ModelCatalogue, a_row_sums_up_a_sound_model) {
    const ModelRow row = rowOf(makeModel("m"));
    ASSERT_TRUE(row.summary) << row.failure->text();
    EXPECT_FALSE(row.failure);
    EXPECT_EQ(row.dtype(), "float32");
    EXPECT_GT(row.parameters(), 0U);
    EXPECT_GT(row.diskBytes, row.parameters() * 4); // weights, and the small files
    EXPECT_EQ(row.card.text, "");
}

TEST_F(ModelCatalogue, a_model_that_takes_no_picture_can_be_listed_but_not_used) {
    EXPECT_TRUE(rowOf(makeModel("m")).isUsable());
    const ModelRow row = rowOf(fs::path(UNLIT_DEFAULT_REFERENCE_DIR) / "tiny-sd21");
    ASSERT_TRUE(row.summary) << row.failure->text();
    EXPECT_FALSE(row.isUsable());
}

TEST_F(ModelCatalogue, a_half_copied_model_is_listed_with_what_is_wrong_and_what_to_do) {
    const fs::path folder = makeModel("m");
    const fs::path weights = folder / "unet/diffusion_pytorch_model.safetensors";
    fs::resize_file(weights, fs::file_size(weights) / 2);
    ModelRow row = rowOf(folder);
    ASSERT_TRUE(row.failure);
    EXPECT_THAT(row.failure->message, HasSubstr(weights.string()));
    EXPECT_FALSE(row.failure->hint.empty());
    fs::remove(weights);
    row = rowOf(folder);
    EXPECT_THAT(row.failure->message, HasSubstr("no weights"));
    // Copied so far: all parts, not yet the index.
    fs::remove(folder / "model_index.json");
    EXPECT_THAT(namesOf(findBelow(temp.path())), ElementsAre("m"));
    EXPECT_THAT(rowOf(folder).failure->message, HasSubstr("model_index.json"));
}

TEST_F(ModelCatalogue, a_folder_that_goes_between_finding_and_reading_says_so) {
    const fs::path folder = makeModel("drive/m");
    const FoundModels found = findBelow(temp.path());
    ASSERT_THAT(found.models, SizeIs(1));
    fs::rename(temp / "drive", temp / "unplugged");
    const ModelRow row = readModelRow(found.models[0]);
    ASSERT_TRUE(row.failure);
    EXPECT_EQ(row.failure->kind, ErrorKind::NotFound);
    EXPECT_EQ(row.failure->message, folder.string() + " is there no longer");
    EXPECT_THAT(row.failure->hint, HasSubstr("connect it"));
}

TEST_F(ModelCatalogue, a_download_that_broke_off_is_told_from_a_damaged_model) {
    const fs::path snapshot = temp / "models--org--name/snapshots/abcd";
    makeModel("models--org--name/snapshots/abcd");
    fs::remove(snapshot / "unet/diffusion_pytorch_model.safetensors");
    writeFile(temp / "models--org--name/blobs/1234.incomplete", "half");
    const FoundModels found = findBelow(temp.path(), ModelPlace::Hub);
    ASSERT_THAT(found.models, SizeIs(1));
    const ModelRow row = readModelRow(found.models[0]);
    ASSERT_TRUE(row.failure);
    EXPECT_THAT(row.failure->hint, HasSubstr("1 file of its download never arrived whole"));
}

TEST_F(ModelCatalogue, every_model_is_told_and_a_broken_one_stops_no_other) {
    makeModel("a");
    makeIndex(temp / "b");
    makeModel("c");
    std::vector<std::pair<std::string, bool>> told;
    const auto problems =
        catalogueModels({{temp.path(), ModelPlace::Own}}, {}, [&](const ModelRow& row) {
            told.emplace_back(row.found.name, !row.failure);
        });
    EXPECT_THAT(problems, IsEmpty());
    using testing::Pair;
    EXPECT_THAT(told, ElementsAre(Pair("a", true), Pair("b", false), Pair("c", true)));
}

TEST_F(ModelCatalogue, a_card_is_read_without_its_header_for_machines) {
    writeFile(temp / "README.md", "---\ntags:\n- x\nlicense: \"cc-by-4.0\"\n---\n# Title\ntext\n");
    ModelCard card = readModelCard(temp.path());
    EXPECT_EQ(card.license, "cc-by-4.0");
    EXPECT_EQ(card.text, "# Title\ntext\n");
    writeFile(temp / "README.md", "# Plain\n---\nlicense: none\n---\n");
    card = readModelCard(temp.path());
    EXPECT_EQ(card.license, "");
    EXPECT_EQ(card.text, "# Plain\n---\nlicense: none\n---\n");
    writeFile(temp / "README.md", "---\nnever closed");
    EXPECT_EQ(readModelCard(temp.path()).text, "---\nnever closed");
}

TEST_F(ModelCatalogue, a_card_that_is_huge_or_no_file_harms_nothing) {
    writeFile(temp / "README.md", std::string(2'000'000, 'x'));
    EXPECT_EQ(readModelCard(temp.path()).text.size(), 512U * 1024U);
    fs::remove(temp / "README.md");
    fs::create_directories(temp / "README.md");
    EXPECT_EQ(readModelCard(temp.path()).text, "");
}

TEST_F(ModelCatalogue, pipes_hold_nothing_up) {
    const fs::path model = makeModel("m");
    ASSERT_EQ(::mkfifo((model / "README.md").c_str(), 0600), 0);
    ModelRow row = rowOf(model);
    EXPECT_TRUE(row.summary.has_value());
    EXPECT_EQ(row.card.text, "");
    fs::remove(model / "unlit.json");
    ASSERT_EQ(::mkfifo((model / "unlit.json").c_str(), 0600), 0);
    row = rowOf(model);
    ASSERT_TRUE(row.failure.has_value());
    EXPECT_THAT(row.failure->message, HasSubstr("unlit.json is not a file"));
}
