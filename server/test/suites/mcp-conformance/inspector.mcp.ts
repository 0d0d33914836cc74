// The official inspector on the command line, in both protocols.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { post } from '../../helpers/mcp-client.ts'
import { startWorld } from '../../worlds/world.ts'
import { installSuite } from './suite.ts'
import { startTokenProxy } from './token-proxy.ts'

const run = await installSuite()
const world = await startWorld()
const { id: projectId, owner } = await world.project()
await world.call('POST /api/skills', {
  key: owner.key,
  body: { name: 'Grade', description: 'How we grade.', content: '# Grade' },
})
const proxy = await startTokenProxy(world.url, owner.key)
after(() => proxy.close())

for (const era of ['modern', 'legacy']) {
  test(`${era}: the inspector lists all tools and accepts their schemas`, async () => {
    const { result, output } = await inspect(era, '--method', 'tools/list', '--strict')
    const { tools } = result
    assert.deepEqual(output.match(/^(Warning|Error): .*/gm) ?? [], [])
    const { body } = await post(world.url, owner.key, { method: 'tools/list' })
    assert.equal(tools.length, body.result.tools.length)
  })

  test(`${era}: the inspector calls tools`, async () => {
    const whoami = await inspect(era, '--method', 'tools/call', '--tool-name', 'whoami')
    assert.equal(whoami.result.structuredContent.data.pong, true)
    const call = ['--method', 'tools/call', '--tool-name', 'list_project_members']
    const list = await inspect(era, ...call, '--tool-args-json', JSON.stringify({ projectId }))
    assert.equal(list.result.structuredContent.data.length, 1)
  })

  test(`${era}: the inspector finds that every skill matches its entry`, async () => {
    await inspect(era, '--method', 'skills/list', '--verify', '--require-digests')
  })
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the result it asks for.
async function inspect(era: string, ...args: string[]): Promise<{ result: any; output: string }> {
  const server = ['--server-url', `${proxy.url}/mcp`, '--transport', 'http', '--protocol-era', era]
  const { code, output, stdout } = await run('inspector', ['--cli', ...server, '--format', 'json', ...args])
  assert.equal(code, 0, output)
  const answer = JSON.parse(stdout.trim().split('\n')[0]!)
  return { result: answer.result ?? answer, output }
}
