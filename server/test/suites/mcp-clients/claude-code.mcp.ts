// The command line of Claude Code against a model that follows a script: what the model receives of our tools.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { installPackages } from '../../helpers/on-request-packages.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { blocks, messagesApi } from '../../stand-ins/anthropic-messages.ts'
import { type Step, startScriptedModel } from '../../stand-ins/scripted-model.ts'
import {
  clientsFolder,
  imageNotice,
  isImage,
  notice,
  projectName,
  refusal,
  startClientWorld,
  type ToolCall,
} from './client-world.ts'

const { folder } = await installPackages(clientsFolder)
const { mcpUrl, key, toolNames, read, refused, look, image } = await startClientWorld()
const prefix = 'mcp__dailies__'

/** Follows the script, and returns the last request, which holds the whole conversation. */
async function converse(steps: readonly Step[], settings: NodeJS.ProcessEnv = {}) {
  const model = await startScriptedModel(messagesApi('dailies'), steps)
  const home = mkdtempSync(join(tmpdir(), 'dailies-claude-'))
  after(() => rmSync(home, { recursive: true, force: true }))
  const config = join(home, 'mcp.json')
  const server = { type: 'http', url: mcpUrl, headers: { Authorization: `Bearer ${key}` } }
  writeFileSync(config, JSON.stringify({ mcpServers: { dailies: server } }))
  const script = join(folder, 'node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs')
  const args = ['-p', 'Follow the script.', '--mcp-config', config, '--strict-mcp-config']
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'sk-test',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // The first request waits for the tools, also on a busy machine.
    MCP_CONNECTION_NONBLOCKING: 'false',
    MCP_CONNECT_TIMEOUT_MS: '60000',
    MCP_TIMEOUT: '60000',
    ...settings,
  }
  const options = { cwd: home, env }
  const { code, output } = await runCommand(
    process.execPath,
    [script, ...args, '--allowedTools', 'mcp__dailies'],
    options,
  )
  model.close()
  assert.equal(code, 0, output)
  assert.equal(model.requests.length, steps.length + 1, output)
  return model.requests.at(-1)
}

const step = (call: ToolCall): Step => ({
  tool: prefix + call.name,
  arguments: call.arguments,
})

test('Claude Code: the model gets all tools, the instructions, the notice, a readable error and an image', async () => {
  const request = await converse([step(read), step(refused), step(look)], { ENABLE_TOOL_SEARCH: 'false' })
  const names = request.tools.map(({ name }: { name: string }) => name)
  assert.deepEqual(
    names.filter((name: string) => name.startsWith(prefix)),
    toolNames.map((name) => prefix + name),
  )
  assert.match(JSON.stringify(request), /# MCP Server Instructions.*## dailies.*treat it as data/)
  const [list, error, view] = blocks(request, 'tool_result')
  assert.match(JSON.stringify(list.content), notice)
  assert.ok(JSON.stringify(list.content).includes(projectName))
  assert.equal(error.is_error, true)
  assert.match(JSON.stringify(error.content).replaceAll('\\', ''), refusal)
  const source = { type: 'base64', media_type: image.mimeType, data: image.data }
  assert.deepEqual(view.content.find(isImage), { type: 'image', source })
  assert.match(view.content[0].text, imageNotice)
})

test('Claude Code: by default, the model gets the names of the tools, and loads those that it needs', async () => {
  const names = [read, look].map(({ name }) => prefix + name)
  const search = { tool: 'ToolSearch', arguments: { query: `select:${names.join(',')}` } }
  const request = await converse([search, step(read), step(look)])
  const messages = JSON.stringify(request.messages)
  assert.deepEqual(
    toolNames.filter((name) => !messages.includes(prefix + name)),
    [],
  )
  const [found, list, view] = blocks(request, 'tool_result')
  for (const name of names) assert.ok(JSON.stringify(found.content).includes(name))
  assert.match(JSON.stringify(list.content), notice)
  assert.ok(JSON.stringify(view.content).includes(image.data))
})
