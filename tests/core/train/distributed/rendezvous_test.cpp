// Who a process is among several, as launchers tell it.
#include "core/base/error.h"
#include "core/train/distributed/meeting_port.h"
#include "core/train/distributed/peers.h"
#include "core/train/distributed/rendezvous.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <thread>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace unlit;
using train::Rendezvous;
using train::rendezvousOf;

namespace {

train::Environment of(const std::map<std::string, std::string>& variables) {
    return [variables](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
}

} // namespace

TEST(RendezvousOf, torchruns_variables) {
    const auto meeting = rendezvousOf(of({{"RANK", "5"},
                                          {"WORLD_SIZE", "8"},
                                          {"LOCAL_RANK", "1"},
                                          {"MASTER_ADDR", "node01"},
                                          {"MASTER_PORT", "29500"}}));
    ASSERT_TRUE(meeting);
    EXPECT_EQ(
        *meeting,
        (Rendezvous{
            .rank = 5, .size = 8, .localRank = 1, .file = {}, .host = "node01", .port = 29500}));
    EXPECT_FALSE(meeting->isFirst());
}

TEST(RendezvousOf, slurms_variables_of_a_step) {
    const auto meeting = rendezvousOf(of({{"SLURM_PROCID", "0"},
                                          {"SLURM_STEP_NUM_TASKS", "4"},
                                          {"SLURM_LOCALID", "0"},
                                          {"SLURM_STEP_NODELIST", "gpu[07-08,11]"},
                                          {"SLURM_JOB_ID", "41234"}}));
    ASSERT_TRUE(meeting);
    EXPECT_EQ(meeting->host, "gpu07");
    EXPECT_EQ(meeting->size, 4);
    EXPECT_EQ(meeting->port, 20000 + 41234 % 20000);
    EXPECT_FALSE(rendezvousOf(of({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}})))
        << "a batch script runs once";
}

