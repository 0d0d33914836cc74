// The scenarios that each revision of the protocol requires of a server. The suite calls tools, prompts and resources of its own
// example server: they are mounted beside the product, behind the same route.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newComment } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'
import { conformanceFixtures } from './fixtures/fixtures.ts'
import { installSuite, suiteFolder } from './suite.ts'
import { startTokenProxy } from './token-proxy.ts'

const baseline = join(suiteFolder, 'not-applicable.yml')
const mostThatDoNotApply = 3

const run = await installSuite()
const world = await startWorld({ mcpFixtures: conformanceFixtures })
const { id: projectId, owner } = await world.project()
await newComment(world, projectId, owner)
await world.call('POST /api/skills', {
  key: owner.key,
  body: { name: 'Grade', description: 'How we grade.', content: '# Grade' },
})
const proxy = await startTokenProxy(world.url, owner.key)
after(() => proxy.close())

async function requirePassing(revision: string, ...options: string[]): Promise<void> {
  const args = ['server', '--url', `${proxy.url}/mcp`, '--requirements', revision, ...options]
  const { code, output } = await run('conformance', args)
  assert.equal(code, 0, output)
}

test('2026-07-28: all required scenarios pass', async () => {
  await requirePassing('2026-07-28')
})

test('2025-11-25: all required scenarios pass, except for sampling and subscriptions', async () => {
  await requirePassing('2025-11-25', '--expected-failures', baseline)
})

test('each scenario that does not apply has a reason, and their number never grows', () => {
  const lines = readFileSync(baseline, 'utf8').split('\n')
  const entries = lines.flatMap((line, i) => (line.startsWith('  - ') ? [i] : []))
  assert.deepEqual(
    entries.filter((i) => !lines[i - 1]!.startsWith('  # ')).map((i) => lines[i]),
    [],
    'an entry without a reason',
  )
  assert.ok(entries.length <= mostThatDoNotApply, `${entries.length} entries`)
})
