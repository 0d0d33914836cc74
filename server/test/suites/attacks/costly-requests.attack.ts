// A request costs about as much as its bytes, whatever they are: a small response, and no more work than a
// harmless body of the same size. Times are compared within one run, by the minimum of several tries, because a
// busy machine slows down both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxErrors } from '../../../src/core/errors.ts'
import { type Answer, credentialHeaders, type World } from '../../worlds/world.ts'
import type { StartSite } from './site.ts'

const megabyte = 1_000_000
/**
 * Generous, for a busy machine. Without the limits, a megabyte of members took seconds, and a harmless body
 * milliseconds.
 */
const mostTimesAsLong = 30
const tries = 5

type Costly = {
  what: string
  route: string
  body: string
  status: number
  /** The JSON pointer and code of the first error. */
  first?: [path: string, code: string]
}

const zeros = (count: number) => `[${Array(count).fill('0').join()}]`
const names = (count: number) => `{${Array.from({ length: count }, (_, i) => `"f${i}":0`).join()}}`
const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)
const shapes = (points: string, count: number, times: number) =>
  `{"annotation":{"shapes":[${Array(times)
    .fill(`{"kind":"pen","colour":"#ffffff","width":0,"points":[${Array(count).fill(points).join()}]}`)
    .join()}]}}`

function costly(projectId: string): Costly[] {
  const members = `POST /api/projects/${projectId}/members`
  const comment = 'POST /api/files/FX0000000000000000000000/comments'
  const tooBig: [string, string] = ['', 'too_big']
  return [
    {
      what: 'a megabyte of members',
      route: members,
      body: `{"members":${zeros(480_000)}}`,
      status: 400,
      first: tooBig,
    },
    {
      what: '30,000 members',
      route: members,
      body: `{"members":${zeros(30_000)}}`,
      status: 400,
      first: ['/members', 'too_big'],
    },
    {
      what: '80,000 unknown fields',
      route: 'POST /api/projects',
      body: names(80_000),
      status: 400,
      first: tooBig,
    },
    { what: '200 unknown fields', route: 'POST /api/projects', body: names(200), status: 400 },
    {
      what: 'arrays 500,000 deep',
      route: 'POST /api/projects',
      body: `{"name":${deep('[', ']', 400_000)}}`,
      status: 400,
      first: ['', 'too_deep'],
    },
    {
      what: 'objects 100,000 deep',
      route: 'POST /api/projects',
      body: deep('{"a":', '}', 100_000).replace(':}', ':0}'),
      status: 400,
      first: ['', 'too_deep'],
    },
    { what: 'brackets without an end', route: 'POST /api/projects', body: '['.repeat(megabyte), status: 400 },
    {
      what: 'a skill with 30,000 wrong names',
      route: 'POST /api/skills',
      body: `{"name":"x","description":"y","metadata":${names(30_000)}}`,
      status: 400,
      first: tooBig,
    },
    { what: 'texts for points', route: comment, body: shapes('"0"', 4_900, 8), status: 400 },
    { what: 'points out of range', route: comment, body: shapes('[7,7]', 900, 14), status: 400 },
    { what: 'points of three numbers', route: comment, body: shapes('[0,0,0]', 900, 10), status: 400 },
    {
      what: '9,999 wrong parts',
      route: 'POST /api/files/FX0000000000000000000000/upload.complete',
      body: `{"parts":[${Array(9_999).fill('{"partNumber":0,"x":1}').join()}]}`,
      status: 400,
    },
    {
      what: 'a name of a megabyte',
      route: 'POST /api/projects',
      body: `{"${'n'.repeat(megabyte)}":0}`,
      status: 400,
    },
  ]
}

