// Follows the sample in CONTRIBUTING literally: its file, its test and its line in the list are all that an operation needs.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { newUuid } from '../../../src/core/ids.ts'
import { namedOperations } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { toCall } from '../../helpers/requests.ts'
import { sampleFor } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'
import { declaredAccess, parseAccessTable } from '../access/access-table.ts'
import { audits } from './declaration-audit.ts'

const root = new URL('../../../../', import.meta.url)
const guide = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8')
const blocks = new Map(
  [...guide.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, path, code]) => [path!, code!]),
)
const folder = mkdtempSync(join(tmpdir(), 'dailies-sample-'))
after(() => rmSync(folder, { recursive: true }))

const file = 'server/src/operations/folders/count-folders.ts'
const sampleUrl = copyOut(file)
const [sample] = namedOperations(await import(sampleUrl)) as [(typeof operations)[number]]
// A reader who follows the guide literally already has the sample in the list.
const others = operations.filter(({ name }) => name !== sample.name)
const world = await startWorld({ operations: [...others, sample] })
const route = (projectId: string) => `GET /api/projects/${projectId}/folders.count`

// The test of the sample runs here too, in a world that has the sample in its list.
writeFileSync(
  join(folder, 'world.mts'),
  `import { operations } from '${new URL('server/src/service.ts', root)}'
   import { startWorld as start } from '${new URL('server/test/worlds/world.ts', root)}'
   import { namedOperations } from '${new URL('server/src/core/operation.ts', root)}'
   import * as sample from '${sampleUrl}'
   const others = operations.filter(({ name }) => !(name in sample))
   export const startWorld = () => start({ operations: [...others, ...namedOperations(sample)] })`,
)
await import(copyOut(file.replace('.ts', '.test.ts')))

/** Writes a code block to a file that can be imported from anywhere. */
function copyOut(path: string): string {
  const code = blocks.get(path)
  assert.ok(code, `CONTRIBUTING.md has no block for ${path}`)
  const copied = code.replace(/(?<= from ')[^']+(?=')/g, (specifier) => {
    if (specifier.endsWith('/test/worlds/world.ts')) return pathToFileURL(join(folder, 'world.mts')).href
    return specifier.startsWith('.')
      ? new URL(specifier, new URL(path, root)).href
      : import.meta.resolve(specifier)
  })
  const target = join(folder, basename(path).replace(/\.ts$/, '.mts'))
  writeFileSync(target, copied)
  return pathToFileURL(target).href
}

test('the line of the list names the file', () => {
  const line = blocks.get('server/src/operations/index.ts')
  assert.equal(line, `export { ${sample.name} } from './folders/${basename(file)}'\n`)
})

test('the line of the access table matches, and the audits pass', () => {
  const [line] = /^```text\n(.*)\n```$/m.exec(guide)!.slice(1)
  assert.deepEqual(parseAccessTable(line!), [declaredAccess(sample)])
  for (const audit of Object.values(audits)) assert.deepEqual(audit(sample), [])
})

test('200: the route exists', async () => {
  const { id, owner } = await world.project()
  const answer = await world.call(route(id), { key: owner.key })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { data: { count: 0 } })
  assert.equal(answer.headers.get('ratelimit-policy')?.split(';')[0], '"default"')
})

test('400: unknown fields; 405: unsupported methods', async () => {
  const { id, owner } = await world.project()
  assert.equal((await world.call(`${route(id)}?deep=true`, { key: owner.key })).status, 400)
  const post = await world.call(route(id).replace('GET', 'POST'), { key: owner.key })
  assert.equal(post.status, 405)
  assert.equal(post.headers.get('allow'), 'GET, HEAD')
})

test('401: without a credential', async () => {
  const { id } = await world.project()
  assert.equal((await world.call(route(id))).status, 401)
})

test('403: without the scope, and with a role that is too low', async () => {
  const { id, owner } = await world.project()
  const scopeless = await world.key(owner.userId, ['folders:write'])
  assert.equal((await world.call(route(id), { key: scopeless.key })).body.code, 'insufficient_scope')
  const reviewer = await world.member(id, 'PROJECT_REVIEWER')
  const refused = await world.call(route(id), { key: reviewer.key })
  assert.equal(refused.status, 403)
  assert.equal(refused.body.code, 'insufficient_role')
})

test('404: an unknown project, a project of another workspace, and a malformed id', async () => {
  const { id, owner } = await world.project()
  const outsider = await world.person()
  assert.equal((await world.call(route(id), { key: outsider.key })).status, 404)
  assert.equal((await world.call(route(newUuid()), { key: owner.key })).status, 404)
  assert.equal((await world.call(route('nonsense'), { key: owner.key })).status, 404)
})

test('the suites that go over all operations know how to call it', async () => {
  const { id, owner } = await world.project()
  const { route, options } = toCall(sample, await sampleFor(sample)(world, id, owner))
  assert.equal((await world.call(route, { ...options, key: owner.key })).status, 200)
})

test('the SDK and the CLI have a name for it', () => {
  assert.equal(sample.client, 'folders.count')
})

test('OpenAPI lists it', async () => {
  const { paths } = (await world.call('GET /openapi.json')).body
  const { get } = paths['/api/projects/{projectId}/folders.count']
  assert.equal(get.operationId, 'countFolders')
  assert.deepEqual(get.tags, ['folders'])
  assert.deepEqual(get['x-roles'], sample.roles)
  const statuses = ['200', '400', '401', '403', '404', '408', '429', '431', '500', '503']
  assert.deepEqual(Object.keys(get.responses), statuses)
})
