// The notifications of what guests of a share do are for the person who shares, and the people concerned; guests themselves get none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notifyNext, workspacesBehind } from '../../notifications/notify.ts'
import { files, startShareWorld } from './fixtures/share-world.ts'

const { world, sql, projectId, owner, api, manage, file, share, comment } = await startShareWorld()

/** The notifications of a person, newest first, as `KIND actor`. */
async function heard(key: string): Promise<string[]> {
  await sql`select number_events(1000)`
  for (const id of await workspacesBehind(sql)) while ((await notifyNext(world.database, id))?.full);
  const { body } = await api(key, 'QUERY /api/notifications', {})
  return body.data.map(
    ({ kind, actors }: { kind: string; actors: { name: string }[] }) => `${kind} ${actors[0]?.name}`,
  )
}

test('a new guest, their comments and their verdicts reach the person who shares; previews reach nobody', async () => {
  const id = await file()
  const made = await share(files(id))
  await manage(`POST /api/shares/${made.id}/preview`)
  assert.deepEqual(await heard(owner.key), [])
  const guest = await made.guest('Ada')
  assert.deepEqual(await heard(owner.key), ['SHARE_OPENED Ada'])
  await guest.comment(id, 'mine')
  assert.deepEqual(await heard(owner.key), ['COMMENT Ada', 'SHARE_OPENED Ada'])
})

test('other managers get no notification, and the person who shares only while they manage the project', async () => {
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  const body = { name: 'Of the manager', items: files(await file()) }
  const { data } = (await api(manager.key, `POST /api/projects/${projectId}/shares`, body)).body
  const before = (await heard(owner.key)).length
  const open = (name: string) =>
    api(undefined, 'POST /api/share-links/open', { key: data.url.split('/s/')[1], name })
  await open('Bo')
  assert.deepEqual(await heard(manager.key), ['SHARE_OPENED Bo'])
  assert.equal((await heard(owner.key)).length, before)
  await sql`update project_members set role = 'PROJECT_MEMBER' where user_id = ${manager.userId}`
  await open('Cy')
  assert.deepEqual(await heard(manager.key), [], 'a member does not see events of shares')
})

test('guests are notified of nothing, although they wrote in the thread and uploaded the file', async () => {
  const id = await file()
  const guest = await (await share(files(id), { comments: 'ALL' })).guest('Dee')
  const thread = await guest.comment(id, 'mine')
  await comment(id, 'an answer', thread)
  await heard(owner.key)
  const rows = await sql`
    select n.id from notifications n join share_accounts a on a.user_id = n.user_id
    union all select d.user_id from mail_digests d join share_accounts a on a.user_id = d.user_id`
  assert.deepEqual(rows, [])
})
