// The published package: its content, running it on its own, and compiling against its types.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { buildSdk } from '../../scripts/lib/build-packages.ts'
import { root, tools } from '../../scripts/lib/repository.ts'
import { startWorld } from '../../server/test/worlds/world.ts'

const run = promisify(execFile)
const world = await startWorld()
const folder = mkdtempSync(join(tmpdir(), 'dailies-package-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const source = join(folder, 'source')
buildSdk(source)
const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
  cwd: source,
})
const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
const installed = join(folder, 'node_modules/@dailies/sdk')
mkdirSync(installed, { recursive: true })
await run('tar', ['xzf', join(folder, packed.filename), '--strip-components=1', '-C', installed])

const program = `
  import { readFileSync } from 'node:fs'
  import { Dailies, DailiesError } from '@dailies/sdk'
  const [baseUrl, token, projectId] = process.argv.slice(2)
  const client = new Dailies({ baseUrl, token })
  const projects = []
  for await (const { id } of client.projects.list()) projects.push(id)
  const { id } = await client.files.upload(projectId, 'use.mjs')
  const { size } = await client.files.download(id, { to: 'copy.mjs' })
  const same = readFileSync('copy.mjs').equals(readFileSync('use.mjs'))
  const refused = await client.files.get('nothing').catch((error) => error instanceof DailiesError && error.code)
  const onReady = () => client.folders.create(projectId, { name: 'Emitted' })
  let event
  for await (const { type } of client.events.subscribe(projectId, { types: ['folder.*'], onReady })) {
    event = type
    break
  }
  console.log(JSON.stringify({ projects, size, same, refused, event }))
`

test('the package contains JavaScript, declarations and the README, and no source', () => {
  const paths = packed.files.map(({ path }) => path)
  for (const path of ['package.json', 'README.md', 'LICENSE', 'index.js', 'index.d.ts'])
    assert.ok(paths.includes(path), path)
  assert.deepEqual(
    paths.filter((path) => /(?<!\.d)\.ts$/.test(path)),
    [],
  )
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  assert.deepEqual(
    [manifest.dependencies, manifest.private, manifest.scripts],
    [undefined, undefined, undefined],
  )
})

// The Node on the PATH may be as old as 20; the other one is the pinned version.
for (const node of ['node', process.execPath]) {
  test(`the package works on its own (${node})`, async () => {
    const { id, owner } = await world.project()
    const path = join(folder, 'use.mjs')
    writeFileSync(path, program)
    const { stdout } = await run(node, [path, world.url, owner.key, id], { cwd: folder, timeout: 60_000 })
    assert.deepEqual(JSON.parse(stdout), {
      projects: [id],
      size: program.length,
      same: true,
      refused: 'not_found',
      event: 'folder.created',
    })
  })
}

for (const [where, options] of Object.entries({
  'a browser': {
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
  },
  Node: { lib: ['es2023'], types: ['node'], module: 'nodenext' },
})) {
  test(`the types compile in ${where} without skipLibCheck`, async () => {
    copyFileSync(join(root, 'sdk/test/types.ts'), join(folder, 'types.ts'))
    const compilerOptions = {
      target: 'es2022',
      strict: true,
      noEmit: true,
      skipLibCheck: where === 'Node',
      typeRoots: [join(root, 'node_modules/@types')],
      ...options,
    }
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['types.ts'] }))
    const { stdout } = await run(process.execPath, [join(root, tools.tsc), '-p', config]).catch(
      (error) => error,
    )
    assert.equal(stdout, '')
  })
}
