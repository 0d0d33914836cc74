// Downloads of archives, on a real server.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readZip } from '../../server/test/helpers/read-zip.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project({ name: 'Teaser' })
const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key, XDG_CONFIG_HOME: temporaryFolder() }
const cli = (...words: string[]) => runCli(words, { env })
const bytes = randomBytes(20_000_000)

async function json(...words: string[]) {
  const { code, stdout, stderr } = await cli(...words, '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

const shots = (await json('folders', 'create', projectId, '--name', 'Shots')).id
const [small, large] = await (async () => {
  const folder = temporaryFolder()
  const paths = [join(folder, 'a.txt'), join(folder, 'b.bin')]
  writeFileSync(paths[0]!, 'words')
  writeFileSync(paths[1]!, bytes)
  const uploaded = await json('files', 'upload', projectId, ...paths, '--folder', shots)
  return uploaded.map(({ id }: { id: string }) => id) as [string, string]
})()

test('files, a folder and a version are each one ZIP', async () => {
  const here = temporaryFolder()
  const download = async (...words: string[]) => {
    const { code, stdout, stderr } = await cli('archives', 'download', projectId, ...words, '--out', here)
    assert.equal(code, 0, stderr)
    return [...readZip(readFileSync(stdout.trim())).keys()]
  }
  assert.deepEqual(await download(small, large), ['a.txt', 'b.bin'])
  assert.deepEqual(await download('--folder', shots, '--comments'), [
    'Shots/a.txt',
    'Shots/b.bin',
    'Comments.csv',
  ])
  const version = (await json('versions', 'create', projectId, '--name', 'Final', '--files', small)).id
  assert.deepEqual(await download('--version', version), ['a.txt'])
  assert.deepEqual(readdirSync(here).sort(), ['Final.zip', 'Shots.zip', 'Teaser.zip'])
})

test('an existing file is overwritten only with --force; - writes to stdout', async () => {
  const to = join(temporaryFolder(), 'some.zip')
  writeFileSync(to, 'mine')
  const refused = await cli('archives', 'download', projectId, small, '--out', to)
  assert.equal(refused.code, 6)
  assert.equal(readFileSync(to, 'utf8'), 'mine')
  assert.equal((await cli('archives', 'download', projectId, small, '--out', to, '--force')).code, 0)
  assert.equal(readZip(readFileSync(to)).size, 1)
  const { stdout } = await cli('archives', 'download', projectId, small, '--out', '-')
  assert.match(stdout, /^PK.*words/s)
})

test('files that are left out are named; nothing chosen is a usage error', async () => {
  const { code, stderr } = await cli(
    'archives',
    'download',
    projectId,
    small,
    '--proxies',
    '--out',
    temporaryFolder(),
  )
  assert.equal(code, 6)
  assert.match(stderr, /None of the chosen files can be downloaded/)
  const link = await json(
    'files',
    'link-youtube',
    projectId,
    '--url',
    'https://youtu.be/dQw4w9WgXcQ',
    '--name',
    'Film',
  )
  const some = await cli('archives', 'download', projectId, small, link.id, '--out', temporaryFolder())
  assert.match(some.stderr, /Left out: Film: the video is on YouTube\./)
  assert.equal((await cli('archives', 'download', projectId)).code, 2)
})

test('--resume continues an interrupted download with the bytes that are there', async () => {
  const here = temporaryFolder()
  const words = ['archives', 'download', projectId, '--folder', shots, '--out', here]
  const interrupted = new AbortController()
  const stalling: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    return String(input).includes('/archives/') ? stall(response, 5_000_000, interrupted) : response
  }
  const cut = await runCli(words, { env, fetch: stalling, signal: interrupted.signal })
  assert.equal(cut.code, 130)
  assert.match(cut.stderr, /Repeat the command with --resume to continue the download\./)
  const [partial] = readdirSync(here)
  assert.match(partial!, /^dailies-.*\.part$/)
  const { size } = statSync(join(here, partial!))
  assert.ok(size > 4_000_000 && size < bytes.length)

  const { code, stderr } = await runCli([...words, '--resume', '--verbose'], { env })
  assert.equal(code, 0, stderr)
  assert.match(stderr, /GET \/archives\/\S+ 206/)
  assert.doesNotMatch(stderr, /POST/)
  assert.deepEqual(readdirSync(here), ['Shots.zip'])
  assert.ok(
    readZip(readFileSync(join(here, 'Shots.zip')))
      .get('Shots/b.bin')!
      .equals(bytes),
  )
  const again = await runCli([...words, '--resume', '--force'], { env })
  assert.match(again.stderr, /No interrupted download found/)
})

/** The response, which is interrupted by Ctrl-C once so many bytes have been read. */
function stall(response: Response, after: number, interrupted: AbortController): Response {
  let seen = 0
  const body = response.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.length
        controller.enqueue(chunk)
        if (seen < after) return
        interrupted.abort()
        controller.error(interrupted.signal.reason)
      },
    }),
  )
  return new Response(body, response)
}
