// A hijacked decoder leaves symlinks in place of its results. The server follows none.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startMediaWorld } from '../../test/worlds/media-world.ts'
import type { MediaInfo, Work } from './processor.ts'
import { writeNew } from './scratch.ts'

const folder = mkdtempSync(join(tmpdir(), 'dailies-links-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const secret = join(folder, '1.webp')
writeFileSync(secret, 'the secret of the server')

const info: MediaInfo = {
  ...{ kind: 'IMAGE', width: 1, height: 1, durationMs: null, frameRate: null, frames: null },
  ...{ pages: null, hasAudio: null },
}

/** The symlink that each file plants, by its content. */
const plants: Record<string, (work: Work) => Promise<string>> = {
  async file({ folder: place }) {
    await symlink(secret, join(place, 'thumbnail.webp'))
    return 'thumbnail.webp'
  },
  async folder({ folder: place }) {
    await symlink(folder, join(place, 'pages'))
    return 'pages/1.webp'
  },
  async nothing({ folder: place }) {
    await mkdir(join(place, 'pages'))
    await writeFile(join(place, 'pages/1.webp'), 'a page')
    return 'pages/1.webp'
  },
}

const png = '\x89PNG\r\n\x1a\n'
const { upload, reaches, derivatives } = await startMediaWorld({
  findProcessor: async () => ({
    probe: async () => info,
    steps: () => [
      {
        name: 'planted',
        weight: 1,
        async make(work) {
          const name = await plants[readFileSync(work.source, 'latin1').slice(png.length)]!(work)
          return [{ name, path: join(work.folder, name), mimeType: 'image/webp' }]
        },
      },
    ],
  }),
})

for (const what of ['file', 'folder']) {
  test(`a symlink in place of a ${what} is not stored: the file fails`, async () => {
    const id = await upload(Buffer.from(png + what, 'latin1'))
    const { failure } = await reaches(id, 'FAILED', 'READY')
    assert.equal(failure?.code, 'tool_failed')
    assert.deepEqual([...(await derivatives(id)).keys()], [])
  })
}

test('a plain file in a plain folder is stored', async () => {
  const id = await upload(Buffer.from(`${png}nothing`, 'latin1'))
  assert.equal((await reaches(id, 'FAILED', 'READY')).state, 'READY')
})

test('a file that the server writes replaces a planted symlink, and its target is unchanged', async () => {
  const path = join(folder, 'frames.json')
  symlinkSync(secret, path)
  await writeNew(path, '{}')
  assert.deepEqual(
    [readFileSync(path, 'utf8'), readFileSync(secret, 'utf8')],
    ['{}', 'the secret of the server'],
  )
})
