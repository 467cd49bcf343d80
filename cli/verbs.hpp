/// Every verb of the program. Each function announces one verb with its options and sets `context.run` when it is
/// chosen.
#pragma once

namespace CLI {
class App;
}

namespace yure::cli {

class Context;

void add_info(CLI::App& app, Context& context);
void add_mcp(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_report(CLI::App& app, Context& context);
void add_rewrite(CLI::App& app, Context& context);
void add_eval(CLI::App& app, Context& context);
void add_play(CLI::App& app, Context& context);
void add_curve(CLI::App& app, Context& context);
void add_bake(CLI::App& app, Context& context);
void add_bench_suite(CLI::App& app, Context& context);
void add_demo(CLI::App& app, Context& context);
void add_chain(CLI::App& app, Context& context);
void add_new(CLI::App& app, Context& context);
void add_preset(CLI::App& app, Context& context);
void add_body(CLI::App& app, Context& context);
void add_group(CLI::App& app, Context& context);
void add_compare(CLI::App& app, Context& context);
void add_export(CLI::App& app, Context& context);
void add_undo(CLI::App& app, Context& context);  ///< undo, redo, log
void add_run(CLI::App& app, Context& context);
void add_simulate(CLI::App& app, Context& context);
void add_try(CLI::App& app, Context& context);
void add_completions(CLI::App& app, Context& context);
void add_manual(CLI::App& app, Context& context);

}  // namespace yure::cli
