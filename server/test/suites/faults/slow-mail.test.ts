// A mail server that accepts connections and never responds: an invitation shows its link instead of sending it, and
// other requests are not affected.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { createDeadlines } from '../../helpers/deadlines.ts'
import { startMailServer } from '../../stand-ins/mail-server.ts'
import { startWorld } from '../../worlds/world.ts'

const mailServer = await startMailServer()
const front = await startFront(new URL(mailServer.url).port)
const env = { SMTP_URL: front.url, MAIL_FROM: 'dailies@example.com' }
const deadlines = createDeadlines()
const warnings: string[] = []
const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
const world = await startWorld({ env, logger, startDeadline: deadlines.start })
const { id: projectId, owner } = await world.project()
const admin = await world.person({ role: 'ADMIN' })
const session = await world.session(admin.userId)

/** A proxy in front of the mail server that forwards everything, or nothing. */
async function startFront(port: string) {
  const sockets = new Set<Socket>()
  let silent = false
  let accepted = 0
  let wake = () => {}
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    accepted++
    wake()
    if (silent) return
    const behind = connect(Number(port), '127.0.0.1')
    behind.on('error', () => socket.destroy())
    socket.pipe(behind).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setSilent(value: boolean) {
      silent = value
      accepted = 0
    },
    /** Resolves when this many connections were made since `setSilent`. */
    async accepted(count: number): Promise<void> {
      while (accepted < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

function invite(email: string) {
  const headers = { 'Idempotency-Key': `invite-${email}` }
  const body = { email, role: 'MEMBER' }
  return world.call('POST /api/workspace/invitations', { key: session, body, headers })
}

test('twenty invitations wait for a silent mail server: other writes return 201, and the links are shown', async () => {
  front.setSilent(true)
  const emails = Array.from({ length: 20 }, (_, i) => `silent-${i}@example.com`)
  const invitations = Promise.all(emails.map(invite))
  await front.accepted(20)
  const folders = Array.from({ length: 20 }, (_, i) => {
    const headers = { 'Idempotency-Key': `folder-${i}` }
    return world.call(`POST /api/projects/${projectId}/folders`, {
      key: owner.key,
      body: { name: `Folder ${i}` },
      headers,
    })
  })
  for (const { status, body } of await Promise.all(folders)) assert.equal(status, 201, JSON.stringify(body))
  deadlines.pass(5_000)
  for (const { status, body } of await invitations) {
    assert.equal(status, 201, JSON.stringify(body))
    assert.match(body.data.url, /\/invitation\?token=/)
  }
  assert.equal(warnings.filter((line) => line.includes('has not accepted a message')).length, emails.length)
  front.setSilent(false)
  const [first] = await invitations
  const replay = await invite(emails[0]!)
  assert.deepEqual([replay.body, replay.headers.get('idempotent-replayed')], [first!.body, 'true'])
  const made = await world.database.sql`select from invitations where email like 'silent-%'`
  assert.equal(made.length, 20)
})

test('an invitation that was sent shows no link, the first time and when it is repeated', async () => {
  front.setSilent(false)
  const first = await invite('sent@example.com')
  const letter = await mailServer.next()
  const replay = await invite('sent@example.com')
  assert.deepEqual([first.status, first.body.data.url], [201, null])
  assert.deepEqual([replay.status, replay.body], [201, first.body])
  assert.deepEqual([letter.to, mailServer.letters.length], [['sent@example.com'], 0])
})
