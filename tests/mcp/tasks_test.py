"""Long jobs as tasks: the extension of 2026-07-28, the experimental tasks of 2025-11-25, and progress and cancelling without either."""
import time
import unittest

from client import LEGACY, Server
from harness import ModelTest

EXTENSION = "io.modelcontextprotocol/tasks"


class Declaring(Server):
    capabilities = {"extensions": {EXTENSION: {}}}


class Tasks(ModelTest):
    def body(self, server, **settings):
        p = server.good("project_new", model="small")["project_id"]
        server.good("simulation_put", project_id=p, id="hair", targets=["Hair"], auto_bake=False, inputs=["ParamAngleX"], force_inputs=["ParamAngleX"],
                    **{"quality": "classic", **settings})
        return p

    def test_a_client_that_declares_tasks_gets_a_handle_and_polls_it(self):
        with Declaring(self.folder) as server:
            self.assertIn(EXTENSION, server.request("server/discover")["result"]["capabilities"]["extensions"])
            p = self.body(server)
            made = server.request("tools/call", {"name": "simulation_bake", "arguments": {"project_id": p}})["result"]
            self.assertEqual((made["resultType"], made["status"]), ("task", "working"))
            self.assertNotIn("content", made)
            for _ in range(600):
                task = server.request("tasks/get", {"taskId": made["taskId"]})["result"]
                self.assertEqual((task["resultType"], task["taskId"]), ("complete", made["taskId"]))
                if task["status"] != "working":
                    break
                time.sleep(0.1)
            self.assertEqual(task["status"], "completed", task)
            content = task["result"]["structuredContent"]
            self.assertEqual(content["job"]["status"], "done")
            server.validate("simulation_bake", content)
            self.assertEqual(server.request("tasks/update", {"taskId": made["taskId"], "inputResponses": {}})["result"], {"resultType": "complete"})
            # short calls are answered as ever
            self.assertEqual(server.good("workspace_inspect", project_id=p)["simulations"][0]["bake_state"], "fresh")

    def test_a_cancelled_task_keeps_nothing(self):
        with Declaring(self.folder) as server:
            p = self.body(server, quality="best")
            made = server.request("tools/call", {"name": "simulation_bake", "arguments": {"project_id": p}})["result"]
            self.assertEqual(server.request("tasks/cancel", {"taskId": made["taskId"]})["result"], {"resultType": "complete"})
            for _ in range(600):
                task = server.request("tasks/get", {"taskId": made["taskId"]})["result"]
                if task["status"] != "working":
                    break
                time.sleep(0.05)
            self.assertEqual(task["status"], "cancelled", task)
            self.assertNotIn("result", task)
            self.assertEqual(server.good("workspace_inspect", project_id=p)["simulations"][0]["bake_state"], "unbaked")
            self.assertEqual(server.request("tasks/get", {"taskId": "task-99"})["error"]["code"], -32602)

    def test_who_does_not_declare_tasks_never_gets_one(self):
        with Server(self.folder) as server:
            p = self.body(server)
            answer = server.request("tools/call", {"name": "simulation_bake", "arguments": {"project_id": p}})["result"]
            self.assertEqual(answer["resultType"], "complete")
            self.assertIn("job_id", answer["structuredContent"]["job"])
            self.assertEqual(server.request("tasks/get", {"taskId": "task-1"})["error"]["code"], -32601)
        with Server(self.folder, LEGACY[1]) as server:
            self.assertNotIn("tasks", server.hello["result"]["capabilities"])
            self.assertNotIn("execution", server.request("tools/list")["result"]["tools"][0])
            self.assertEqual(server.request("tasks/list")["error"]["code"], -32601)

    def test_tasks_of_2025_11_25(self):
        with Server(self.folder, LEGACY[0]) as server:
            self.assertIn("call", server.hello["result"]["capabilities"]["tasks"]["requests"]["tools"])
            support = {t["name"]: t.get("execution", {}).get("taskSupport") for t in server.request("tools/list")["result"]["tools"]}
            self.assertEqual((support["simulation_bake"], support["undo"]), ("optional", None))
            p = self.body(server)
            made = server.request("tools/call", {"name": "simulation_bake", "arguments": {"project_id": p}, "task": {"ttl": 60000}})["result"]["task"]
            self.assertEqual(made["status"], "working")
            self.assertIn(made["taskId"], [t["taskId"] for t in server.request("tasks/list")["result"]["tasks"]])
            result = server.request("tasks/result", {"taskId": made["taskId"]})["result"]  # waits for the end
            self.assertEqual(result["_meta"]["io.modelcontextprotocol/related-task"], {"taskId": made["taskId"]})
            self.assertEqual(result["structuredContent"]["job"]["status"], "done")
            self.assertEqual(server.request("tasks/get", {"taskId": made["taskId"]})["result"]["status"], "completed")
            self.assertEqual(server.request("tasks/cancel", {"taskId": made["taskId"]})["error"]["code"], -32602)
            self.assertEqual(server.request("tools/call", {"name": "undo", "arguments": {"project_id": p}, "task": {}})["error"]["code"], -32601)

    def test_progress_rises_and_a_cancelled_request_is_never_answered(self):
        for era in (LEGACY[0], "2026-07-28"):
            with Server(self.folder, era) as server:
                p = self.body(server, quality="best")
                server.send({"jsonrpc": "2.0", "id": 900, "method": "tools/call",
                             "params": {"name": "simulation_bake", "arguments": {"project_id": p, "wait_seconds": 300},
                                        "_meta": {"progressToken": "bar", **({"io.modelcontextprotocol/protocolVersion": era} if era == "2026-07-28" else {})}}})
                told = [server.read_line() for _ in range(3)]
                self.assertEqual({m["method"] for m in told}, {"notifications/progress"})
                values = [m["params"]["progress"] for m in told]
                self.assertEqual(values, sorted(set(values)))
                server.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 900}})
                time.sleep(0.3)
                server.notifications.clear()
                for _ in range(200):
                    job = server.good("job_list", project_id=p)["jobs"][-1]
                    if job["status"] not in ("queued", "running"):
                        break
                    time.sleep(0.05)
                self.assertEqual(job["status"], "cancelled")
                self.assertEqual([m for m in server.notifications if m.get("id") == 900], [])
                self.assertEqual(server.good("workspace_inspect", project_id=p)["simulations"][0]["bake_state"], "unbaked")


if __name__ == "__main__":
    unittest.main()
