// The e-mails that the server sends, received by a real SMTP server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkIn, pageClient, textOf } from '../../../test/helpers/page-client.ts'
import { startMailServer } from '../../../test/stand-ins/mail-server.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const mail = await startMailServer()
const env = { SMTP_URL: mail.url, MAIL_FROM: 'Dailies <review@example.com>' }
const world = await startWorld({ env })

test('the link of a reset e-mail sets a new password', async () => {
  const { email } = await world.person()
  const client = pageClient(world.url)
  const answer = await client.post('/forgot', { email: email.toUpperCase() })
  assert.match(textOf(answer.text), /we have sent a link/)
  const letter = await mail.next()
  assert.deepEqual([letter.from, letter.to], ['review@example.com', [email]])
  assert.match(letter.text, /^Subject: A new password for Dailies$/m)
  const path = linkIn(letter.text)
  const token = path.split('token=')[1]!
  assert.equal((await client.get(path)).status, 200)
  assert.equal((await client.post('/reset', { token, password: 'quite a new one' })).status, 303)
  assert.equal(await client.who(), 'Someone · Studio')
  const message = await mail.next()
  assert.deepEqual(message.to, [email])
  assert.match(message.text, /passkeys, API keys and connected apps of the account are removed/)
})

test('an unknown address gets the same response and no e-mail', async () => {
  const { email } = await world.person()
  const client = pageClient(world.url)
  const known = await client.post('/forgot', { email })
  const unknown = await client.post('/forgot', { email: 'nobody@example.com' })
  assert.deepEqual([unknown.status, textOf(unknown.text)], [known.status, textOf(known.text)])
  const letter = await mail.next()
  assert.deepEqual(letter.to, [email])
  assert.equal(mail.letters.length, 0)
})

test('an invitation is mailed, and its link is not shown to the inviter', async () => {
  const admin = await world.person({ role: 'ADMIN' })
  const key = await world.session(admin.userId)
  const body = { email: 'new.person@example.com', role: 'MEMBER' }
  const made = await world.call('POST /api/workspace/invitations', { key, body })
  assert.deepEqual([made.status, made.body.data.url], [201, null])
  const letter = await mail.next()
  assert.deepEqual(letter.to, ['new.person@example.com'])
  assert.match(textOf((await pageClient(world.url).get(linkIn(letter.text))).text), /Join Studio/)
})

test('when mail cannot be sent, the inviter gets the link', async () => {
  const silent = await startMailServer()
  const broken = await startWorld({ env: { ...env, SMTP_URL: silent.url } })
  silent.close()
  const admin = await broken.person({ role: 'ADMIN' })
  const key = await broken.session(admin.userId)
  const body = { email: 'new.person@example.com', role: 'MEMBER' }
  const made = await broken.call('POST /api/workspace/invitations', { key, body })
  assert.equal(made.status, 201)
  assert.match(made.body.data.url, /\/invitation\?token=/)
})
