/// Long work in the background: a queue, worker threads, progress, cancellation. A job computes on a worker from what
/// it was given, and is finished (committed) on the thread that owns the queue, inside of `poll` or `wait`.
///
/// With no workers a job runs to its end inside of `submit`, on the calling thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/core/work.hpp"
#include "yure/studio/document.hpp"

namespace yure::studio {

using JobId = std::uint64_t;

enum class JobState { queued, running, done, failed, cancelled };
const char* job_state_name(JobState state);
inline bool is_over(JobState state) {
    return state == JobState::done || state == JobState::failed || state == JobState::cancelled;
}

struct JobInfo {
    JobId id = 0;
    std::string kind;                   ///< "bake", "compare", "simulate", "try", "export"
    std::string label;                  ///< "Bake hair, skirt"
    std::vector<std::string> subjects;  ///< bodies
    JobState state = JobState::queued;
    std::string stage;      ///< step it is at: "hair: recording"
    double fraction = 0.0;  ///< 0..1 of the whole; never less than before
    Json result;            ///< when done
    Error error;            ///< when failed
    Notices notices;
};

/// What `finish` made of a job.
struct JobEnd {
    Status status;
    Json result;
    Notices notices;
    bool again = false;  ///< run it once more: the world has moved meanwhile
};

struct JobTask {
    std::string kind, label;
    std::vector<std::string> subjects;
    std::string lane;  ///< jobs of one lane never run side by side; empty = no lane
    /// On a worker. Looks at `work.is_cancelled()` often. An error ends the job; nothing is finished then.
    std::function<Status(const Work& work)> run;
    /// On the owner's thread, once `run` has succeeded and the job was not cancelled meanwhile.
    std::function<JobEnd()> finish;
};

class JobQueue {
  public:
    /// `workers` threads (0 = inline); each job gets a parallel loop over `threads` (0 = all of the machine).
    explicit JobQueue(int workers, int threads = 0);
    /// Cancels everything and waits for the workers.
    ~JobQueue();
    JobQueue(const JobQueue&) = delete;
    JobQueue& operator=(const JobQueue&) = delete;

    JobId submit(JobTask task);
    /// A queued job is gone at once, a running one as soon as it notices. False when it is over already or unknown.
    bool cancel(JobId id);
    void cancel_all();

    /// A job whose id is 0 is unknown. The last 200 jobs that are over are remembered.
    JobInfo info(JobId id) const;
    std::vector<JobInfo> list() const;  ///< oldest first
    bool busy() const;                  ///< something is queued, running or waits to be finished

    /// Finishes what has been computed. True when any job changed since the last call (progress included).
    bool poll();
    /// Polls until the job is over or the time is up (negative = as long as it takes); its info then.
    JobInfo wait(JobId id, double seconds = -1.0);
    /// Called from any thread whenever something is to be polled.
    void on_wake(std::function<void()> wake);

  private:
    struct Shared;
    struct Entry;
    std::shared_ptr<Shared> shared_;
};

}  // namespace yure::studio
