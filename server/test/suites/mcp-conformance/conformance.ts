// `npm run test:mcp`: the official conformance suite and the inspector against the real server. Both are heavy, so
// they have a package.json of their own here and are installed when this runs, never with the rest. vite, which
// only the inspector's web page needs, is pinned to an older version: the newest requires binaries that not every
// registry has.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '../../../src/service.ts'
import { newComment } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'
import { startTokenProxy } from './token-proxy.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const packages = join(folder, 'node_modules', '@modelcontextprotocol')
const conformance = join(packages, 'conformance', 'dist', 'index.js')
const inspector = join(packages, 'inspector', 'clients', 'launcher', 'build', 'index.js')
const baseline = join(folder, 'not-applicable.yml')
const mostThatDoNotApply = 33

install()
const world = await startWorld()
const { id: projectId, owner } = await world.project()
await newComment(world, projectId, owner)
await world.call('POST /api/skills', {
  key: owner.key,
  body: { name: 'Grade', description: 'How we grade.', content: '# Grade' },
})
const proxy = await startTokenProxy(world.url, owner.key)
const home = mkdtempSync(join(tmpdir(), 'dailies-mcp-'))
after(() => {
  proxy.close()
  rmSync(home, { recursive: true, force: true })
})

test('the scenarios of 2026-07-28 pass, except for those that do not apply', async () => {
  const args = ['--requirements', '2026-07-28', '--expected-failures', baseline, '-o', join(home, 'results')]
  const { code, output } = await run(conformance, ['server', '--url', `${proxy.url}/mcp`, ...args])
  assert.equal(code, 0, output)
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

for (const era of ['modern', 'legacy']) {
  test(`${era}: the inspector lists all tools and accepts their schemas`, async () => {
    const { result, output } = await inspect(era, '--method', 'tools/list', '--strict')
    const { tools } = result
    assert.deepEqual(output.match(/^(Warning|Error): .*/gm) ?? [], [])
    assert.equal(tools.length, operations.filter(({ tool }) => tool).length)
  })

  test(`${era}: the inspector calls tools`, async () => {
    const whoami = await inspect(era, '--method', 'tools/call', '--tool-name', 'whoami')
    assert.equal(whoami.result.structuredContent.data.pong, true)
    const comments = { projectId }
    const call = ['--method', 'tools/call', '--tool-name', 'list_project_comments']
    const list = await inspect(era, ...call, '--tool-args-json', JSON.stringify(comments))
    assert.equal(list.result.structuredContent.data.length, 1)
  })

  test(`${era}: the inspector finds that every skill matches its entry`, async () => {
    await inspect(era, '--method', 'skills/list', '--verify', '--require-digests')
  })
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the result it asks for.
async function inspect(era: string, ...args: string[]): Promise<{ result: any; output: string }> {
  const server = ['--server-url', `${proxy.url}/mcp`, '--transport', 'http', '--protocol-era', era]
  const { code, output, stdout } = await run(inspector, ['--cli', ...server, '--format', 'json', ...args])
  assert.equal(code, 0, output)
  const told = JSON.parse(stdout.trim().split('\n')[0]!)
  return { result: told.result ?? told, output }
}

/**
 * Runs on the current Node, because the suite needs 24 or later, and in a home folder of its own, because the
 * inspector writes there.
 */
function run(script: string, args: string[]): Promise<{ code: number; output: string; stdout: string }> {
  const { PATH, TMPDIR } = process.env
  const options = {
    cwd: home,
    env: { PATH, TMPDIR, HOME: home, NO_COLOR: '1' },
    maxBuffer: 1e8,
    timeout: 600_000,
  }
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      done({ code, stdout, output: stdout + stderr })
    })
  })
}

/** Runs `npm ci` when the installed packages do not match the lock file. */
function install(): void {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const stamp = join(folder, 'node_modules', '.dailies-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  const options = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', options, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  assert.equal(status, 0, 'npm ci failed; its message is above')
  writeFileSync(stamp, lock)
}
