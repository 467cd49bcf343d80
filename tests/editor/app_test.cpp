#include <set>

#include "editor/windowless.hpp"
#include "widgets/widget_map.hpp"

using namespace yure;
using namespace yure::editor;

TEST_CASE("the start page opens the demo character, and widgets have one path each", "[editor][app]") {
    Windowless window;
    require_ok(window.play("wait 3\nexpect canvas/picture0\nclick start/demo\nwait 3\nexpect_no_errors"));
    REQUIRE(window.app().workbench().session() != nullptr);
    CHECK(window.painter().pictures() > 0);
    window.frames(2);
    CAPTURE(widget_map().repeated());
    CHECK(widget_map().repeated().empty());
}

TEST_CASE("every disabled control says why, in every panel, with and without a project", "[editor][app]") {
    Windowless window;
    for (const bool with_project : {false, true}) {
        if (with_project) require_ok(window.play("do file.demo\nwait 3"));
        for (const std::string& panel : window.app().panel_ids()) {
            window.app().layout().show(panel);
            window.frames(3);
            for (const WidgetInfo& widget : widget_map().all()) {
                CAPTURE(panel, widget.path);
                CHECK((widget.enabled || !widget.reason.empty()));
            }
            CAPTURE(panel, widget_map().repeated());
            CHECK(widget_map().repeated().empty());
        }
    }
    for (const Action& action : window.app().workbench().actions.all()) {
        CAPTURE(action.id);
        CHECK(has_text("action." + action.id));
    }
    for (const std::string& panel : window.app().panel_ids()) CHECK(has_text("panel." + panel));
}

TEST_CASE("dragging a parameter holds it, the cross lets it go", "[editor][app]") {
    Windowless window;
    require_ok(window.play("do file.demo\nwait 3\nwait_for parameters/ParamAngleX/value\nslide parameters/ParamAngleX/value 1"));
    Workbench& workbench = window.app().workbench();
    const int row = workbench.geometry()->rig.find_parameter("ParamAngleX");
    REQUIRE(workbench.preview.driver().held(row).has_value());
    CHECK(*workbench.preview.driver().held(row) == Approx(workbench.geometry()->rig.parameters()[static_cast<std::size_t>(row)].max).margin(0.5));
    require_ok(window.play("click parameters/ParamAngleX/release"));
    CHECK_FALSE(workbench.preview.driver().held(row).has_value());
    require_ok(window.play("set parameters/ParamAngleX/value -12.5"));
    REQUIRE(workbench.preview.driver().held(row).has_value());
    CHECK(*workbench.preview.driver().held(row) == -12.5f);
}

TEST_CASE("a drag on the canvas turns the head; another tool selects meshes", "[editor][app]") {
    Windowless window;
    require_ok(window.play("do file.demo\nwait 3\nkey D\nhold 1000 600 1800 600 20\nwait 30"));
    Workbench& workbench = window.app().workbench();
    CHECK(workbench.preview.driver().look().x > 0.2f);
    require_ok(window.play("release\nwait 60\nkey V\nexpect canvas/tool.select on"));
    const rig::Canvas& canvas = workbench.geometry()->model->puppet.canvas;
    require_ok(window.play("stroke 1 1 " + std::to_string(canvas.width - 1) + " " + std::to_string(canvas.height - 1)));
    CHECK(workbench.selection.meshes.size() > 10);
    require_ok(window.play("do edit.deselect"));
    CHECK(workbench.selection.meshes.empty());
}

TEST_CASE("commands from the interface are steps that undo, and a drag is one step", "[editor][app]") {
    Windowless window;
    require_ok(window.play("do file.demo\nwait 3"));
    Workbench& workbench = window.app().workbench();
    const std::string mesh(workbench.geometry()->model->puppet.mesh.id[0].view());
    studio::Json result;
    REQUIRE(workbench.apply("body.add", {{"meshes", {mesh}}, {"kind", "hair"}}, &result));
    REQUIRE(workbench.document().bodies.size() == 1);
    window.frames(2);
    CHECK(workbench.preview.reference() != nullptr);
    require_ok(window.play("expect_gone unsaved/save\nkey Ctrl+Z"));
    CHECK(workbench.document().bodies.empty());
    require_ok(window.play("key Ctrl+Shift+Z"));
    CHECK(workbench.document().bodies.size() == 1);
    CHECK_FALSE(workbench.apply("body.set", {{"body", "nobody"}, {"modes", 2}}));
    CHECK(workbench.toasts.log().back().kind == ToastKind::error);
}

TEST_CASE("leaving with unsaved changes asks; saving goes through the dialog", "[editor][app]") {
    Windowless window;
    require_ok(window.play("do file.demo\nwait 3"));
    Workbench& workbench = window.app().workbench();
    const std::string mesh(workbench.geometry()->model->puppet.mesh.id[0].view());
    REQUIRE(workbench.apply("body.add", {{"meshes", {mesh}}, {"kind", "hair"}}));
    require_ok(window.play("key Ctrl+Q\nwait_for unsaved/cancel\nclick unsaved/cancel\nwait 2\nexpect_gone unsaved/cancel"));
    CHECK_FALSE(window.app().quits());
    const tests::TemporaryFolder folder;
    require_ok(window.play("key Ctrl+Q\nwait_for unsaved/save\nclick unsaved/save\nwait_for files/accept\nset files/path \"" +
                           folder.path().string() + "\"\nset files/name \"工程 é\"\nwait 3"));
    CHECK(window.app().quits());
    CHECK(std::filesystem::is_regular_file(folder.path() / std::filesystem::path(u8"工程 é.yure")));
}

TEST_CASE("languages, themes and scales change at any moment, ids do not", "[editor][app]") {
    Windowless window;
    require_ok(window.play("do file.demo\nwait 3"));
    std::set<std::string> first;
    for (const char* language : {"en", "zh-Hans", "ja"})
        for (const char* theme : {"dark", "light"})
            for (const char* scale : {"1", "1.5"}) {
                require_ok(window.play(std::string("language ") + language + "\ntheme " + theme + "\nscale " + scale + "\nwait 2"));
                std::set<std::string> paths;
                for (const WidgetInfo& widget : widget_map().all())
                    if (widget.path.starts_with("tab/") || widget.path.starts_with("menu/")) paths.insert(widget.path);
                if (first.empty()) first = paths;
                CHECK(paths == first);
            }
    require_ok(window.play("language en\ntheme dark\nscale 1"));
}
