// Mails about notifications, received by a real SMTP server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { newFile } from '../../../test/worlds/samples.ts'
import { startMailWorld } from './fixtures/mail-world.ts'

const world = await startMailWorld()
const { sql } = world.database

const jpeg = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#b04020' } })
  .jpeg()
  .toBuffer()

test('events that were not seen for 10 minutes are one mail, in text and HTML, with a still and links to the comments', async () => {
  const { ann, ben, projectId, fileId } = await world.review()
  const cleo = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Cleo & Co' })
  const first = await world.comment(ben, fileId, 'The <logo> is late.\nBy two frames.')
  const second = await world.comment(cleo, fileId, 'Agreed.')
  await world.notify()
  world.passMinutes(9)
  assert.deepEqual(await world.deliver(), [])
  world.passMinutes(2)
  const [letter, ...others] = await world.deliver({ still: async () => jpeg })
  assert.equal(others.length, 0)
  const { to, mail, headers } = letter!
  assert.deepEqual([to, mail.from?.address], [ann.email, 'review@example.com'])
  assert.equal(mail.subject, 'Cleo & Co and Ben commented on Teaser.mov')

  const origin = world.services.origin()
  assert.match(mail.text!, /^Cleo & Co and Ben commented on Teaser\.mov\nSpring campaign$/m)
  assert.match(mail.text!, /^Ben:\n> The <logo> is late\.\n> By two frames\.$/m)
  assert.ok(mail.text!.includes(`Open comments: ${origin}/files/${fileId}\n`))
  const html = mail.html!
  for (const comment of [first, second])
    assert.ok(html.includes(`href="${origin}/files/${fileId}?comment=${comment}"`))
  assert.ok(html.includes('The &lt;logo&gt; is late.<br>By two frames.'))
  assert.ok(html.includes('src="cid:still-1"'))
  assert.doesNotMatch(html, /<(?:img|link|script)[^>]+(?:src|href)="(?!cid:)/)
  assert.doesNotMatch(html, /url\(/)
  const [still] = mail.attachments
  assert.deepEqual(
    [still?.mimeType, still?.contentId, still?.disposition],
    ['image/jpeg', '<still-1>', 'inline'],
  )
  assert.deepEqual(Buffer.from(still!.content as ArrayBuffer), jpeg)

  assert.equal(headers.get('auto-submitted'), 'auto-generated')
  assert.equal(headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.match(headers.get('list-unsubscribe')!, /^<http:\/\/localhost:\d+\/mail\/unsubscribe\?user=[^>]+>$/)
  assert.match(mail.messageId!, /^<mail-[\w-]+@localhost>$/)

  // The next mail about the file is in the same thread.
  await world.comment(ben, fileId, 'One more.')
  await world.notify()
  world.passMinutes(11)
  const [next] = await world.deliver()
  assert.equal(next!.mail.subject, 'Ben commented on Teaser.mov')
  assert.doesNotMatch(next!.mail.text!, /Agreed/)
  assert.ok(next!.mail.inReplyTo!.startsWith('<file-'))
  assert.deepEqual([next!.mail.inReplyTo, next!.mail.references], [mail.inReplyTo, mail.references])
  assert.notEqual(next!.mail.messageId, mail.messageId)
})

test('a revision is named, and several notifications are one mail, the most important first', async () => {
  const { ann, ben, projectId, fileId } = await world.review()
  await sql`update files set stack_number = 3 where id = ${fileId}`
  await world.comment(ben, fileId, 'Nice.')
  const other = await newFile(world, projectId, ben)
  await world.comment(ben, other, `Look, @[Ann](user:${ann.userId})!`)
  await world.notify()
  world.passMinutes(11)
  const [letter, ...others] = await world.deliver()
  assert.equal(others.length, 0)
  assert.match(letter!.mail.subject!, /^Ben mentioned you on .+, and 1 more$/)
  assert.match(letter!.mail.text!, /^> Look, @Ann!$/m)
  assert.match(letter!.mail.text!, /^Ben commented on Teaser\.mov v3$/m)
  assert.equal(letter!.mail.inReplyTo, undefined)
})

test('500 uploads are one item of one mail', async () => {
  const { ann, ben, projectId } = await world.review({ project: 'Dump' })
  const level = { key: ann.key, body: { level: 'EVERYTHING' } }
  assert.equal((await world.call(`PUT /api/projects/${projectId}/notification-level`, level)).status, 204)
  const fileId = await newFile(world, projectId, ben)
  await sql`
    insert into outbox (workspace_id, event_id, type, project_id, actor_id, audience, file_id, data)
    select ${world.workspaceId}, gen_random_uuid(), 'file.uploaded', ${projectId}, ${ben.userId}, 'ANYONE', ${fileId},
      json_build_object('file', json_build_object('id', ${fileId}::text)) from generate_series(1, 500)`
  await world.notify()
  world.passMinutes(11)
  const [letter, ...others] = await world.deliver()
  assert.equal(others.length, 0)
  assert.equal(letter!.mail.subject, 'Ben uploaded 500 or more files to Dump')
})

test('events that were read, deleted, muted or switched off meanwhile are left out', async () => {
  const { ann, ben, projectId, fileId } = await world.review()
  const meanwhile: Record<string, (commentId: string) => Promise<unknown>> = {
    read: () => world.call('POST /api/notifications/read', { key: ann.key, body: { file: { id: fileId } } }),
    deleted: (id) => world.call(`DELETE /api/comments/${id}`, { key: ben.key }),
    muted: () => world.call(`PUT /api/files/${fileId}/mute`, { key: ann.key }),
    nothing: async () => {
      await world.call(`DELETE /api/files/${fileId}/mute`, { key: ann.key })
      const body = { level: 'NOTHING' }
      return world.call(`PUT /api/projects/${projectId}/notification-level`, { key: ann.key, body })
    },
  }
  for (const [why, change] of Object.entries(meanwhile)) {
    const level = { key: ann.key, body: { level: 'CONCERNS_ME' } }
    await world.call(`PUT /api/projects/${projectId}/notification-level`, level)
    const id = await world.comment(ben, fileId, `Not for mail: ${why}`)
    await world.notify()
    await change(id)
    world.passMinutes(11)
    assert.deepEqual(await world.deliver(), [], why)
  }
  // Left out for good: nothing old is sent when it would be allowed again.
  await world.call(`PUT /api/projects/${projectId}/notification-level`, {
    key: ann.key,
    body: { level: 'CONCERNS_ME' },
  })
  await world.comment(ben, fileId, 'Back again.')
  await world.notify()
  world.passMinutes(11)
  const [letter] = await world.deliver()
  assert.doesNotMatch(letter!.mail.text!, /Not for mail/)
})

test('access that is lost between event and mail: only the name of the project is sent', async () => {
  const { ann, ben, projectId, fileId } = await world.review({ project: 'Secret film' })
  const cleo = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER', { name: 'Cleo' })
  await sql`update files set allow_restricted = true where id = ${fileId}`
  await world.comment(ann, fileId, `Psst, @[Ben](user:${ben.userId}) and @[Cleo](user:${cleo.userId})`)
  await world.notify()
  // Ben is removed, and the file is hidden from Cleo.
  const [member] = await sql`
    select id from project_members where project_id = ${projectId} and user_id = ${ben.userId}`
  assert.equal((await world.call(`DELETE /api/project-members/${member!.id}`, { key: ann.key })).status, 204)
  await sql`update files set allow_restricted = false where id = ${fileId}`
  await world.notify()
  world.passMinutes(11)
  const letters = await world.deliver()
  assert.deepEqual(
    letters.map(({ to, mail }) => [to, mail.subject]),
    [[ben.email, 'You no longer have access to Secret film']],
  )
  const { text, html } = letters[0]!.mail
  for (const content of [text!, html!]) {
    assert.doesNotMatch(content, /Psst|Teaser|Ann/)
    assert.ok(!content.includes(fileId))
  }
})

test('one mail a day at 9:00 of the time zone; NEVER sends none', async () => {
  const { ann, ben, fileId } = await world.review()
  const settings = (body: object) => world.call('PATCH /api/notification-settings', { key: ann.key, body })
  assert.equal((await settings({ mail: 'DAILY', timeZone: 'America/New_York' })).status, 204)
  await world.comment(ben, fileId, 'First.')
  await world.notify()
  const sent: string[] = []
  let comments = 1
  for (let quarter = 0; quarter < 4 * 24 * 3; quarter++) {
    world.passMinutes(15)
    if (quarter === 4 * 30) {
      await world.comment(ben, fileId, 'Second.')
      await world.notify()
      comments++
    }
    const due = await sql`select from mail_digests where due_at <= ${world.now().toISOString()}`
    if (due.length === 0) continue
    const letters = await world.deliver()
    const hour = world
      .now()
      .toLocaleString('en', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' })
    for (const { to } of letters) if (to === ann.email) sent.push(hour)
  }
  assert.deepEqual([comments, sent], [2, ['09', '09']])
  await settings({ mail: 'NEVER' })
  await world.comment(ben, fileId, 'Third.')
  await world.notify()
  world.passMinutes(60 * 24 * 3)
  assert.deepEqual(await world.deliver(), [])
})

test('a shorter frequency sends what waits', async () => {
  const { ann, ben, fileId } = await world.review()
  await world.call('PATCH /api/notification-settings', { key: ann.key, body: { mail: 'WEEKLY' } })
  await world.comment(ben, fileId, 'Waits.')
  await world.notify()
  // The weekly mail is due on Monday, which may be today for the clock of these tests.
  const later = new Date(world.now().getTime() + 3 * 24 * 3_600_000).toISOString()
  await sql`update mail_digests set due_at = ${later} where user_id = ${ann.userId}`
  world.passMinutes(11)
  assert.deepEqual(await world.deliver(), [])
  await world.call('PATCH /api/notification-settings', { key: ann.key, body: { mail: 'SOON' } })
  const letters = await world.deliver()
  assert.deepEqual(
    letters.map(({ to }) => to),
    [ann.email],
  )
})

test('an address that is not confirmed gets nothing', async () => {
  const { ann, ben, fileId } = await world.review()
  await sql`update users set email_proven_at = null where id = ${ann.userId}`
  await world.comment(ben, fileId, 'Nobody home.')
  await world.notify()
  world.passMinutes(11)
  assert.deepEqual(await world.deliver(), [])
  const { body } = await world.call('GET /api/notification-settings', { key: ann.key })
  assert.deepEqual([body.data.email, body.data.emailConfirmed], [ann.email, false])
})
