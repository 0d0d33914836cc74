import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from './errors.ts'
import { createUrlSigner } from './signed-urls.ts'

const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const base = () => 'https://example.com'
const start = Date.parse('2026-01-01T00:00:00Z')
const at = (milliseconds: number) => createUrlSigner(keys, base, () => start + milliseconds)

const refused = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code

function taken(url: string): [path: string, query: Record<string, string>] {
  const { pathname, searchParams } = new URL(url)
  return [pathname, Object.fromEntries(searchParams)]
}

test('a URL is valid until it expires', () => {
  const parts = taken(at(0).sign('/a/b', { max: '5' }, 60))
  at(0).verify(...parts)
  at(59_999).verify(...parts)
  assert.throws(() => at(60_000).verify(...parts), refused('url_expired'))
})

test('any text is unchanged after signing and verifying', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      at(0).verify(...taken(at(0).sign('/a', { name, type: 'x' }, 60)))
    }),
  )
})

test('a URL with any change is refused', () => {
  const [path, query] = taken(at(0).sign('/a/b', { max: '5', name: 'x' }, 60))
  const expires = query.expires!
  const changes: [string, Record<string, unknown>][] = [
    ['/a/c', query],
    ['/a/b/', query],
    [path, { ...query, max: '6' }],
    [path, { ...query, max: '5 ' }],
    [path, { ...query, max: ['5', '5'] }],
    [path, { ...query, name: 'x5', max: '' }],
    [path, { ...query, expires: String(Number(expires) + 1) }],
    [path, { ...query, expires: `${expires}.0` }],
    [path, { ...query, more: '1' }],
    [path, { max: '5', expires, signature: query.signature }],
    [path, { ...query, signature: '' }],
    [path, { ...query, signature: undefined }],
    [path, { ...query, signature: `${query.signature}=` }],
    [path, {}],
  ]
  for (const [changedPath, changed] of changes) {
    assert.throws(() => at(0).verify(changedPath, changed), refused('url_invalid'), JSON.stringify(changed))
  }
})

test('a signature with any changed character is refused', () => {
  const [path, query] = taken(at(0).sign('/a', {}, 60))
  const signature = query.signature!
  for (let i = 0; i < signature.length; i++) {
    for (const other of ['A', 'B', '_', '9']) {
      if (signature[i] === other) continue
      const changed = signature.slice(0, i) + other + signature.slice(i + 1)
      assert.throws(() => at(0).verify(path, { ...query, signature: changed }), refused('url_invalid'))
    }
  }
})

test('a URL signed with an old key is valid while the key is configured', () => {
  const byOld = createUrlSigner([keys[1]!], base, () => start)
  const url = taken(byOld.sign('/a', {}, 60))
  at(0).verify(...url)
  const withoutOld = createUrlSigner([keys[0]!], base, () => start)
  assert.throws(() => withoutOld.verify(...url), refused('url_invalid'))
  assert.throws(() => byOld.verify(...taken(at(0).sign('/a', {}, 60))), refused('url_invalid'))
})
