// `files view` on a real server: images become files.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { startViewing } from '../../server/src/operations/files/fixtures/viewed-files.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { main, runCli, temporaryFolder } from './run-cli.ts'

const world = await startWorld()
const { owner, sql, newMedia } = await startViewing(world)
const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }
const view = (...words: string[]) => runCli(['files', 'view', ...words], { env })

const colour = (background: string) =>
  sharp({ create: { width: 64, height: 40, channels: 3, background } })
    .webp()
    .toBuffer()

/** A document of two pages. */
async function newDocument(name: string): Promise<string> {
  const derived = { 'pages/1.webp': await colour('#c00000'), 'pages/2.webp': await colour('#00c000') }
  const id = await newMedia({ kind: 'DOCUMENT', pages: 2 }, derived)
  await sql`update files set name = ${name} where id = ${id}`
  return id
}

async function newImage(): Promise<string> {
  const id = await newMedia(
    { kind: 'IMAGE', width: 64, height: 40 },
    { 'preview.webp': await colour('#c00000') },
  )
  await sql`update files set name = 'Poster.final.png' where id = ${id}`
  return id
}

const formatOf = async (content: string | Buffer) => (await sharp(content).metadata()).format

test('each image is written to the folder under a name that says what it shows, and its path is printed', async () => {
  const id = await newDocument('Script.pdf')
  const folder = temporaryFolder()
  const { code, stdout, stderr } = await view(id, '--at', 'page 1', '--at', 'page 2', '--out', folder)
  assert.equal(code, 0, stderr)
  assert.deepEqual(readdirSync(folder).toSorted(), ['Script-page-1.jpg', 'Script-page-2.jpg'])
  const paths = ['Script-page-1.jpg', 'Script-page-2.jpg'].map((name) => join(folder, name))
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  ')),
    [
      [paths[0], 'page 1 of 2'],
      [paths[1], 'page 2 of 2'],
    ],
  )
  for (const path of paths) assert.equal(await formatOf(path), 'jpeg')
})

test('an existing file is not overwritten without --force; two images of one page are numbered', async () => {
  const id = await newDocument('Script.pdf')
  const folder = temporaryFolder()
  const twice = ['--at', 'page 2', '--at', '2']
  assert.equal((await view(id, '--at', 'page 2', '--out', folder)).code, 0)
  const refused = await view(id, ...twice, '--out', folder)
  assert.deepEqual([refused.code, refused.stdout], [6, ''])
  assert.match(refused.stderr, /Script-page-2\.jpg already exists/)
  assert.equal((await view(id, ...twice, '--out', folder, '--force')).code, 0)
  assert.deepEqual(readdirSync(folder).toSorted(), ['Script-page-2-2.jpg', 'Script-page-2.jpg'])
})

test('a name that leads out of the folder, or is too long, is made safe and keeps its place', async () => {
  const folder = temporaryFolder()
  for (const name of ['../../.evil\\name.pdf', `${'ä'.repeat(200)}.pdf`]) {
    const { code, stderr } = await view(await newDocument(name), '--at', '1', '--out', folder)
    assert.equal(code, 0, stderr)
  }
  assert.deepEqual(readdirSync(folder).toSorted(), [
    '__.._.evil_name-page-1.jpg',
    `${'ä'.repeat(122)}-page-1.jpg`,
  ])
})

test('--out names a file for one image only', async () => {
  const path = join(temporaryFolder(), 'poster.jpg')
  assert.equal((await view(await newImage(), '--out', path)).code, 0)
  assert.equal(await formatOf(path), 'jpeg')
  const refused = await view(
    await newDocument('Script.pdf'),
    '--at',
    '1',
    '--at',
    '2',
    '--out',
    `${path}.jpg`,
  )
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /There are 2 images: --out must be a folder/)
})

test('without --out, images are written to the current folder; with --out -, to stdout', async () => {
  const id = await newImage()
  const cwd = temporaryFolder()
  const start = (...words: string[]) =>
    promisify(execFile)(process.execPath, [main, 'files', 'view', id, ...words], {
      ...{ cwd, encoding: 'buffer', env: { ...process.env, ...env, XDG_CONFIG_HOME: cwd } },
    })
  const { stdout } = await start()
  assert.match(stdout.toString(), /^Poster\.final-view\.jpg {2}the whole image/)
  assert.equal(await formatOf(join(cwd, 'Poster.final-view.jpg')), 'jpeg')
  assert.equal(await formatOf((await start('--out', '-')).stdout), 'jpeg')
})

test('--json prints the images in base64; with --out, their paths', async () => {
  const id = await newImage()
  const { images } = JSON.parse((await view(id, '--json')).stdout)
  const bytes = Buffer.from(images[0].data, 'base64')
  assert.equal(await formatOf(bytes), 'jpeg')
  const folder = temporaryFolder()
  const written = JSON.parse((await view(id, '--json', '--out', folder)).stdout)
  const { data: _, ...image } = images[0]
  assert.deepEqual(written.images, [{ path: join(folder, 'Poster.final-view.jpg'), ...image }])
  assert.deepEqual(readFileSync(written.images[0].path), bytes)
})
