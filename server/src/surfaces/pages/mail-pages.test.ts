// Unsubscribing by the link of a mail, and the addresses of guests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient, textOf } from '../../../test/helpers/page-client.ts'
import { until } from '../../../test/helpers/until.ts'
import type { ParsedMail } from '../../../test/stand-ins/smtp-server.ts'
import { startMailWorld } from '../../notifications/mail/fixtures/mail-world.ts'

const world = await startMailWorld()
const { sql } = world.database
const { smtp } = world

const settingsOf = async (key: string) =>
  (await world.call('GET /api/notification-settings', { key })).body.data

/** The path of the link in the header of the next mail to Ann. */
async function unsubscribeLink() {
  const { ann, ben, fileId } = await world.review()
  await world.comment(ben, fileId, 'Hello.')
  await world.notify()
  world.passMinutes(11)
  const [letter] = await world.deliver()
  const { pathname, search } = new URL(letter!.headers.get('list-unsubscribe')!.slice(1, -1))
  return { ann, path: pathname + search }
}

/** As a mail program does: without cookies, and without the origin of a page. */
const oneClick = (path: string, type = 'application/x-www-form-urlencoded') =>
  fetch(world.url + path, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body:
      type === 'application/x-www-form-urlencoded'
        ? 'List-Unsubscribe=One-Click'
        : '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  })

test('GET asks and changes nothing; POST unsubscribes, as a form of either type', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { ann, path } = await unsubscribeLink()
    const page = await pageClient(world.url).get(path)
    assert.equal(page.status, 200)
    assert.match(textOf(page.text), /Stop all mail about notifications\?/)
    assert.match(page.text, /<form method="post"><button/)
    assert.equal((await settingsOf(ann.key)).mail, 'SOON')
    assert.equal((await oneClick(path, type)).status, 200)
    assert.equal((await settingsOf(ann.key)).mail, 'NEVER')
    // Mail programs may send it twice.
    assert.equal((await oneClick(path, type)).status, 200)
  }
})

test('404: a link that we did not sign, or for another person or page, changes nothing', async () => {
  const { ann, path } = await unsubscribeLink()
  const other = await world.person()
  for (const wrong of [
    '/mail/unsubscribe',
    path.replace(ann.userId, other.userId),
    path.replace(/signature=../, 'signature=AA'),
    path.replace(/expires=\d/, 'expires=9'),
    path.replace('unsubscribe', 'confirm-address'),
  ]) {
    assert.equal((await pageClient(world.url).get(wrong)).status, 404, wrong)
    assert.equal((await oneClick(wrong)).status, 404, wrong)
  }
  for (const { key } of [ann, other]) assert.equal((await settingsOf(key)).mail, 'SOON')
})

async function link(projectId: string, key: string): Promise<{ id: string; accessKey: string }> {
  const body = { role: 'PROJECT_REVIEWER' }
  const made = await world.call(`POST /api/projects/${projectId}/access-links`, { key, body })
  const { id } = made.body.data
  const read = await world.call(`GET /api/project-access-links/${id}`, { key })
  return { id, accessKey: read.body.data.accessKey }
}

async function nextLetter(): Promise<ParsedMail> {
  await until(() => smtp.mails.length > 0)
  return smtp.take()[0]!
}

test('a guest who gives an address confirms it, and then gets mail for as long as the link works', async () => {
  const { ann, projectId, fileId } = await world.review()
  const { id: linkId, accessKey } = await link(projectId, ann.key)
  const client = pageClient(world.url)
  assert.match((await client.get(`/join/${accessKey}`)).text, /name="email" type="email"/)
  const refused = await client.post(`/join/${accessKey}`, { name: 'Gus', email: 'nowhere' })
  assert.deepEqual([refused.status, /Must be an e-mail address/.test(refused.text)], [400, true])
  const joined = await client.post(`/join/${accessKey}`, { name: 'Gus', email: 'gus@example.com' })
  assert.equal(joined.status, 303)
  const letter = await nextLetter()
  assert.equal(letter.to, 'gus@example.com')
  assert.match(letter.mail.subject!, /^Confirm your e-mail address/)
  const key = `session:${client.token()}`
  assert.equal((await settingsOf(key)).email, null)

  const guestId = (await world.call('GET /api/account', { key })).body.data.id
  const mention = async (text: string) => {
    await world.comment(ann, fileId, `@[Gus](user:${guestId}) ${text}`)
    await world.notify()
    world.passMinutes(11)
    return world.deliver()
  }
  assert.deepEqual(await mention('before'), [])
  const { pathname, search } = new URL(/http\S+/.exec(letter.mail.text!)![0])
  assert.match(textOf((await pageClient(world.url).get(pathname + search)).text), /Confirm address/)
  assert.equal((await settingsOf(key)).email, null)
  assert.equal((await oneClick(pathname + search)).status, 200)
  const settings = await settingsOf(key)
  assert.deepEqual([settings.email, settings.emailConfirmed], ['gus@example.com', true])
  const [first] = await mention('after')
  assert.deepEqual([first!.to, /before/.test(first!.mail.text!)], ['gus@example.com', false])
  await sql`update access_links set expires_at = now() where id = ${linkId}`
  assert.deepEqual(await mention('expired'), [])
})

test('a guest who joins without an address can add and remove one', async () => {
  const { ann, projectId } = await world.review()
  const { accessKey } = await link(projectId, ann.key)
  const client = pageClient(world.url)
  assert.equal((await client.post(`/join/${accessKey}`, { name: 'Ida', email: '' })).status, 303)
  const key = `session:${client.token()}`
  const change = (body: object, by = key) => world.call('PATCH /api/notification-settings', { key: by, body })
  assert.equal((await change({ email: 'ida@example.com' })).status, 204)
  const { pathname, search } = new URL(/http\S+/.exec((await nextLetter()).mail.text!)![0])
  await oneClick(pathname + search)
  assert.equal((await settingsOf(key)).email, 'ida@example.com')
  assert.equal((await change({ email: null })).status, 204)
  assert.equal((await settingsOf(key)).email, null)
  const refused = await change({ email: 'ann@example.com' }, ann.key)
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/email'])
})
