import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Share } from '@dailies/sdk'
import { changesOf, fieldsOf, moved, nameFor, newSettings, settingsOf } from './share-settings.ts'

const file = { kind: 'FILE', id: 'FX1', name: 'Trailer.v3.mov' } as const
const folder = { kind: 'FOLDER', id: 'DX1', name: 'Stills' } as const
const version = { kind: 'VERSION', id: 'v', name: 'Cut 3' } as const

test('by default guests comment, see their own comments, and download nothing', () => {
  assert.deepEqual(fieldsOf(newSettings(' Trailer ', [file, folder])), {
    name: 'Trailer',
    items: [
      { kind: 'FILE', id: 'FX1' },
      { kind: 'FOLDER', id: 'DX1' },
    ],
    access: 'COMMENT',
    comments: 'OWN',
    verdicts: false,
    downloads: 'NONE',
    revisions: 'LATEST',
    email: 'NONE',
    watermark: null,
    welcome: null,
    expiresAt: null,
    password: null,
    upload: null,
  })
})

test('a share of a review asks for a verdict, and of files only it cannot', () => {
  assert.equal(newSettings('Cut', [version]).verdicts, true)
  assert.equal(fieldsOf({ ...newSettings('Cut', [file]), verdicts: true }).verdicts, false)
})

test('an edited share keeps its password and its expiry unless they are changed', () => {
  const share = {
    ...{ name: 'Cut', items: [file], access: 'VIEW', comments: 'OWN', verdicts: false, downloads: 'PROXY' },
    ...{ revisions: 'FROZEN', email: 'REQUIRED', watermark: null, welcome: 'Hello', hasPassword: true },
    expiresAt: '2030-01-01 00:00:00.000000',
    upload: { folder: { id: 'DX1', name: 'In' }, maxBytes: 2_500_000_000, kinds: ['IMAGE'] },
  } as unknown as Share
  const settings = settingsOf(share)
  assert.deepEqual([settings.expiry, settings.password, settings.upload?.gigabytes], ['keep', 'keep', '2.5'])
  const fields = fieldsOf(settings)
  assert.ok(!('expiresAt' in fields) && !('password' in fields))
  assert.deepEqual(fields.upload, { folder: { id: 'DX1' }, maxBytes: 2_500_000_000, kinds: ['IMAGE'] })
  assert.equal(fieldsOf({ ...settings, password: 'none' }).password, null)
  assert.equal(fieldsOf({ ...settings, password: 'new', newPassword: 'x' }).password, 'x')
})

test('an edit sends what was changed, and the items only when they are others', () => {
  const before = { ...newSettings('Cut', [file, folder]), revisions: 'FROZEN' as const }
  assert.deepEqual(changesOf(before, before), {})
  assert.deepEqual(changesOf(before, { ...before, name: 'Cut 4', password: 'new', newPassword: 'x' }), {
    name: 'Cut 4',
    password: 'x',
  })
  const { items } = changesOf(before, { ...before, items: [folder, file] })
  assert.deepEqual(items, [
    { kind: 'FOLDER', id: 'DX1' },
    { kind: 'FILE', id: 'FX1' },
  ])
})

test('no limit and no kinds mean everything', () => {
  const upload = { folderId: 'DX1', gigabytes: '', kinds: [] }
  assert.deepEqual(fieldsOf({ ...newSettings('A', [file]), upload }).upload, {
    folder: { id: 'DX1' },
    maxBytes: null,
    kinds: null,
  })
  assert.equal(
    fieldsOf({ ...newSettings('A', [file]), upload: { ...upload, gigabytes: '0,5' } }).upload?.maxBytes,
    5e8,
  )
})

test('an item moves up and down, and not beyond the ends', () => {
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)
  const all = [file, folder, version]
  assert.deepEqual(names(moved(all, 0, 1)), ['Stills', 'Trailer.v3.mov', 'Cut 3'])
  assert.deepEqual(names(moved(all, 2, -1)), ['Trailer.v3.mov', 'Cut 3', 'Stills'])
  assert.deepEqual(names(moved(all, 2, 1)), names(all))
})

test('a share of one thing has its name, and of several that of the project', () => {
  assert.equal(nameFor([file], 'Harbour'), 'Trailer.v3')
  assert.equal(nameFor([folder], 'Harbour'), 'Stills')
  assert.equal(nameFor([file, folder], 'Harbour'), 'Harbour')
  assert.equal([...nameFor([{ ...folder, name: '🎬'.repeat(200) }], 'Harbour')].length, 100)
})
