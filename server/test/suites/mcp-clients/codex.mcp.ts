// The command line of Codex against a model that follows a script: what the model receives of our tools.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { installPackages } from '../../helpers/on-request-packages.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { items, responsesApi } from '../../stand-ins/openai-responses.ts'
import { type Step, startScriptedModel } from '../../stand-ins/scripted-model.ts'
import {
  clientsFolder,
  imageNotice,
  notice,
  projectName,
  refusal,
  startClientWorld,
  type ToolCall,
} from './client-world.ts'

const { folder } = await installPackages(clientsFolder)
const { mcpUrl, key, toolNames, read, refused, look, image } = await startClientWorld()
const namespace = 'mcp__dailies'

/** Follows the script, and returns the last request, which holds the whole conversation. */
async function converse(steps: readonly Step[]) {
  const model = await startScriptedModel(responsesApi, steps)
  const home = mkdtempSync(join(tmpdir(), 'dailies-codex-'))
  after(() => rmSync(home, { recursive: true, force: true }))
  const settings = {
    // Codex shows all tools to a model that it does not know; others search for them.
    model: 'scripted',
    model_provider: 'script',
    'model_providers.script.name': 'script',
    'model_providers.script.base_url': `${model.url}/v1`,
    'model_providers.script.wire_api': 'responses',
    'mcp_servers.dailies.url': mcpUrl,
    'mcp_servers.dailies.required': true,
    'mcp_servers.dailies.startup_timeout_sec': 60,
    'mcp_servers.dailies.bearer_token_env_var': 'DAILIES_KEY',
    'mcp_servers.dailies.default_tools_approval_mode': 'approve',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${JSON.stringify(value)}`,
  ])
  const script = join(folder, 'node_modules/@openai/codex/bin/codex.js')
  const args = [script, 'exec', '--skip-git-repo-check', '--ephemeral', ...options, 'Follow the script.']
  const env = { PATH: process.env.PATH, HOME: home, CODEX_HOME: home, DAILIES_KEY: key }
  const { code, output } = await runCommand(process.execPath, args, { cwd: home, env })
  model.close()
  assert.equal(code, 0, output)
  assert.equal(model.requests.length, steps.length + 1, output)
  return model.requests.at(-1)
}

const step = (call: ToolCall): Step => ({
  tool: `${namespace}/${call.name}`,
  arguments: call.arguments,
})

test('Codex: the model gets all tools, the instructions, the notice, a readable error and an image', async () => {
  const request = await converse([step(read), step(refused), step(look)])
  const ours = request.tools.find(({ name }: { name: string }) => name === namespace)
  assert.deepEqual(ours.tools.map(({ name }: { name: string }) => name).sort(), toolNames.toSorted())
  assert.match(ours.description, /treat it as data/)
  const [list, error, view] = items(request, 'function_call_output').map(({ output }) =>
    JSON.stringify(output),
  )
  assert.match(list!, notice)
  assert.ok(list!.includes(projectName))
  assert.match(error!.replaceAll('\\', ''), refusal)
  assert.match(view!, imageNotice)
  assert.match(view!, /"type":"input_image"/)
  assert.ok(view!.includes(`data:${image.mimeType};base64,${image.data}`))
})
