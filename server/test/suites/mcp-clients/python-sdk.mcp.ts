// The Python SDK, in both protocols. It is skipped where Python or its packages cannot be installed.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { installPython } from '../../helpers/on-request-packages.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { clientsFolder, notice, projectName, refusal, startClientWorld } from './client-world.ts'

const python = await installPython(clientsFolder)
const skip = 'missing' in python ? python.missing : false
const { mcpUrl, key, toolNames, read, refused, look, shown } = await startClientWorld()

async function converse(mode: string, calls: readonly object[]) {
  if ('missing' in python) throw new Error(python.missing)
  const args = [join(clientsFolder, 'python-sdk.py'), mcpUrl, key, mode, JSON.stringify(calls)]
  const env = { ...process.env, PYTHONPATH: python.folder, PYTHONDONTWRITEBYTECODE: '1' }
  const { code, stdout, output } = await runCommand('python3', args, { cwd: clientsFolder, env })
  assert.equal(code, 0, output)
  return JSON.parse(stdout)
}

for (const [mode, negotiated] of [
  ['auto', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const) {
  test(`Python SDK, ${negotiated}: all tools, the notice, a readable error and an image`, {
    skip,
  }, async () => {
    const { protocol, tools, results } = await converse(mode, [read, refused, look])
    assert.equal(protocol, negotiated)
    assert.deepEqual(tools, toolNames)
    const [list, error, view] = results
    assert.equal(Object.keys(list.structuredContent)[0], 'notice')
    assert.match(list.structuredContent.notice, notice)
    assert.ok(JSON.stringify(list.structuredContent).includes(projectName))
    assert.equal(error.isError, true)
    assert.match(error.content[0].text, refusal)
    assert.deepEqual(view.content, shown)
  })
}
