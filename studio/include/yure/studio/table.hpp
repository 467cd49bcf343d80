/// A list of immutable values with ids. Copies share everything until one of them changes, so that a whole document can
/// be kept per undo step and handed to jobs for the price of a few pointers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace yure::studio {

enum class TableOrder {
    given,  ///< as inserted; `move` changes it
    by_id   ///< always sorted by id (bytes)
};

/// `T` needs a `std::uint64_t content_hash(const T&)` beside it, equal exactly for equal contents.
template <class T, TableOrder Order>
class Table {
  public:
    struct Entry {
        std::string id;
        std::shared_ptr<const T> value;
        std::uint64_t hash = 0;
    };
    using Entries = std::vector<Entry>;

    std::size_t size() const { return entries().size(); }
    bool empty() const { return entries().empty(); }
    typename Entries::const_iterator begin() const { return entries().begin(); }
    typename Entries::const_iterator end() const { return entries().end(); }
    const Entry& operator[](std::size_t index) const { return entries()[index]; }

    /// -1 when there is none.
    int index_of(std::string_view id) const {
        const Entries& list = entries();
        for (std::size_t i = 0; i < list.size(); ++i)
            if (list[i].id == id) return static_cast<int>(i);
        return -1;
    }
    /// Null when there is none.
    const T* find(std::string_view id) const {
        const int index = index_of(id);
        return index < 0 ? nullptr : entries()[static_cast<std::size_t>(index)].value.get();
    }
    std::shared_ptr<const T> share(std::string_view id) const {
        const int index = index_of(id);
        return index < 0 ? nullptr : entries()[static_cast<std::size_t>(index)].value;
    }

    /// Puts a value in the place of the one with that id, or at the end (or where its id sorts).
    void set(std::string_view id, T value) {
        auto shared = std::make_shared<const T>(std::move(value));
        const std::uint64_t hash = content_hash(*shared);
        auto list = std::make_shared<Entries>(entries());
        const int index = index_of(id);
        if (index >= 0) {
            (*list)[static_cast<std::size_t>(index)] = {std::string(id), std::move(shared), hash};
        } else {
            auto place = list->end();
            if constexpr (Order == TableOrder::by_id)
                place = std::lower_bound(list->begin(), list->end(), id,
                                         [](const Entry& entry, std::string_view key) { return entry.id < key; });
            list->insert(place, {std::string(id), std::move(shared), hash});
        }
        entries_ = std::move(list);
    }
    bool erase(std::string_view id) {
        const int index = index_of(id);
        if (index < 0) return false;
        auto list = std::make_shared<Entries>(entries());
        list->erase(list->begin() + index);
        entries_ = std::move(list);
        return true;
    }
    /// Puts an entry at another place; `to` is clamped. Only for tables in the order given.
    bool move(std::string_view id, std::size_t to)
        requires(Order == TableOrder::given)
    {
        const int index = index_of(id);
        if (index < 0) return false;
        auto list = std::make_shared<Entries>(entries());
        Entry entry = std::move((*list)[static_cast<std::size_t>(index)]);
        list->erase(list->begin() + index);
        list->insert(list->begin() + static_cast<std::ptrdiff_t>(std::min(to, list->size())), std::move(entry));
        entries_ = std::move(list);
        return true;
    }

  private:
    const Entries& entries() const {
        static const Entries none;
        return entries_ ? *entries_ : none;
    }
    std::shared_ptr<const Entries> entries_;
};

}  // namespace yure::studio
