/// Every verb of the program. Each function announces one verb with its options and sets `context.run` when it is
/// chosen.
#pragma once

namespace CLI {
class App;
}

namespace yure::cli {

class Context;

void add_info(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_rewrite(CLI::App& app, Context& context);
void add_eval(CLI::App& app, Context& context);
void add_play(CLI::App& app, Context& context);
void add_curve(CLI::App& app, Context& context);
void add_bake(CLI::App& app, Context& context);
void add_demo(CLI::App& app, Context& context);
void add_chain(CLI::App& app, Context& context);
void add_simulate(CLI::App& app, Context& context);
void add_try(CLI::App& app, Context& context);

}  // namespace yure::cli
