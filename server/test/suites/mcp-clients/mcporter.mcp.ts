// mcporter, which agents use on the command line: they read what it prints.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { installPackages } from '../../helpers/on-request-packages.ts'
import { runCommand } from '../../helpers/run-command.ts'
import {
  clientsFolder,
  notice,
  projectName,
  refusal,
  startClientWorld,
  type ToolCall,
} from './client-world.ts'

const { folder } = await installPackages(clientsFolder)
const { mcpUrl, key, toolNames, read, refused, look, image } = await startClientWorld()
const home = mkdtempSync(join(tmpdir(), 'dailies-mcporter-'))
after(() => rmSync(home, { recursive: true, force: true }))
const config = join(home, 'mcporter.json')
const server = { baseUrl: mcpUrl, headers: { Authorization: `Bearer ${key}` } }
writeFileSync(config, JSON.stringify({ mcpServers: { dailies: server }, imports: [] }))

function mcporter(...args: string[]) {
  const script = join(folder, 'node_modules/mcporter/dist/cli.js')
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' }
  return runCommand(process.execPath, [script, '--config', config, ...args], { cwd: home, env })
}

function call({ name, arguments: args }: ToolCall, output = 'auto') {
  return mcporter('call', `dailies.${name}`, '--args', JSON.stringify(args), '--output', output)
}

test('mcporter lists all tools', async () => {
  const { code, stdout, output } = await mcporter('list', 'dailies', '--json')
  assert.equal(code, 0, output)
  const { tools } = JSON.parse(stdout)
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    toolNames,
  )
})

test('mcporter prints the notice with the text of people', async () => {
  for (const format of ['auto', 'json']) {
    const { code, stdout, output } = await call(read, format)
    assert.equal(code, 0, output)
    assert.match(stdout, notice)
    assert.ok(stdout.includes(projectName))
  }
})

test('mcporter prints why a call was refused', async () => {
  const { output } = await call(refused)
  assert.match(output.replaceAll(/[\\\s]/g, ''), new RegExp(refusal.source.replaceAll(' ', '')))
})

test('mcporter passes on the image of view_file', async () => {
  const { code, stdout, output } = await call(look, 'json')
  assert.equal(code, 0, output)
  assert.ok(stdout.includes(image.data), stdout)
})
