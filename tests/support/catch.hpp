/// Catch2 (version 2), the only place that names it.
#pragma once

#include <catch2/catch.hpp>
