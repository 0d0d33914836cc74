// Live output: events and webhook deliveries.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startWorld } from '../../server/test/worlds/world.ts'
import { spawnCli } from './run-cli.ts'

const world = await startWorld({ work: true, env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } })
const owner = await world.person({ role: 'OWNER', name: 'Ann' })
const { id: projectId } = await world.project({ owner })
const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }
const call = (route: string, body?: object) => world.call(route, { key: owner.key, body })
const newFolder = (name: string) => call(`POST /api/projects/${projectId}/folders`, { name })

test('events --follow prints one line per event, as text or JSON', async () => {
  const people = spawnCli(['events', projectId, '--follow'], env)
  const programs = spawnCli(['events', projectId, '-f', '--json', '--type', 'folder.*'], env)
  await Promise.all([
    people.printed('stderr', 'Waiting for events'),
    programs.printed('stderr', 'Waiting for events'),
  ])
  await call(`PATCH /api/projects/${projectId}`, { name: 'Other' })
  await newFolder('Shots')
  await Promise.all([people.printed('stdout', 'folder.created'), programs.printed('stdout', '\n')])
  people.child.kill('SIGINT')
  programs.child.kill('SIGINT')
  const [shown, printed] = await Promise.all([people.ended, programs.ended])
  assert.deepEqual([shown.code, printed.code], [130, 130])
  assert.match(
    shown.stdout,
    /^ +\d+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}project\.updated +Ann .*\n +\d+ .* folder\.created +Ann /,
  )
  const event = JSON.parse(printed.stdout)
  assert.equal(event.type, 'folder.created')

  const since = await spawnCli(['events', projectId, '--since', String(event.number - 1), '--json'], env)
    .ended
  assert.deepEqual(
    since.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [event],
  )
  const list = await spawnCli(['events', 'list', projectId, '--types', 'folder.*', '--json'], env).ended
  assert.deepEqual(JSON.parse(list.stdout).at(-1), event)
})

test('webhooks listen --create receives deliveries and deletes the webhook at the end', async () => {
  const { child, ended, printed } = spawnCli(
    ['webhooks', 'listen', '--create', '--events', 'folder.*', '--json'],
    env,
  )
  await printed('stderr', 'Listening')
  assert.equal((await call('GET /api/webhooks')).body.data.length, 1)
  await newFolder('More shots')
  await printed('stdout', '\n')
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  assert.equal(code, 130)
  const delivery = JSON.parse(stdout)
  assert.deepEqual(
    [delivery.trusted, delivery.reason, delivery.status, delivery.payload.type],
    [true, 'signature valid', 204, 'folder.created'],
  )
  assert.match(stderr, /Deleted the webhook/)
  assert.doesNotMatch(stderr + stdout, /whsec_/)
  assert.deepEqual((await call('GET /api/webhooks')).body.data, [])
})

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

function signed(body: string, key = secret): Record<string, string> {
  const now = new Date()
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('msg_1', now, body),
    'content-type': 'application/json',
  }
}

test('webhooks listen checks each signature and forwards valid deliveries unchanged', async () => {
  const passed: { body: string; id: string | undefined }[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    passed.push({ body, id: request.headers['webhook-id'] as string })
    response.writeHead(202).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  after(() => receiver.close())
  const forward = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  const { child, ended, printed, outcome } = spawnCli(
    ['webhooks', 'listen', '--secret-file', '-', '--forward', forward],
    env,
  )
  child.stdin.end(`${secret}\n`)
  await printed('stderr', 'Ctrl-C')
  const [url] = /http:\S+\//.exec(outcome.stderr)!
  const body = '{"type":"comment.created",  "data":{}}'
  const send = async (headers: Record<string, string>, text = body) =>
    (await fetch(url, { method: 'POST', headers, body: text })).status
  assert.equal(await send(signed(body)), 202)
  assert.equal(await send(signed(body), `${body} `), 401)
  assert.equal(await send(signed(body, `whsec_${Buffer.alloc(24, 8).toString('base64')}`)), 401)
  assert.equal(await send({}), 401)
  assert.equal((await fetch(url)).status, 405)
  const steering = '{"type":"\\u001b]0;x\\u0007"}'
  assert.equal(await send(signed(steering), steering), 202)
  await printed('stdout', '\ufffd]0;x\ufffd')
  child.kill('SIGINT')
  const { code, stdout } = await ended
  assert.equal(code, 130)
  assert.deepEqual(passed[0], { body, id: 'msg_1' })
  assert.equal(passed.length, 2)
  const lines = stdout.trimEnd().split('\n')
  assert.match(lines[0]!, /^comment\.created +msg_1 {2}signature valid {2}→ 202$/)
  assert.match(lines[1]!, /No signature of the webhook fits the secret\. {2}→ 401$/)
  assert.match(lines[3]!, /header webhook-id is missing/)
})

test('webhooks listen rejects an endless body with 413', async () => {
  const { child, ended, printed, outcome } = spawnCli(['webhooks', 'listen', '--json'], env)
  await printed('stderr', 'Listening')
  const [, url] = /(http:\S+)/.exec(outcome.stderr)!
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      if (sent > 50_000_000) controller.close()
      else controller.enqueue(new Uint8Array(65_536))
    },
  })
  const status = await fetch(url!, { method: 'POST', body: endless, duplex: 'half' }).then(
    (response) => response.status,
    () => 'cut',
  )
  assert.ok(status === 413 || status === 'cut', String(status))
  assert.ok(sent < 50_000_000)
  child.kill('SIGINT')
  assert.equal((await ended).stdout, '')
})
