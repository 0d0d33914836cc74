// Logs and queued tasks contain neither prompts nor keys nor the URLs of results.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../helpers/until.ts'
import { startGenerationServer } from '../../stand-ins/generation-server.ts'
import { standInProviders, startGenerationWorld } from '../../worlds/generation-world.ts'

const secret = 'sk-this-is-a-key'
const prompt = 'A prompt that nobody else may read'
const resultUrl = 'https://results.example.com/film.mp4?signature=this-is-a-signature'

let log = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    log += chunk
    done()
  },
})

/** Errors as provider libraries throw them, with request details. */
function careless(job: string): Error {
  return Object.assign(new Error(`POST ${resultUrl} with ${secret}: "${job}"`), {
    url: resultUrl,
    headers: { authorization: secret },
    requestBodyValues: { prompt: job },
  })
}

const standIn = await startGenerationServer()
const [byteplus, kling, ...others] = standInProviders(standIn.url)
const providers = [
  { ...byteplus!, start: async () => Promise.reject(careless(prompt)) },
  {
    ...kling!,
    poll: async () => Promise.reject(careless(prompt)),
    cancel: async () => Promise.reject(careless(prompt)),
  },
  ...others,
]
const world = await startGenerationWorld({ providers, logger: pino({ level: 'debug' }, stream) })

test('errors of providers are logged by name only', async (t) => {
  t.after(() => standIn.close())
  const unknown = await world.reaches(await world.generate('seedance-2.5', prompt), 'FAILED')
  assert.equal(unknown.failure.code, 'start_unknown')
  const polled = await world.generate('kling-3.0', prompt)
  await world.reaches(polled, 'RUNNING')
  await until(() => log.includes('a generation step failed'))
  await world.act(polled, 'generate.cancel')
  await until(() => log.includes('failed to cancel a generation'))
  const jobs = JSON.stringify(
    await world.database.sql`select payload, last_error from graphile_worker._private_jobs`,
  )
  for (const [where, text] of Object.entries({ log, jobs, answer: JSON.stringify(unknown.failure) })) {
    for (const word of [secret, prompt, 'results.example.com', 'this-is-a-signature']) {
      assert.ok(!text.includes(word), `${where} holds ${word}`)
    }
  }
  assert.match(log, /"provider":"byteplus".*"error":"Error"/)
})
