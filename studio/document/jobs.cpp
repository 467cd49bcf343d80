#include "yure/studio/jobs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "yure/baker/bake.hpp"
#include "yure/studio/parallel.hpp"

namespace yure::studio {

struct JobQueue::Entry {
    JobInfo info;  // guarded by Shared::mutex
    JobTask task;
    std::atomic<bool> cancel = false;
    Status outcome;
    bool computed = false;  // waits to be finished
};

struct JobQueue::Shared {
    mutable std::mutex mutex;
    std::condition_variable work, changed;
    std::deque<std::shared_ptr<Entry>> entries;  // oldest first
    JobId next = 1;
    bool closing = false, dirty = false;
    ParallelFor loop;
    std::function<void()> wake;
    std::vector<std::thread> workers;

    std::shared_ptr<Entry> find(JobId id) const {
        for (const auto& entry : entries)
            if (entry->info.id == id) return entry;
        return nullptr;
    }

    bool lane_taken(const std::string& lane) const {
        return !lane.empty() && std::any_of(entries.begin(), entries.end(), [&](const auto& entry) {
            return entry->task.lane == lane && (entry->info.state == JobState::running);
        });
    }

    std::shared_ptr<Entry> take() const {
        for (const auto& entry : entries)
            if (entry->info.state == JobState::queued && !lane_taken(entry->task.lane)) return entry;
        return nullptr;
    }

    void tell() {
        std::function<void()> call;
        {
            const std::lock_guard lock(mutex);
            dirty = true;
            call = wake;
        }
        changed.notify_all();
        if (call) call();
    }

    Work work_of(const std::shared_ptr<Entry>& entry) {
        Work given;
        given.parallel_for = loop;
        given.cancelled = [entry] { return entry->cancel.load(std::memory_order_relaxed); };
        given.progress = [this, entry](std::string_view stage, double fraction) {
            bool news = false;
            {
                const std::lock_guard lock(mutex);
                const double now = std::clamp(fraction, 0.0, 1.0);
                news = entry->info.stage != stage || now >= entry->info.fraction + 0.005;
                if (!news) return;
                entry->info.stage = std::string(stage);
                entry->info.fraction = std::max(entry->info.fraction, now);
            }
            tell();
        };
        return given;
    }

    void compute(const std::shared_ptr<Entry>& entry) {
        Status outcome;
        try {
            outcome = entry->task.run(work_of(entry));
        } catch (const std::exception& fault) {  // memory, most likely; one job must not take the program along
            outcome = Error{entry->info.kind, std::string("failed unexpectedly: ") + fault.what()};
        }
        {
            const std::lock_guard lock(mutex);
            entry->outcome = std::move(outcome);
            entry->computed = true;
        }
        tell();
    }

    void work_loop() {
        for (;;) {
            std::shared_ptr<Entry> entry;
            {
                std::unique_lock lock(mutex);
                work.wait(lock, [&] { return closing || (entry = take()) != nullptr; });
                if (closing) return;
                entry->info.state = JobState::running;
            }
            tell();
            compute(entry);
        }
    }

    void end(Entry& entry, JobState state) {  // with the lock
        entry.info.state = state;
        if (state == JobState::done) entry.info.fraction = 1.0;
        entry.computed = false;
        entry.task.run = nullptr;
        entry.task.finish = nullptr;
        dirty = true;
        std::size_t over = 0;
        for (const auto& known : entries) over += is_over(known->info.state) ? 1u : 0u;
        for (auto it = entries.begin(); over > 200 && it != entries.end();)
            if (is_over((*it)->info.state)) {
                it = entries.erase(it);
                --over;
            } else {
                ++it;
            }
    }

    /// On the owner's thread, without the lock: `finish` may do anything but start to wait.
    void finish(const std::shared_ptr<Entry>& entry) {
        Status outcome;
        bool cancelled = false;
        {
            const std::lock_guard lock(mutex);
            outcome = entry->outcome;
            cancelled = entry->cancel;
        }
        JobEnd done;
        const bool good = outcome.ok() && !cancelled;
        if (good && entry->task.finish) done = entry->task.finish();
        {
            const std::lock_guard lock(mutex);
            if (good && done.again) {
                entry->info.state = JobState::queued;
                entry->info.fraction = 0.0;
                entry->computed = false;
                dirty = true;
            } else if (cancelled || (!outcome.ok() && baker::is_cancelled(outcome.error()))) {
                end(*entry, JobState::cancelled);
            } else {
                const Status& status = outcome.ok() ? done.status : outcome;
                entry->info.result = std::move(done.result);
                entry->info.notices = std::move(done.notices);
                if (!status.ok()) entry->info.error = status.error();
                end(*entry, status.ok() ? JobState::done : JobState::failed);
            }
        }
        work.notify_all();
    }

