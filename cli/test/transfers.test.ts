// Upload, download, generation and waiting, on a real server.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startWorld } from '../../server/test/worlds/world.ts'
import { runCli, spawnCli, temporaryFolder } from './run-cli.ts'

const world = await startWorld({ work: true, providers: 'configured' })
const { id: projectId, owner } = await world.project()
const folder = temporaryFolder()
const bytes = randomBytes(20_000_000)
const path = join(folder, 'take 1.bin')
writeFileSync(path, bytes)

const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }
const cli = (...words: string[]) => runCli(words, { env })

async function uploaded(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli('files', 'upload', projectId, ...words, '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)[0].id
}

test('upload and download round-trip, with progress lines without a terminal', async () => {
  const { code, stdout, stderr } = await cli('files', 'upload', projectId, path)
  assert.equal(code, 0, stderr)
  const [, id] = /^(FX\w+) {2}.*take 1\.bin\n$/.exec(stdout)!
  assert.match(stderr, /take 1\.bin: \d+%\n/)
  const to = join(temporaryFolder(), 'sub.bin')
  const down = await cli('files', 'download', id!, '--out', to)
  assert.deepEqual([down.code, down.stdout], [0, `${to}\n`])
  assert.ok(bytes.equals(readFileSync(to)))

  const again = await cli('files', 'download', id!, '--out', to)
  assert.equal(again.code, 6)
  assert.match(again.stderr, /already exists\.\n {2}Use --force/)
  assert.equal((await cli('files', 'download', id!, '-o', to, '--force')).code, 0)
})

test('an empty file round-trips', async () => {
  const empty = join(folder, 'empty.txt')
  writeFileSync(empty, '')
  const id = await uploaded(empty)
  const to = join(temporaryFolder(), 'copy.txt')
  const { code, stderr } = await runCli(['files', 'download', id, '--out', to], { env, terminal: 80 })
  assert.equal(code, 0, stderr)
  assert.equal(readFileSync(to).length, 0)
  assert.match((await cli('files', 'get', id)).stdout, /^Size +0 B$/m)
})

test('on a terminal, upload shows a progress bar', async () => {
  const { stderr } = await runCli(['files', 'upload', projectId, path], { env, terminal: 80 })
  const drawn = stderr.split('\r\x1b[2K')
  assert.match(drawn.at(-1)!, /^take 1\.bin \[█+\] 100% {2}20\.0 MB/)
  for (const line of drawn) assert.ok(line.trimEnd().length < 80)
})

test('upload takes several files, --folder, --name and --replaces', async () => {
  const second = join(folder, 'b.txt')
  writeFileSync(second, 'words')
  const both = JSON.parse((await cli('files', 'upload', projectId, path, second, '--json')).stdout)
  assert.deepEqual(
    both.map((one: { path: string }) => one.path),
    [path, second],
  )
  const inside = JSON.parse((await cli('folders', 'create', projectId, '--name', 'In', '--json')).stdout).id
  const id = await uploaded(
    second,
    '--folder',
    inside,
    '--name',
    'c.txt',
    '--replaces',
    both[1].id,
    '--concurrency',
    '1',
  )
  const file = JSON.parse((await cli('files', 'get', id, '--json')).stdout)
  assert.deepEqual([file.name, file.folder.id, file.stack.number], ['c.txt', inside, 2])
  assert.equal((await cli('files', 'upload', projectId, path, second, '--name', 'x')).code, 2)
})

test('many files are uploaded in batches, and failed files are listed', async () => {
  const stills = Array.from({ length: 30 }, (_, i) => join(folder, `still-${i}.txt`))
  for (const still of stills) writeFileSync(still, still)
  const { code, stdout, stderr } = await cli('files', 'upload', projectId, ...stills, '--json', '--verbose')
  assert.equal(code, 0, stderr)
  assert.deepEqual(
    JSON.parse(stdout).map((one: { path: string }) => one.path),
    stills,
  )
  assert.match(stderr, /upload\.batch 200/)
  assert.doesNotMatch(stderr, /upload\.multipart/)

  const nowhere = ['--folder', 'DX0000000000000000000000']
  const failed = await cli('files', 'upload', projectId, ...stills.slice(0, 2), ...nowhere)
  assert.deepEqual([failed.code, failed.stdout], [7, ''])
  for (const still of stills.slice(0, 2)) assert.ok(failed.stderr.includes(still))
  assert.match(failed.stderr, /2 of 2 files were not uploaded/)
})

test('download writes to stdout, or under a safe file name', async () => {
  const small = join(folder, 'small.txt')
  writeFileSync(small, 'a few words')
  const id = await uploaded(small, '--name', '../../.evil\\name.txt')
  assert.equal((await cli('files', 'download', id, '--out', '-')).stdout, 'a few words')
  const to = temporaryFolder()
  assert.equal((await cli('files', 'download', id, '--out', to)).code, 0)
  assert.deepEqual(readdirSync(to), ['__.._.evil_name.txt'])
})

test('a name too long for the file system is cut and keeps its extension', async () => {
  const small = join(folder, 'short.txt')
  writeFileSync(small, 'a few words')
  const id = await uploaded(small, '--name', `${'ä'.repeat(200)}.txt`)
  const to = temporaryFolder()
  const { code, stderr } = await cli('files', 'download', id, '--out', to)
  assert.equal(code, 0, stderr)
  assert.deepEqual(readdirSync(to), [`${'ä'.repeat(125)}.txt`])
})

test('--resume continues an interrupted upload', async () => {
  const home = { XDG_CONFIG_HOME: temporaryFolder() }
  const words = ['files', 'upload', projectId, path, '--concurrency', '1', '--json']
  let parts = 0
  const interrupted = new AbortController()
  const cutting: typeof fetch = async (input, init) => {
    if (init?.method === 'PUT' && ++parts === 2) {
      interrupted.abort()
      throw new TypeError('cut')
    }
    return fetch(input, init)
  }
  const cut = await runCli(words, { env: { ...env, ...home }, fetch: cutting, signal: interrupted.signal })
  assert.equal(cut.code, 130)
  assert.match(cut.stderr, /Repeat the command with --resume to continue the upload\./)
  let sent = 0
  const counting: typeof fetch = async (input, init) => {
    if (init?.method === 'PUT') sent++
    return fetch(input, init)
  }
  const resumed = await runCli([...words, '--resume'], { env: { ...env, ...home }, fetch: counting })
  assert.equal(resumed.code, 0, resumed.stderr)
  assert.equal(sent, 2, 'of three parts, one was there')
  const file = JSON.parse((await cli('files', 'get', JSON.parse(resumed.stdout)[0].id, '--json')).stdout)
  assert.deepEqual([file.status, file.size], ['UPLOADED', bytes.length])
  // The upload is complete, so there is nothing to resume; a changed file counts as a new one.
  utimesSync(path, new Date(0), new Date(0))
  const anew = await runCli([...words, '--resume'], { env: { ...env, ...home } })
  assert.match(anew.stderr, /no interrupted upload found; starting from the beginning/)
  assert.notEqual(JSON.parse(anew.stdout)[0].id, file.id)
})

test('generate --wait shows the file when it is generated', async () => {
  const words = [
    'files',
    'generate',
    projectId,
    '--output-type',
    'document',
    '--output-model',
    'markdown',
    '--prompt',
    'A plan',
  ]
  const { code, stdout, stderr } = await cli(...words, '--wait', '--json')
  assert.equal(code, 0, stderr)
  const file = JSON.parse(stdout)
  assert.deepEqual([file.status, file.mode], ['UPLOADED', 'GENERATED'])
  assert.match(stderr, /: (queued|starting|running|fetching|done)/)
  const again = await cli('files', 'wait', file.id)
  assert.match(again.stdout, /Status .*UPLOADED/)
})

test('files wait --timeout: exit code 1', async () => {
  const started = JSON.parse(
    (await cli('files', 'start-upload', projectId, '--name', 'x', '--size', '5', '--json')).stdout,
  )
  const { code, stderr } = await cli('files', 'wait', started.id, '--timeout', '1')
  assert.equal(code, 1)
  assert.match(stderr, /Timed out waiting for the file\.\n {2}Processing continues on the server/)
  assert.equal((await cli('files', 'wait', started.id, '--timeout', 'soon')).code, 2)
  assert.equal((await cli('files', 'wait', started.id, '--until', 'tomorrow')).code, 2)
})

test('a killed process can be resumed', async () => {
  const home = { ...env, XDG_CONFIG_HOME: temporaryFolder() }
  const big = join(folder, 'big.bin')
  writeFileSync(big, randomBytes(60_000_000))
  const words = ['files', 'upload', projectId, big, '--concurrency', '1']
  const { child, printed } = spawnCli(words, home)
  await printed('stderr', 'big.bin: 25%')
  child.kill('SIGKILL')
  const { code, stdout, stderr } = await spawnCli([...words, '--resume', '--verbose'], home).ended
  assert.equal(code, 0, stderr)
  assert.match(stderr, /upload\.resume 200/)
  assert.doesNotMatch(stderr, /upload\.multipart/)
  const [id] = /^FX\w+/.exec(stdout)!
  assert.equal(JSON.parse((await cli('files', 'get', id, '--json')).stdout).size, 60_000_000)
})
