// Starts the webhook receivers of the guide, in three languages, and sends them valid and invalid webhooks.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { root } from '../../../../scripts/lib/repository.ts'
import { until } from '../../helpers/until.ts'
import { codeBlocks } from './doc-blocks.ts'

const guide = codeBlocks('docs/guides/webhooks.md')
const folder = mkdtempSync(join(tmpdir(), 'dailies-receivers-'))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
after(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const receivers: Record<string, (file: string, port: number) => [string, ...string[]]> = {
  ts: (file) => [process.execPath, file],
  python: (file) => ['python3', file],
  php: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
}

for (const [language, command] of Object.entries(receivers)) {
  const [program] = command('', 0)
  const skip = spawnSync(program, ['--version']).error && `there is no ${program}`
  test(`the receiver in ${language} accepts fresh webhooks with a valid signature, and nothing else`, {
    skip: skip || false,
  }, async () => {
    const blocks = guide.filter((block) => block.language === language)
    assert.equal(blocks.length, 1)
    const url = await start(language, blocks[0]!.code)
    const body = JSON.stringify({
      type: 'comment.created',
      timestamp: 'now',
      data: { number: 42, name: 'Zoë' },
    })
    const now = new Date()
    const signed = headers(secret, body, now)
    assert.equal(await send(url, body, signed), 204)
    // While a secret is being rotated, every webhook has two signatures.
    const other = headers('whsec_b3RoZXJvdGhlcm90aGVyb3RoZXI=', body, now)
    const both = `${other['webhook-signature']} ${signed['webhook-signature']}`
    assert.equal(await send(url, body, { ...signed, 'webhook-signature': both }), 204)
    assert.equal(await send(url, body, other), 401)
    assert.equal(await send(url, body.replace('42', '43'), signed), 401)
    assert.equal(await send(url, body, { ...signed, 'webhook-id': 'another' }), 401)
    assert.equal(await send(url, body, headers(secret, body, new Date(now.getTime() - 400_000))), 401)
    assert.equal(await send(url, body, {}), 401)
  })
}

function headers(key: string, body: string, time: Date): Record<string, string> {
  return {
    'webhook-id': 'event-1',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('event-1', time, body),
  }
}

async function send(url: string, body: string, given: Record<string, string>): Promise<number> {
  const signal = AbortSignal.timeout(20_000)
  const answer = await fetch(url, { method: 'POST', body, headers: given, signal })
  await answer.arrayBuffer()
  return answer.status
}

/** Resolves when the program accepts connections. */
async function start(language: string, code: string): Promise<string> {
  const file = join(folder, `receiver.${language}`)
  writeFileSync(file, code)
  const port = await freePort()
  const [program, ...args] = receivers[language]!(file, port)
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: String(port), WEBHOOK_SECRET: secret }
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  after(() => child.kill('SIGKILL'))
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  await until(
    () => {
      assert.equal(child.exitCode, null, complaint)
      return accepts(port)
    },
    () => `it accepts connections: ${complaint}`,
  )
  return `http://localhost:${port}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, 'localhost')
    socket.on('connect', () => done(true)).on('error', () => done(false))
    socket.on('connect', () => socket.destroy())
  })
}
