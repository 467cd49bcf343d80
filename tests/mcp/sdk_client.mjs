// What an agent does, by the protocol's reference client: open a model, apply the back-hair preset, bake, compare, draw, export. Over pipes, then over HTTP.
// The client checks structuredContent against each tool's outputSchema by itself.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [, , program, folder] = process.argv;

async function good(client, name, args, options) {
    const result = await client.callTool({ name, arguments: args }, undefined, { timeout: 300000, ...options });
    assert.equal(result.isError, false, `${name}: ${JSON.stringify(result.content)}`);
    return result;
}

async function use(client, out) {
    const { tools } = await client.listTools();
    assert.ok(tools.length >= 20 && tools.length <= 40);
    const opened = (await good(client, "project_new", { model: "demo" })).structuredContent;
    const project_id = opened.project_id;
    const applied = (await good(client, "model_apply_preset", { project_id, preset: "back-hair" })).structuredContent;
    const simulation_id = applied.result.bodies[0].id;
    assert.ok(applied.result.bodies[0].meshes.length > 0 && applied.result.decisions.length > 0);
    const progress = [];
    const baked = (await good(client, "job_wait", { project_id, job_id: applied.job_id, wait_seconds: 300 }, { onprogress: (p) => progress.push(p.progress) })).structuredContent;
    assert.equal(baked.job.status, "done", JSON.stringify(baked.job));
    assert.deepEqual(progress, [...progress].sort((a, b) => a - b));
    const report = (await good(client, "report_get", { project_id, simulation_id })).structuredContent.report;
    assert.ok(report.summary.r2_10px > 0.5, JSON.stringify(report.summary));
    const compared = (await good(client, "simulation_compare", { project_id, motions: ["nod", "fast_shake"], wait_seconds: 120 })).structuredContent;
    assert.equal(compared.job.status, "done", JSON.stringify(compared.job));
    assert.equal(compared.job.result.bodies[0].clips.length, 2);
    const tried = (await good(client, "simulation_simulate", { project_id, hold: 0.3, release: 0.5, wait_seconds: 120 })).structuredContent;
    assert.equal(tried.job.status, "done");
    const session_id = (await good(client, "simulation_preview", { project_id, mode: "start", simulation_id })).structuredContent.session_id;
    await good(client, "simulation_preview_step", { project_id, session_id, steps: 12, values: { ParamAngleX: 30 } });
    const drawn = await client.callTool({ name: "simulation_preview_render", arguments: { project_id, session_id, size: 256 } });
    if (!drawn.isError) {
        // a machine without a software renderer says so instead
        const picture = drawn.content.find((c) => c.type === "image");
        assert.equal(picture.mimeType, "image/png");
        assert.ok(Buffer.from(picture.data, "base64").subarray(1, 4).equals(Buffer.from("PNG")));
    } else {
        assert.match(drawn.content[0].text, /EGL|OpenGL|display/i);
    }
    const { resources } = await client.listResources();
    assert.ok(resources.some((r) => r.uri.endsWith("/document")));
    const document = await client.readResource({ uri: `yure://project/${project_id}/document` });
    assert.ok(JSON.parse(document.contents[0].text).simulations[simulation_id]);
    assert.equal((await client.listPrompts()).prompts.length, 2);
    const exported = (await good(client, "project_export", { project_id, out, wait_seconds: 120 })).structuredContent;
    assert.equal(exported.job.status, "done");
    assert.ok(existsSync(`${folder}/${out}`));
    const refused = await client.callTool({ name: "simulation_put", arguments: { project_id, id: simulation_id, nonsense: 1 } });
    assert.equal(refused.isError, true);
    await client.close();
}

const info = { name: "yure-test", version: "1.0.0" };
const pipes = new Client(info, { capabilities: {} });
await pipes.connect(new StdioClientTransport({ command: program, args: ["mcp", "--root", folder], stderr: "ignore" }));
await use(pipes, "by-pipes");

const server = spawn(program, ["mcp", "--root", folder, "--http", "0"], { stdio: ["ignore", "ignore", "pipe"] });
const port = await new Promise((found, lost) => {
    let text = "";
    server.stderr.on("data", (data) => {
        text += data;
        const match = text.match(/listening on http:\/\/[^:]+:(\d+)/);
        if (match) found(Number(match[1]));
    });
    server.on("exit", () => lost(new Error(text)));
});
try {
    const http = new Client(info, { capabilities: {} });
    await http.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    await use(http, "by-http");
} finally {
    server.kill();
}
console.log("both transports: opened, simulated, baked, exported");
