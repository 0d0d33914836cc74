// A hostile server sends control characters: none of them reaches the terminal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from './run-cli.ts'

const evil = '\x1b[2J\x9b31m\x07\u202e'
const env = { DAILIES_URL: 'http://127.0.0.1:9', DAILIES_API_KEY: 'rvk_1' }
const projectId = '01920000-0000-7000-8000-000000000000'

function answering(status: number, body: object, type = 'application/json'): typeof fetch {
  const text = type === 'application/json' ? JSON.stringify(body) : `data: ${JSON.stringify(body)}\n\n`
  return async () =>
    new Response(text, { status, headers: { 'Content-Type': type, 'X-Request-Id': '\x9b31m' } })
}

const problem = {
  code: `a${evil}`,
  message: `b${evil}`,
  requestId: `c${evil}`,
  errors: [{ path: `/d${evil}`, code: 'e', message: `f${evil}` }],
}
const page = { next: `g${evil}`, prev: null }

const answers: [string, string[], typeof fetch][] = [
  ['a refusal', ['projects', 'get', projectId], answering(400, problem)],
  ['invalid fields', ['projects', 'get', projectId], answering(400, { ...problem, code: 'invalid_request' })],
  ['a record', ['projects', 'get', projectId], answering(200, { data: { [`h${evil}`]: `i${evil}` } })],
  ['keys inside', ['projects', 'get', projectId], answering(200, { data: { a: { [`j${evil}`]: 1, b: 2 } } })],
  ['a list', ['projects', 'list'], answering(200, { data: [{ [`k${evil}`]: 1 }], page })],
  [
    'events',
    ['events', projectId],
    answering(200, { data: [{ type: `l${evil}`, number: `m${evil}` }], page: { next: null } }),
  ],
  ['requests', ['projects', 'list', '--verbose'], answering(200, { data: [], page })],
  ['the issuer', ['login'], answering(200, { issuer: `n${evil}` })],
  ['JSON', ['projects', 'list', '--json'], answering(200, { data: [{ [`o${evil}`]: evil }], page })],
]

for (const [what, words, fetch] of answers) {
  test(`${what}: no control characters reach the terminal`, async () => {
    const { stdout, stderr } = await runCli(words, { env, fetch })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not appear.
    assert.doesNotMatch(stdout + stderr, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/)
    assert.match(stdout + stderr, /\w/)
  })
}
