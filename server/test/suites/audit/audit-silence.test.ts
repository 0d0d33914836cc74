// No entry of the audit log contains a secret, or the text of a comment, note or prompt: every such field holds a mark.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectEntries } from '../../helpers/audit-entries.ts'
import { pageClient } from '../../helpers/page-client.ts'
import { until } from '../../helpers/until.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const newEntries = await collectEntries(world)
const owner = await world.person({ role: 'OWNER', name: 'Ada' })

test('no entry contains a secret or what people wrote', async () => {
  const session = await world.session(owner.userId)
  const secrets: string[] = [owner.key, session.replace('session:', '')]
  async function send(route: string, body: unknown = {}, key = owner.key) {
    const [method, path] = route.split(' ')
    const answer = await world.call(`${method} /api${path}`, { key, body })
    assert.ok(answer.status < 300, `${route}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const hidden = 'Confidential'

  const key = await send('POST /api-keys', { name: 'CI', scopes: ['projects:read'] }, session)
  await send(`PATCH /api-keys/${key.id}`, { maySpend: false }, session)
  await send(`DELETE /api-keys/${key.id}`, undefined, session)
  const invitation = { email: 'nora@example.com', role: 'MEMBER' }
  const invited = await send('POST /workspace/invitations', invitation, session)
  const url = 'https://hooks.example.com/services/Confidential?token=Confidential'
  const webhook = await send('POST /webhooks', { url, events: ['*'], description: 'Chat' })
  const rotated = await send(`POST /webhooks/${webhook.id}/secret.rotate`)
  await send(`PATCH /webhooks/${webhook.id}`, { url })
  await send(`DELETE /webhooks/${webhook.id}`)
  await send('PATCH /account', { password: 'Confidential password' }, session)
  secrets.push(key.key, new URL(invited.url).searchParams.get('token')!, webhook.secret, rotated.secret)

  const accessRange = 'ONLY_PROJECT_MEMBER'
  const { id } = await send('POST /projects', { name: 'Harbour', description: hidden, accessRange })
  await send(`PATCH /projects/${id}`, { description: `${hidden} 2` })
  const link = { role: 'PROJECT_REVIEWER', description: 'For the client', password: 'Confidential word' }
  const { id: linkId } = await send(`POST /projects/${id}/access-links`, link)
  const { accessKey } = (await world.call(`GET /api/project-access-links/${linkId}`, { key: owner.key })).body
    .data
  const guest = pageClient(world.url)
  await guest.post(`/join/${accessKey}`, { name: 'Kim', password: 'Confidential guess' })
  assert.equal((await guest.post(`/join/${accessKey}`, { name: 'Kim', password: link.password })).status, 303)
  await send(`POST /project-access-links/${linkId}/renew`)
  secrets.push(accessKey, guest.token()!)

  const file = await send(`POST /projects/${id}/files/upload.youtube`, {
    url: 'https://youtu.be/dQw4w9WgXcQ',
    name: 'Shot 1',
  })
  const comment = await send(`POST /files/${file.id}/comments`, { content: hidden })
  await send(`DELETE /comments/${comment.id}`)
  const skill = { name: 'Notes', description: hidden, content: hidden, note: hidden }
  const { id: skillId } = await send('POST /skills', skill)
  await send(`PATCH /skills/${skillId}`, { description: `${hidden} 3` })
  await send(`DELETE /skills/${skillId}`)
  await send(`DELETE /files/${file.id}`)
  await pageClient(world.url).post('/sign-in', { email: 'Confidential@example.com', password: hidden })
  assert.equal(
    (await pageClient(world.url).post('/sign-in', { email: owner.email, password: hidden })).status,
    403,
  )

  const entries: Awaited<ReturnType<typeof newEntries>> = []
  await until(async () => {
    entries.push(...(await newEntries()))
    return entries.some(({ action }) => action === 'session.refused')
  })
  assert.ok(entries.length >= 20, `${entries.length} entries`)
  const text = JSON.stringify(entries)
  assert.doesNotMatch(text, /confidential/i)
  for (const secret of secrets) assert.equal(text.includes(secret), false)
})
