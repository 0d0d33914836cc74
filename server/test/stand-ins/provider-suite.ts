// The life cycle of a generation at a provider with all of its faults, as tests that every adapter runs.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { inspect } from 'node:util'
import {
  type FailureCode,
  GenerationFailure,
  type GenerationRequest,
  type Handle,
  type Provider,
  type Reference,
  TryLater,
} from '../../src/core/provider.ts'
import { StorageUnavailable } from '../../src/core/storage.ts'
import { requestErrors } from '../../src/generation/limit-errors.ts'
import { models, videoDefaults } from '../../src/generation/models.ts'
import type { ProviderOptions } from '../../src/generation/providers/http.ts'
import { type Behaviour, type Fault, resultBytes, type StandIn, startStandIn } from './stand-in.ts'

export type Adapter = {
  behaviour: Behaviour
  create(options: ProviderOptions): Provider
  /** The path of the adapter's base URL on the stand-in. */
  basePath?: string
  model: string
  /** A prompt for a request with a reference of this name. */
  referencePrompt?: string
  /** The provider returns the result in the response to the start. */
  synchronous?: boolean
  /** Paid stages of a generation without references. */
  stages?: number
}

export const secretPrompt = 'a secret plan'
const imageBytes = Buffer.from('89504e470d0a1a0a', 'hex')

export function imageReference(id: string, more: Partial<Reference> = {}): Reference {
  const read = async () => Readable.from([imageBytes])
  return { id, name: `${id}.png`, mimeType: 'image/png', size: imageBytes.length, read, ...more }
}

export function requestFor(modelId: string, more: Partial<GenerationRequest> = {}): GenerationRequest {
  const model = models.find(({ id }) => id === modelId)!
  const video = model.video ? videoDefaults(model.video) : null
  return { model, prompt: secretPrompt, references: [], video, clientReference: 'ref-1', ...more }
}

/** Runs a test with a provider of the adapter and a stand-in with this fault. */
export async function withStandIn(
  adapter: Adapter,
  fault: Fault | null,
  use: (provider: Provider, standIn: StandIn) => Promise<void>,
  options: Partial<ProviderOptions> = {},
): Promise<void> {
  const standIn = await startStandIn(adapter.behaviour)
  standIn.fault = fault
  const baseUrl = `${standIn.baseUrl}${adapter.basePath ?? ''}`
  try {
    await use(adapter.create({ apiKey: standIn.key, baseUrl, ...options }), standIn)
  } finally {
    await standIn.close()
  }
}

/** Without a deadline: it would be one for all tests of the file. */
const { signal } = new AbortController()

/**
 * Runs a generation as the state machine does: handles are stored, poll errors are ignored, a fetch is
 * retried once.
 */
export async function drive(provider: Provider, request: GenerationRequest): Promise<Buffer> {
  const started = await provider.start(request, signal)
  if ('output' in started) return buffer(started.output.body)
  return finish(provider, started.handle)
}

export async function finish(provider: Provider, begun: Handle): Promise<Buffer> {
  let handle = stored(begun)
  for (let looks = 0; looks < 20; looks++) {
    const progress = await provider.poll(handle, signal).catch(ignoreUnlessFailure)
    if (progress?.state === 'FAILED') throw progress.failure
    if (progress?.state === 'NEXT') handle = stored((await provider.next!(handle, signal)).handle)
    if (progress?.state === 'SUCCEEDED' && progress.handle) handle = stored(progress.handle)
    if (progress?.state === 'SUCCEEDED') return fetchTwice(provider, handle)
  }
  throw new Error('It runs forever.')
}

async function fetchTwice(provider: Provider, handle: Handle): Promise<Buffer> {
  const fetchOnce = async () => buffer((await provider.fetch(handle, signal)).body)
  return fetchOnce().catch((error) => {
    ignoreUnlessFailure(error)
    return fetchOnce()
  })
}

function stored(handle: Handle): Handle {
  const json = JSON.stringify(handle)
  assert.doesNotMatch(json, /secret|http/)
  return JSON.parse(json)
}

function ignoreUnlessFailure(error: unknown): null {
  if (error instanceof GenerationFailure) throw error
  assertDiscreet(error)
  return null
}

/** Asserts that an error, as a log would print it, contains neither the prompt nor the key nor a URL. */
export function assertDiscreet(error: unknown): void {
  const printed = `${inspect(error, { depth: 10 })} ${JSON.stringify(error)}`
  assert.doesNotMatch(printed, /secret|https?:\/\/(?!nodejs)/)
}

export async function assertFails(running: Promise<unknown>, code: FailureCode): Promise<void> {
  await assert.rejects(running, (error) => {
    assertDiscreet(error)
    assert.ok(error instanceof GenerationFailure, inspect(error))
    assert.equal(error.code, code)
    return true
  })
}