TEST(RendezvousOf, open_mpis_variables) {
    const auto meeting = rendezvousOf(of({{"OMPI_COMM_WORLD_RANK", "1"},
                                          {"OMPI_COMM_WORLD_SIZE", "2"},
                                          {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                                          {"MASTER_ADDR", "10.0.0.1"},
                                          {"MASTER_PORT", "4000"}}));
    ASSERT_TRUE(meeting);
    EXPECT_EQ(meeting->rank, 1);
    EXPECT_EQ(meeting->host, "10.0.0.1");
}

TEST(RendezvousOf, nothing_where_there_is_one_process) {
    EXPECT_FALSE(rendezvousOf(of({})));
    EXPECT_FALSE(rendezvousOf(of({{"RANK", "0"}, {"WORLD_SIZE", "1"}})));
    EXPECT_FALSE(rendezvousOf(of({{"WORLD_SIZE", "4"}})));
}

TEST(RendezvousOf, a_file_needs_no_address) {
    const auto meeting = rendezvousOf(
        of({{"RANK", "1"}, {"WORLD_SIZE", "2"}, {train::kRendezvousFile, "/x/store"}}));
    ASSERT_TRUE(meeting);
    EXPECT_EQ(meeting->file, "/x/store");
    EXPECT_EQ(meeting->localRank, 1);
}

TEST(RendezvousOf, what_does_not_fit_is_said) {
    const std::map<std::string, std::string> good = {
        {"RANK", "0"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "a"}, {"MASTER_PORT", "1"}};
    const auto wrong = [&](const std::string& name, const std::string& value) {
        std::map<std::string, std::string> variables = good;
        variables[name] = value;
        try {
            (void)rendezvousOf(of(variables));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_NE(wrong("WORLD_SIZE", "two").find("WORLD_SIZE is \"two\""), std::string::npos);
    EXPECT_NE(wrong("RANK", "2").find("RANK is 2 and WORLD_SIZE is 2"), std::string::npos);
    EXPECT_NE(wrong("RANK", "-1").find("RANK is \"-1\""), std::string::npos);
    EXPECT_NE(wrong("MASTER_PORT", "65536").find("MASTER_PORT"), std::string::npos);
    EXPECT_NE(wrong("MASTER_ADDR", "").find("MASTER_ADDR does not say"), std::string::npos);
}

TEST(HostAndPort, is_split_at_the_last_colon) {
    EXPECT_EQ(train::hostAndPort("node01:29500"),
              std::pair(std::string("node01"), std::uint16_t{29500}));
    EXPECT_EQ(train::hostAndPort("fe80::1:29500")->first, "fe80::1");
    for (const char* wrong : {"node01", "node01:", ":29500", "node01:0", "node01:70000", "a:1b"})
        EXPECT_FALSE(train::hostAndPort(wrong)) << wrong;
}

TEST(FirstHostOf, slurms_lists) {
    EXPECT_EQ(train::firstHostOf("node03"), "node03");
    EXPECT_EQ(train::firstHostOf("node[03-05,9],login1"), "node03");
    EXPECT_EQ(train::firstHostOf("node[7]"), "node7");
    EXPECT_EQ(train::firstHostOf("a,b[1-2]"), "a");
}

TEST(MeetingPort, out_of_reach_is_said) {
    const auto problemOf = [](const Rendezvous& meeting) {
        try {
            train::requirePort(meeting, std::chrono::seconds(0));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("none");
    };
    Rendezvous meeting{.rank = 1, .size = 2, .localRank = 1, .file = {}, .host = {}, .port = 9};
    meeting.host = "nowhere.invalid";
    EXPECT_NE(problemOf(meeting).find("cannot meet the others at nowhere.invalid:9"),
              std::string::npos);
    meeting.host = "127.0.0.1";
    EXPECT_NE(problemOf(meeting).find("Connection refused"), std::string::npos)
        << problemOf(meeting);
    meeting.rank = 0;
    EXPECT_EQ(problemOf(meeting), "none") << "the first one listens there itself";
}

TEST(OwnAddress, is_that_which_the_first_process_is_reached_from) {
    const auto towards = [](const std::string& host) {
        return train::ownAddress(
            {.rank = 1, .size = 2, .localRank = 1, .file = {}, .host = host, .port = 9});
    };
    EXPECT_EQ(towards("127.0.0.1"), "127.0.0.1");
    EXPECT_EQ(towards("0.0.0.0"), "127.0.0.1") << "this machine";
    EXPECT_THROW(towards("nowhere.invalid"), Error);
}

namespace {

/// A port of this machine at which somebody listens who never says anything.
class SilentPort {
public:
    SilentPort() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        EXPECT_EQ(bind(m_listening, reinterpret_cast<sockaddr*>(&address), length), 0);
        EXPECT_EQ(listen(m_listening, 4), 0);
        EXPECT_EQ(getsockname(m_listening, reinterpret_cast<sockaddr*>(&address), &length), 0);
        m_number = ntohs(address.sin_port);
    }

    ~SilentPort() { close(m_listening); }

    SilentPort(const SilentPort&) = delete;
    SilentPort& operator=(const SilentPort&) = delete;

    Rendezvous meeting(int rank) const {
        return {.rank = rank,
                .size = 2,
                .localRank = rank,
                .file = {},
                .host = "127.0.0.1",
                .port = m_number};
    }

    /// The next that comes, which the caller closes; negative after hush().
    int accepted() const { return accept(m_listening, nullptr, nullptr); }

    /// Nobody else is waited for.
    void hush() const { shutdown(m_listening, SHUT_RDWR); }

    /// Says so to the next that comes, whatever he asks, and waits until he has left.
    void say(const std::string& answer) const {
        const int caller = accepted();
        if (caller < 0)
            return;
        EXPECT_EQ(send(caller, answer.data(), answer.size(), MSG_NOSIGNAL),
                  static_cast<ssize_t>(answer.size()));
        std::array<char, 256> heard{};
        while (recv(caller, heard.data(), heard.size(), 0) > 0)
            continue;
        close(caller);
    }

private:
    int m_listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    std::uint16_t m_number = 0;
};

} // namespace

TEST(MeetingPort, that_is_taken_is_said) {
    const SilentPort port;
    EXPECT_THROW(train::requirePort(port.meeting(0), std::chrono::seconds(0)), Error);
}

namespace {

/// What this process is told that met nobody within a second; "" where this LibTorch cannot meet.
std::string problemOfMeeting(const Rendezvous& meeting) {
    try {
        train::Peers::meet(meeting, std::chrono::seconds(1), {});
        return "none";
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Unsupported ? "" : error.what();
    }
}

} // namespace

TEST(MeetingPort, that_does_not_answer_is_given_up) {
    // Never closed: LibTorch's thread that still listens there would end the program.
    static const auto* const port = new SilentPort;
    const std::string problem = problemOfMeeting(port->meeting(1));
    if (problem.empty())
        GTEST_SKIP() << "no c10d";
    EXPECT_NE(problem.find("who listens there does not answer"), std::string::npos) << problem;
}

TEST(MeetingPort, of_another_program_is_said) {
    const SilentPort port;
    std::thread server([&port] {
        close(port.accepted()); // requirePort() has seen that it can be reached
        port.say("HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    const std::string problem = problemOfMeeting(port.meeting(1));
    port.hush();
    server.join();
    if (problem.empty())
        GTEST_SKIP() << "no c10d";
    EXPECT_NE(problem.find("cannot meet the others at"), std::string::npos) << problem;
}

TEST(MeetingPort, to_which_nobody_comes_names_who_is_missing) {
    const Rendezvous meeting = [] { return SilentPort().meeting(0); }(); // free again
    const std::string problem = problemOfMeeting(meeting);
    if (problem.empty())
        GTEST_SKIP() << "no c10d";
    EXPECT_NE(problem.find("process 1 of 2 has not come within 1 s"), std::string::npos) << problem;
}
