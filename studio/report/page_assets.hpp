/// The sources of the report page, compiled in from studio/report/assets.
#pragma once

#include <string_view>

namespace yure::studio::page_assets {

std::string_view html();  ///< with {{marks}} where the rest goes
std::string_view css();
std::string_view script();      ///< all files, in order
std::string_view strings_en();  ///< one JSON object of texts a language
std::string_view strings_zh();
std::string_view strings_ja();

}  // namespace yure::studio::page_assets
