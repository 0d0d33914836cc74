// The contract of every list with cursors, as tests that each list runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../worlds/world.ts'

export type CursorList = {
  world: World
  path: string
  /** Creates a person in a new workspace who sees `count` items there; returns the ids in list order. */
  fill(count: number): Promise<{ key: string; ids: string[] }>
  /** Two filters: all items of `fill` match the first one. */
  filters: [Record<string, unknown>, Record<string, unknown>]
}

type Page = { data: { id: string }[]; page: { next: string | null; prev: string | null } }

export function testCursorList({ world, path, fill, filters }: CursorList): void {
  async function read(key: string, body: object): Promise<Page> {
    const answer = await world.call(`QUERY ${path}`, { key, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }

  async function refused(key: string, body: object): Promise<string> {
    const answer = await world.call(`QUERY ${path}`, { key, body })
    assert.equal(answer.status, 400, JSON.stringify(body))
    return answer.body.code
  }

  for (const sizes of [[1], [50], [50, 1], [50, 50], [50, 50, 1]]) {
    const count = sizes.reduce((sum, size) => sum + size)
    test(`200: ${count} items come in pages of ${sizes.join(' + ')}, forward and back`, async () => {
      const { key, ids } = await fill(count)
      const pages = [await read(key, {})]
      for (let next = pages[0]!.page.next; next !== null; next = pages.at(-1)!.page.next) {
        pages.push(await read(key, { next }))
      }
      assert.deepEqual(
        pages.map(({ data }) => data.length),
        sizes,
      )
      assert.deepEqual(
        pages.flatMap(({ data }) => data.map(({ id }) => id)),
        ids,
      )
      assert.equal(pages[0]!.page.prev, null)

      const back = [pages.at(-1)!]
      for (let prev = back[0]!.page.prev; prev !== null; prev = back.at(-1)!.page.prev) {
        back.push(await read(key, { prev }))
      }
      assert.deepEqual(
        back.toReversed().map(({ data }) => data),
        pages.map(({ data }) => data),
      )
      assert.equal(back.at(-1)!.page.next === null, sizes.length === 1)
    })
  }

  test('400: a cursor that was altered, cut, lengthened or made up', async () => {
    const { key } = await fill(51)
    const next = (await read(key, {})).page.next!
    const at = (i: number) => next.slice(0, i) + (next[i] === 'A' ? 'B' : 'A') + next.slice(i + 1)
    const altered = [0, 10, 21, 22, 30, next.length - 1].map(at)
    for (const cursor of [...altered, next.slice(1), next.slice(0, -1), `${next}A`, `${next}=`, '', 'x']) {
      assert.equal(await refused(key, { next: cursor }), 'invalid_cursor', cursor)
      assert.equal(await refused(key, { prev: cursor }), 'invalid_cursor', cursor)
    }
    assert.equal(await refused(key, { next: 7 }), 'invalid_request')
    assert.equal(await refused(key, { next: 'A'.repeat(1025) }), 'invalid_request')
  })

  test('400: a cursor of another filter or another workspace', async () => {
    const { key } = await fill(51)
    const plain = (await read(key, {})).page.next!
    const filtered = (await read(key, filters[0])).page.next!
    assert.equal((await read(key, { ...filters[0], next: filtered })).data.length, 1)
    assert.equal(await refused(key, { ...filters[0], next: plain }), 'invalid_cursor')
    assert.equal(await refused(key, { next: filtered }), 'invalid_cursor')
    assert.equal(await refused(key, { ...filters[1], next: filtered }), 'invalid_cursor')
    const elsewhere = await fill(51)
    assert.equal(await refused(elsewhere.key, { next: plain }), 'invalid_cursor')
  })

  test('400: both cursors at once, and fields that are not there', async () => {
    const { key } = await fill(51)
    const next = (await read(key, {})).page.next!
    const prev = (await read(key, { next })).page.prev!
    const both = await world.call(`QUERY ${path}`, { key, body: { next, prev } })
    assert.equal(both.status, 400)
    assert.deepEqual(
      both.body.errors.map((error: { path: string }) => error.path),
      ['/prev'],
    )
    assert.equal((await read(key, { next, prev: null })).data.length, 1)
    assert.equal(await refused(key, { cursor: next }), 'invalid_request')
  })

  test('200: QUERY with and without a body, GET and an overridden POST answer alike', async () => {
    const { key } = await fill(51)
    const headers = { 'X-HTTP-Method-Override': 'QUERY' }
    const first = await read(key, {})
    for (const route of [`QUERY ${path}`, `GET ${path}`]) {
      assert.deepEqual((await world.call(route, { key })).body, first)
    }
    assert.deepEqual((await world.call(`POST ${path}`, { key, body: {}, headers })).body, first)

    const second = await read(key, { ...filters[0], next: (await read(key, filters[0])).page.next })
    const { next } = (await world.call(`POST ${path}`, { key, body: filters[0], headers })).body.page
    const query = new URLSearchParams({ ...(filters[0] as Record<string, string>), next })
    assert.deepEqual((await world.call(`GET ${path}?${query}`, { key })).body, second)
    const overridden = await world.call(`POST ${path}`, { key, body: { ...filters[0], next }, headers })
    assert.deepEqual(overridden.body, second)
  })
}