    void finish_computed() {
        for (;;) {
            std::shared_ptr<Entry> ready;
            {
                const std::lock_guard lock(mutex);
                for (const auto& entry : entries)
                    if (entry->computed) {
                        ready = entry;
                        break;
                    }
            }
            if (!ready) return;
            finish(ready);
        }
    }
};

const char* job_state_name(JobState state) {
    switch (state) {
        case JobState::queued:
            return "queued";
        case JobState::running:
            return "running";
        case JobState::done:
            return "done";
        case JobState::failed:
            return "failed";
        case JobState::cancelled:
            return "cancelled";
    }
    return "";
}

JobQueue::JobQueue(int workers, int threads) : shared_(std::make_shared<Shared>()) {
    shared_->loop = parallel_for(threads);
    for (int i = 0; i < workers; ++i) shared_->workers.emplace_back([shared = shared_.get()] { shared->work_loop(); });
}

JobQueue::~JobQueue() {
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->closing = true;
        shared_->wake = nullptr;
        for (const auto& entry : shared_->entries) entry->cancel = true;
    }
    shared_->work.notify_all();
    for (std::thread& worker : shared_->workers) worker.join();
}

JobId JobQueue::submit(JobTask task) {
    auto entry = std::make_shared<Entry>();
    {
        const std::lock_guard lock(shared_->mutex);
        entry->info.id = shared_->next++;
        entry->info.kind = task.kind;
        entry->info.label = task.label;
        entry->info.subjects = task.subjects;
        entry->task = std::move(task);
        shared_->entries.push_back(entry);
        shared_->dirty = true;
        if (shared_->workers.empty()) entry->info.state = JobState::running;
    }
    if (!shared_->workers.empty()) {
        shared_->work.notify_all();
        return entry->info.id;
    }
    for (bool again = true; again;) {
        shared_->compute(entry);
        shared_->finish(entry);
        const std::lock_guard lock(shared_->mutex);
        again = entry->info.state == JobState::queued;
        if (again) entry->info.state = JobState::running;
    }
    return entry->info.id;
}

bool JobQueue::cancel(JobId id) {
    {
        const std::lock_guard lock(shared_->mutex);
        const auto entry = shared_->find(id);
        if (!entry || is_over(entry->info.state)) return false;
        entry->cancel = true;
        if (entry->info.state == JobState::queued) shared_->end(*entry, JobState::cancelled);
    }
    shared_->tell();
    return true;
}

void JobQueue::cancel_all() {
    for (const JobInfo& job : list()) cancel(job.id);
}

JobInfo JobQueue::info(JobId id) const {
    const std::lock_guard lock(shared_->mutex);
    const auto entry = shared_->find(id);
    return entry ? entry->info : JobInfo{};
}

std::vector<JobInfo> JobQueue::list() const {
    const std::lock_guard lock(shared_->mutex);
    std::vector<JobInfo> jobs;
    for (const auto& entry : shared_->entries) jobs.push_back(entry->info);
    return jobs;
}

bool JobQueue::busy() const {
    const std::lock_guard lock(shared_->mutex);
    return std::any_of(shared_->entries.begin(), shared_->entries.end(),
                       [](const auto& entry) { return !is_over(entry->info.state); });
}

bool JobQueue::poll() {
    shared_->finish_computed();
    const std::lock_guard lock(shared_->mutex);
    return std::exchange(shared_->dirty, false);
}

JobInfo JobQueue::wait(JobId id, double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    for (;;) {
        shared_->finish_computed();
        std::unique_lock lock(shared_->mutex);
        const auto entry = shared_->find(id);
        if (!entry) return {};
        if (is_over(entry->info.state)) return entry->info;
        if (seconds >= 0 && std::chrono::steady_clock::now() >= end) return entry->info;
        const auto ready = [&] {
            return std::any_of(shared_->entries.begin(), shared_->entries.end(), [](const auto& e) { return e->computed; });
        };
        if (ready()) continue;
        if (seconds < 0)
            shared_->changed.wait_for(lock, std::chrono::milliseconds(200));
        else
            shared_->changed.wait_until(lock, std::chrono::time_point_cast<std::chrono::steady_clock::duration>(end));
    }
}

void JobQueue::on_wake(std::function<void()> wake) {
    const std::lock_guard lock(shared_->mutex);
    shared_->wake = std::move(wake);
}

}  // namespace yure::studio