export function attack(start: StartSite): void {
  test('costly requests', async (t) => {
    const world = await start()
    await t.test('a costly body is refused as cheaply as a harmless one of the same size', async (t) => {
      const { id, owner } = await world.project()
      const harmless = `{"name":"${'n'.repeat(megabyte - 20)}"}`
      const base = await least(() => send(world, owner.key, 'POST /api/projects', harmless))
      for (const { what, route, body, status, first } of costly(id)) {
        await t.test(what, async () => {
          const answer = await world.call(route, { key: owner.key, body })
          assert.equal(answer.status, status, JSON.stringify(answer.body).slice(0, 300))
          assertSmall(answer)
          if (first) assert.deepEqual([answer.body.errors[0].path, answer.body.errors[0].code], first)
          await assertCheap(base, what, () => send(world, owner.key, route, body))
        })
      }
    })

    await t.test(
      'a query string of 7,000 characters, deep or wide, is refused with a small response',
      async () => {
        const { key } = await world.person()
        const many = Array.from({ length: 800 }, (_, i) => `f${i}=0`).join('&')
        for (const query of ['a.'.repeat(3_500), 'a&'.repeat(3_500), many]) {
          const answer = await world.call(`GET /api/projects?${query}`, { key })
          assert.equal(answer.status, 400, query.slice(0, 20))
          assertSmall(answer)
        }
      },
    )

    await t.test('a tool call with costly arguments is refused as cheaply as a harmless one', async (t) => {
      const { key } = await world.person()
      const headers = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' }
      const call = (input: string) =>
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_project","arguments":${input}}}`
      const post = (input: string) => send(world, key, 'POST /mcp', call(input), headers)
      const base = await least(() => post(`{"name":"${'n'.repeat(900_000)}"}`))
      const inputs = {
        '200 unknown fields': names(200),
        '80,000 unknown fields': names(80_000),
        'a megabyte of members': `{"members":${zeros(480_000)}}`,
        '30,000 members': `{"members":${zeros(30_000)}}`,
        'deep arrays': `{"name":${deep('[', ']', 400_000)}}`,
      }
      for (const [what, input] of Object.entries(inputs)) {
        await t.test(what, async () => {
          const answer = await post(input)
          assert.ok(answer.size < 65_536, `${answer.size} bytes`)
          assert.match(answer.text, /invalid_request/)
          await assertCheap(base, what, () => post(input))
        })
      }
    })

    await t.test('without a credential, a body over 64 KiB is refused before it is read', async () => {
      for (const [route, headers] of open(world)) {
        const answer = await send(world, undefined, route, 'x'.repeat(70_000), headers)
        assert.equal(answer.status, 413, `${route}: ${answer.text.slice(0, 300)}`)
      }
    })

    await t.test(
      'without a credential, many unknown fields or form fields get a small response',
      async () => {
        const joined = await world.call('POST /api/access-links/join', { body: names(250) })
        assert.equal(joined.status, 400)
        assertSmall(joined)
        assert.match(joined.body.message, / \(and 25\d more, see `errors`\)$/)
        const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: originOf(world) }
        const answer = await send(world, undefined, 'POST /sign-in', 'a&'.repeat(30_000), form)
        assert.equal(answer.status, 413)
      },
    )
  })
}

function open(world: World): [route: string, headers: Record<string, string>][] {
  const Origin = originOf(world)
  return [
    ['POST /api/access-links/join', {}],
    ['POST /sign-in', { 'Content-Type': 'application/x-www-form-urlencoded', Origin }],
    ['POST /passkeys/sign-in', { Origin }],
  ]
}

/** Headers that make the request look like one of the web app. */
function originOf(world: World): string {
  return credentialHeaders(world.url, 'session:none').find(([name]) => name === 'Origin')![1]
}

function assertSmall({ body }: Answer): void {
  const size = JSON.stringify(body).length
  assert.ok(size < 65_536, `the answer has ${size} bytes`)
  assert.ok(body.errors.length >= 1 && body.errors.length <= maxErrors, `${body.errors.length} errors`)
}

async function assertCheap(base: number, what: string, request: () => Promise<unknown>): Promise<void> {
  const time = await least(request)
  const shown = `${what}: ${time.toFixed(1)} ms, a harmless body of a megabyte ${base.toFixed(1)} ms`
  assert.ok(time <= mostTimesAsLong * base, shown)
}

async function least(request: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries; i++) {
    const start = performance.now()
    await request()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

async function send(
  world: World,
  key: string | undefined,
  route: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; size: number }> {
  const [method, path] = route.split(' ') as [string, string]
  const all = {
    'Content-Type': 'application/json',
    ...headers,
    ...Object.fromEntries(credentialHeaders(world.url, key)),
  }
  const response = await fetch(world.url + path, {
    method,
    headers: all,
    body,
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  return { status: response.status, text, size: text.length }
}
