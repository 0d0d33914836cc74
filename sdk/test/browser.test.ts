// The SDK bundled for a browser, in Chromium, on a page of the server's own origin.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'
import { rolldown } from 'rolldown'
import { operations } from '../../server/src/service.ts'
import { needsBrowser, startBrowser } from '../../server/test/helpers/browser.ts'
import { emitEvent } from '../../server/test/helpers/emit-events.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { argumentsOf, assertAnswer, prepare } from './operation-calls.ts'

/** It grows with the table of operations. */
const mostBytes = 16_000

const script = await bundle()
const world = await startWorld()
const origin = world.url.replace('127.0.0.1', 'localhost')

/** Bundles like an application would; a module that needs Node is an error. */
async function bundle(): Promise<string> {
  const input = fileURLToPath(new URL('../src/index.ts', import.meta.url))
  const warnings: string[] = []
  const build = await rolldown({
    input,
    platform: 'browser',
    onLog: (_level, { message }) => warnings.push(message),
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  assert.deepEqual(warnings, [])
  assert.equal(output.length, 1)
  assert.deepEqual(output[0].imports, [])
  return output[0].code
}

/** Opens a page that can import the bundle, for a person with a project. */
async function enter(before?: (context: BrowserContext, userId: string) => Promise<void>) {
  const { id: projectId, owner } = await world.project()
  const context = await (await startBrowser()).newContext({ baseURL: origin })
  await before?.(context, owner.userId)
  const page = await context.newPage()
  // These two pages are served by the test; all other requests go to the server.
  await page.route('/page', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.route('/sdk.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.goto('/page')
  // Types come from the source, the code from the bundle.
  await page.evaluate(async (url) => {
    Object.assign(globalThis, { sdk: await import(url) })
  }, '/sdk.js')
  return { projectId, page, token: owner.key }
}

declare const sdk: typeof import('@dailies/sdk')

test('the browser bundle is small and has no dependencies and no schemas', () => {
  const { length } = gzipSync(script)
  assert.ok(length < mostBytes, `${length} bytes`)
  assert.doesNotMatch(script, /node:(?!fs|path)|"\$ref"|additionalProperties/)
})

test(
  'in Chromium: lists by QUERY, creates, uploads a Blob, downloads it, verifies webhooks',
  needsBrowser,
  async () => {
    const { page, ...given } = await enter()
    const methods = new Set<string>()
    page.on('request', (request) => methods.add(`${request.method()} ${new URL(request.url()).pathname}`))
    const seen = await page.evaluate(async ({ projectId, token }) => {
      const client = new sdk.Dailies({ token })
      const names: string[] = []
      for await (const { name } of client.projects.list({ keyword: 'Project' })) names.push(name)
      const folder = await client.folders.create(projectId, { name: 'From a page' })
      const bytes = new Uint8Array(12_000_000).map((_, i) => i % 251)
      const progress: number[] = []
      const { id } = await client.files.upload(projectId, new File([bytes], 'page.bin'), {
        folder,
        onProgress: ({ loaded }) => progress.push(loaded),
      })
      const file = await client.files.waitFor(id)
      const { stream, size } = await client.files.download(id)
      const back = new Uint8Array(await new Response(stream).arrayBuffer())
      const equal = back.length === bytes.length && back.every((byte, i) => byte === bytes[i])
      const refused = await client.folders.create(projectId, { name: '' }).catch((error) => error.code)
      const path = await client.files.upload(projectId, 'a.mov').then(String, String)
      const forged = await sdk.verifyWebhook('{}', {}, 'whsec_AAAA').catch((error) => error.name)
      return { names, file, size, equal, progress, refused, path, forged }
    }, given)
    assert.deepEqual(seen.names, ['Project'])
    assert.deepEqual(
      [seen.file.name, seen.file.status, seen.size, seen.equal],
      ['page.bin', 'UPLOADED', 12_000_000, true],
    )
    assert.deepEqual(
      seen.progress.toSorted((a, b) => a - b),
      [0, 6_000_000, 12_000_000],
    )
    assert.equal(seen.refused, 'invalid_request')
    assert.match(seen.path, /In a browser, pass a File or a Blob/)
    assert.equal(seen.forged, 'WebhookVerificationError')
    assert.ok(methods.has('QUERY /api/projects'))
    assert.ok(!methods.has('POST /api/projects'))
  },
)

test('in Chromium: every operation works by its method', needsBrowser, async () => {
  const { page } = await enter()
  for (const operation of operations) {
    const { target, key, session } = await prepare(world, operation)
    await page.context().clearCookies()
    if (session) await page.context().addCookies([sessionCookie(key)])
    const call = {
      name: operation.client,
      args: argumentsOf(operation, target),
      token: session ? undefined : key,
    }
    const { status, text, answer } = await page.evaluate(callInPage, call)
    assert.equal(status, operation.output[0], `${operation.client}: ${text}`)
    assertAnswer(operation, text === '' ? undefined : JSON.parse(text), answer)
  }
})

/** Calls a method of the client in the page, and returns the requests and responses. */
async function callInPage({
  name,
  args,
  token,
}: {
  name: string
  args: unknown[]
  token: string | undefined
}) {
  let status = 0
  let text = ''
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    status = response.status
    text = await response.clone().text()
    return response
  }
  const client = new sdk.Dailies({ token, fetch: recording, maxRetries: 0 })
  type Method = (...args: unknown[]) => Promise<unknown> & { page?: () => Promise<unknown> }
  const method = name.split('.').reduce((at, part) => (at as never)[part], client as unknown) as Method
  const called = method(...args)
  const answer = await (called.page ? called.page() : called).catch(() => undefined)
  return { status, text, answer }
}

function sessionCookie(session: string) {
  return { name: 'dailies', value: session.replace('session:', ''), url: origin }
}

test('in Chromium: an event stream survives a lost connection', needsBrowser, async () => {
  const { page, ...given } = await enter()
  const { workspaceId, database } = world
  await page.exposeFunction('emit', async () => {
    await emitEvent(database.sql, { workspaceId, projectId: given.projectId, type: 'comment.created' })
    world.changed()
  })
  const seen = await page.evaluate(async ({ projectId, token }) => {
    const connections: AbortController[] = []
    const cuttable: typeof fetch = (input, init) => {
      const connection = new AbortController()
      connections.push(connection)
      return fetch(input, { ...init, signal: AbortSignal.any([init!.signal!, connection.signal]) })
    }
    const client = new sdk.Dailies({ token, fetch: cuttable })
    const { emit } = globalThis as unknown as { emit: () => Promise<void> }
    const types: string[] = []
    const onReady = () => void (connections.length === 1 ? connections[0]!.abort() : emit())
    for await (const event of client.events.subscribe(projectId, { retryDelayMs: 1, onReady })) {
      types.push(event.type)
      break
    }
    return { types, connections: connections.length }
  }, given)
  assert.deepEqual(seen, { types: ['comment.created'], connections: 2 })
})

test('in Chromium: without a token, calls use the session cookie', needsBrowser, async () => {
  const { page, projectId } = await enter(async (context, userId) => {
    await context.addCookies([sessionCookie(await world.session(userId))])
  })
  const { name, id } = await page.evaluate(async (projectId) => {
    const client = new sdk.Dailies()
    const { name } = await client.account.get()
    return { name, ...(await client.folders.create(projectId, { name: 'By session' })) }
  }, projectId)
  assert.equal(name, 'Someone')
  assert.match(id, /^DX/)
})