export function providerSuite(name: string, adapter: Adapter): void {
  const stages = adapter.stages ?? 1
  const plain = () => requestFor(adapter.model)
  const referring = () =>
    requestFor(adapter.model, {
      prompt: adapter.referencePrompt ?? `${secretPrompt} <#FX1>`,
      references: [imageReference('FX1')],
    })

  suite(name, { concurrency: true }, () => {
    for (const [title, request, starts] of [
      ['generates a file from a prompt', plain, stages],
      ['generates a file from a prompt and a reference', referring, 1],
    ] as const) {
      test(title, () =>
        withStandIn(adapter, null, async (provider, standIn) => {
          assert.deepEqual(requestErrors(provider, request()), [])
          const bytes = await drive(provider, request())
          if (!adapter.synchronous) assert.deepEqual(bytes, resultBytes)
          assert.equal(standIn.starts.length, starts)
          assert.doesNotMatch(standIn.starts[0]?.body ?? '', /<#/)
        }),
      )
    }

    for (const [fault, code] of [
      ['out of balance', 'provider_balance'],
      ['content policy', 'content_policy'],
      ['malformed answer', 'provider_invalid_answer'],
    ] as const) {
      test(`${fault} fails with ${code}`, () =>
        withStandIn(adapter, fault, async (provider, standIn) => {
          await assertFails(drive(provider, plain()), code)
          assert.equal(standIn.starts.length, fault === 'malformed answer' ? 1 : 0)
        }))
    }

    test('rejected key: provider_rejected_key', () =>
      withStandIn(
        adapter,
        null,
        async (provider, standIn) => {
          await assertFails(drive(provider, plain()), 'provider_rejected_key')
          assert.equal(standIn.starts.length, 0)
        },
        { apiKey: 'secret-of-another:account' },
      ))

    test('a rate limit gives TryLater', () =>
      withStandIn(adapter, 'rate limit', async (provider, standIn) => {
        await assert.rejects(drive(provider, plain()), (error) => {
          assert.ok(error instanceof TryLater, inspect(error))
          assert.ok([7, 30].includes(error.afterSeconds))
          assertDiscreet(error)
          return true
        })
        assert.equal(standIn.starts.length, 0)
      }))

    test('an unreachable provider gives TryLater', async () => {
      const { baseUrl, close } = await startStandIn(adapter.behaviour)
      await close()
      await assert.rejects(
        adapter.create({ apiKey: 'secret:secret', baseUrl }).start(plain(), signal),
        TryLater,
      )
    })

    test('a connection lost after the paid start: the result is unknown, and nothing is sent again', () =>
      withStandIn(adapter, 'dropped after the start', async (provider, standIn) => {
        await assert.rejects(provider.start(referring(), signal), (error) => {
          assert.ok(!(error instanceof GenerationFailure) && !(error instanceof TryLater), inspect(error))
          assertDiscreet(error)
          return true
        })
        assert.equal(standIn.starts.length, 1)
      }))

    test('a reference that cannot be read counts as a storage outage, and nothing is sent', () =>
      withStandIn(adapter, null, async (provider, standIn) => {
        const broken = imageReference('FX1', { read: () => Promise.reject(new Error('no disk')) })
        await assert.rejects(
          provider.start({ ...referring(), references: [broken] }, signal),
          StorageUnavailable,
        )
        assert.equal(standIn.starts.length, 0)
      }))

    test('a result that is too large fails with result_too_large', () =>
      withStandIn(
        adapter,
        null,
        async (provider) => assertFails(drive(provider, referring()), 'result_too_large'),
        { maxResultBytes: adapter.synchronous ? 20 : 1000 },
      ))

    test('a request beyond the limits is refused before it is paid for', () => {
      const provider = adapter.create({ apiKey: 'secret' })
      const odd = imageReference('FX2', { mimeType: 'model/gltf-binary' })
      const huge = imageReference('FX3', { size: 513 * 1024 * 1024 })
      const request = requestFor(adapter.model, {
        prompt: '<#FX1>',
        references: [imageReference('FX1'), odd, huge],
      })
      const paths = requestErrors(provider, request).map(({ path }) => path)
      assert.ok(paths.includes('/attachments/1/id'), inspect(paths))
      assert.ok(paths.includes('/attachments/2/id'), inspect(paths))
      assert.ok(!paths.includes('/attachments/0/id'), inspect(paths))
    })

    if (!adapter.synchronous) resultTests(adapter, referring)
  })
}

function resultTests(adapter: Adapter, request: () => GenerationRequest): void {
  test('a policy failure while running gives content_policy', () =>
    withStandIn(adapter, 'fails by policy', async (provider) =>
      assertFails(drive(provider, request()), 'content_policy'),
    ))

  test('an expired result URL is requested again', () =>
    withStandIn(adapter, 'expired result', async (provider, standIn) => {
      assert.deepEqual(await drive(provider, request()), resultBytes)
      assert.equal(standIn.downloads, 2)
      assert.equal(standIn.starts.length, 1)
    }))

  for (const fault of ['foreign result', 'redirected result'] as const) {
    test(`a ${fault} fails with result_host_refused`, () =>
      withStandIn(adapter, fault, async (provider) =>
        assertFails(drive(provider, request()), 'result_host_refused'),
      ))
  }
}
