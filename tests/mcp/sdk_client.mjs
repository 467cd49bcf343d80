// What an agent does, by the protocol's reference client: open a model, make a simulation, bake, look, export. Over pipes, then over HTTP.
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
    const opened = (await good(client, "project_new", { model: "small" })).structuredContent;
    const project_id = opened.project_id;
    await good(client, "simulation_put", { project_id, id: "hair", targets: ["Hair"], auto_bake: false, quality: "classic", inputs: ["ParamAngleX"], force_inputs: ["ParamAngleX"] });
    const progress = [];
    const baked = (await good(client, "simulation_bake", { project_id, wait_seconds: 300 }, { onprogress: (p) => progress.push(p.progress) })).structuredContent;
    assert.equal(baked.job.status, "done");
    assert.deepEqual(progress, [...progress].sort((a, b) => a - b));
    const compared = (await good(client, "simulation_compare", { project_id, motions: ["idle", "fast_shake"], wait_seconds: 120 })).structuredContent;
    assert.equal(compared.job.status, "done", JSON.stringify(compared.job));
    assert.equal(compared.job.result.bodies[0].clips.length, 2);
    const tried = (await good(client, "simulation_simulate", { project_id, hold: 0.3, release: 0.5, wait_seconds: 120 })).structuredContent;
    assert.equal(tried.job.status, "done");
    const { resources } = await client.listResources();
    assert.ok(resources.some((r) => r.uri.endsWith("/document")));
    const document = await client.readResource({ uri: `yure://project/${project_id}/document` });
    assert.ok(JSON.parse(document.contents[0].text).simulations.hair);
    assert.equal((await client.listPrompts()).prompts.length, 2);
    const exported = (await good(client, "project_export", { project_id, out, wait_seconds: 120 })).structuredContent;
    assert.equal(exported.job.status, "done");
    assert.ok(existsSync(`${folder}/${out}`));
    const refused = await client.callTool({ name: "simulation_put", arguments: { project_id, id: "hair", nonsense: 1 } });
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
