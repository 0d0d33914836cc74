// The first start shows its key on a terminal, or writes it to a file that only the operator can read.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runnableProgram } from '../../helpers/test-programs.ts'
import { until } from '../../helpers/until.ts'
import { call, createTestDatabase } from '../../worlds/world.ts'

const main = runnableProgram(fileURLToPath(new URL('../../../src/main.ts', import.meta.url)))

async function makePlace() {
  const { url: DATABASE_URL, drop } = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'dailies-first-'))
  after(async () => {
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const settings = { DATABASE_URL, DATA_DIR: dataDir, PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn' }
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...settings }
  return { env, dataDir, file: join(dataDir, 'first-start.txt') }
}

/** Resolves when the process reports that it is running, or exits. */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  after(() => end(child, exited))
  await until(
    () => /ready in [\d.]+ s\)\s[\s\S]*\n/.test(text) || child.exitCode !== null,
    () => `it is running: ${text}`,
  )
  return { output: () => text, stop: () => end(child, exited), exitCode: () => child.exitCode }
}

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await exited
}

async function workspaces(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query('select count(*)::integer as count from workspaces')
  await client.end()
  return rows[0].count
}

async function requireWorks(text: string): Promise<void> {
  const [, url, key] = /curl (http:\/\/localhost:\d+)\/api\/ping .*Bearer (rvk_\w+)/.exec(text)!
  const ping = await call(url!, 'GET /api/ping', { key: key! })
  assert.deepEqual([ping.status, ping.body.data.workspace.name], [200, 'Studio'])
}

test('a worker that starts first creates nothing; the server after it writes the key to a file, not to its log', async () => {
  const { env, file } = await makePlace()
  // A file of an earlier start that others can read is replaced by one that they cannot read.
  writeFileSync(file, 'old', { mode: 0o644 })
  const worker = await run(process.execPath, [main, 'worker'], env)
  assert.match(worker.output(), /worker is running/)
  assert.equal(await workspaces(env.DATABASE_URL), 0)
  const server = await run(process.execPath, [main, 'all', '--no-build'], env)
  assert.match(server.output(), /First start: created the workspace "Studio"/)
  assert.ok(server.output().includes(file))
  assert.doesNotMatch(worker.output() + server.output(), /rvk_|token=/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const text = readFileSync(file, 'utf8')
  assert.match(text, /\/sign-in\/link\?token=\w+/)
  await requireWorks(text)
  await server.stop()
  rmSync(file)
  const again = await run(process.execPath, [main, 'all', '--no-build'], env)
  assert.doesNotMatch(again.output(), /First start/)
  assert.ok(!existsSync(file))
})

test('if the key cannot be shown, none is created; the next start creates it', async () => {
  const { env, file } = await makePlace()
  mkdirSync(join(file, 'in the way'), { recursive: true })
  const failed = await run(process.execPath, [main, 'serve', '--no-build'], env)
  assert.equal(failed.exitCode(), 1)
  assert.match(failed.output(), /cannot write the first key to .*first-start\.txt/)
  assert.equal(await workspaces(env.DATABASE_URL), 0)
  rmSync(file, { recursive: true })
  await run(process.execPath, [main, 'serve', '--no-build'], env)
  await requireWorks(readFileSync(file, 'utf8'))
})

const noTerminal = spawnSync('script', ['--version']).error && 'needs `script` of util-linux'

test('a terminal shows the link and the key, and no file is left', {
  skip: noTerminal || false,
}, async () => {
  const { env, file } = await makePlace()
  const command = `exec '${process.execPath}' '${main}' all --no-build`
  const server = await run('script', ['-qefc', command, '/dev/null'], { ...env, SHELL: '/bin/sh' })
  assert.match(server.output(), /Sign in, once with this link:[\s\S]*\/sign-in\/link\?token=\w+/)
  assert.match(server.output(), /Both are shown this once/)
  await requireWorks(server.output())
  assert.ok(!existsSync(file))
})
