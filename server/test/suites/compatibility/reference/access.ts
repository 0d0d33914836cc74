// Tool, rate-limit tier, scope and roles of every endpoint of the reference.
import assert from 'node:assert/strict'
import {
  type Answer,
  call,
  expect,
  newAttachment,
  newComment,
  newProject,
  sendParts,
  unique,
} from '../client.ts'
import { allScopes, keyWith, newTeamProject, nobodyInProjects, roleKeys } from '../people.ts'
import { test } from '../suite.ts'
import { sendMessage, toolNames } from '../tools.ts'

const all = Object.keys(roleKeys)
const owner = 'PROJECT_OWNER'
const managers = [owner, 'PROJECT_MANAGER']
const contributors = [...managers, 'PROJECT_MEMBER']

type Access = { tool?: string; tier: string; scope?: string; roles?: string[]; success: number }

/**
 * Calls with every role, with only the scope, and with all scopes except this one. Each call creates its own target.
 */
async function checkAccess(attempt: (key: string) => Promise<Answer>, access: Access): Promise<void> {
  const { tool, tier, scope, roles, success } = access
  if (tool !== undefined) assert.ok((await toolNames()).includes(tool), tool)

  const only = await attempt(await keyWith(scope ?? 'skills:read'))
  assert.equal(only.status, success, only.text)
  assert.match(only.headers.get('ratelimit-policy')!, new RegExp(`^"${tier}";`))

  if (scope !== undefined) {
    const without = await attempt(await keyWith(...allScopes.filter((one) => one !== scope)))
    assert.deepEqual([without.status, without.body.code], [403, 'insufficient_scope'])
  }
  if (roles === undefined) return
  for (const [role, key] of Object.entries(roleKeys)) {
    const answer = await attempt(key)
    if (roles.includes(role)) assert.equal(answer.status, success, `${role}: ${answer.text}`)
    else assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_role'], role)
  }
  assert.equal((await attempt(nobodyInProjects.key)).status, 404)
}

const team = await newTeamProject()
const at = `/api/projects/${team}`

// reference: 4.1.2-4.1.5
test('Ping: tool whoami, tier default, no scope, any person of the workspace', async () => {
  await checkAccess((key) => call('GET /api/ping', { key }), {
    tool: 'whoami',
    tier: 'default',
    success: 200,
  })
  for (const key of [...Object.values(roleKeys), nobodyInProjects.key])
    await expect(200, 'GET /api/ping', { key })
})

// reference: 4.2.2-4.2.5
test('Generate File: tool generate_file, tier 2, scope ai:generate, roles Owner, Manager, Member', async () => {
  const body = {
    outputType: 'DOCUMENT',
    outputModel: 'markdown',
    prompt: 'A list',
    folder: null,
    attachments: [],
  }
  const attempt = (key: string) => call(`POST ${at}/files/upload.generate`, { key, body })
  await checkAccess(attempt, {
    ...{ tool: 'generate_file', tier: 'tier2', scope: 'ai:generate' },
    ...{ roles: contributors, success: 202 },
  })
})

// reference: 4.3.2-4.3.5
test('Create Folder: tool create_folder, tier 3, scope folders:write, roles Owner, Manager, Member', async () => {
  const attempt = (key: string) => call(`POST ${at}/folders`, { key, body: { name: unique('Folder') } })
  await checkAccess(attempt, {
    ...{ tool: 'create_folder', tier: 'tier3', scope: 'folders:write' },
    ...{ roles: contributors, success: 201 },
  })
})

// reference: 4.4.2, 4.4.3
test('List Versions: tier 4; where the reference is silent, scope projects:read and every role', async () => {
  const attempt = (key: string) => call(`GET ${at}/versions`, { key })
  await checkAccess(attempt, { tier: 'tier4', scope: 'projects:read', roles: all, success: 200 })
})

// reference: 4.5.2-4.5.5
test('List Members: tool list_project_members, tier default, scope project-members:read, every role', async () => {
  const attempt = (key: string) => call(`GET ${at}/members`, { key })
  await checkAccess(attempt, {
    ...{ tool: 'list_project_members', tier: 'default', scope: 'project-members:read' },
    ...{ roles: all, success: 200 },
  })
})

// reference: 4.6.2-4.6.5
test('Add Member: tool add_project_members, tier 3, scope project-members:write, roles Owner, Manager', async () => {
  const attempt = async (key: string) => {
    const members = [{ user: { id: nobodyInProjects.id }, role: 'PROJECT_REVIEWER' }]
    const answer = await call(`POST ${at}/members`, { key, body: { members } })
    if (answer.status === 201) await expect(204, `DELETE /api/project-members/${answer.body.data[0].id}`)
    return answer
  }
  await checkAccess(attempt, {
    ...{ tool: 'add_project_members', tier: 'tier3', scope: 'project-members:write' },
    ...{ roles: managers, success: 201 },
  })
})

// reference: 4.7.2-4.7.5
test('Create Comment: tool create_project_comment, tier 4, scope comments:write, every role', async () => {
  const attempt = (key: string) => call(`POST ${at}/comments`, { key, body: { content: 'Hello' } })
  await checkAccess(attempt, {
    ...{ tool: 'create_project_comment', tier: 'tier4', scope: 'comments:write' },
    ...{ roles: all, success: 201 },
  })
})

// reference: 4.8.2
test('Complete Comment Attachment Upload: where the reference is silent, tier 4, scope comments:write, the uploader', async () => {
  const attempt = async (key: string) => {
    const bytes = Buffer.from('bytes')
    const body = { name: 'note.txt', size: bytes.length }
    // A key without the scope cannot start an upload, so it completes one of the owner.
    const start = `POST ${at}/comment-attachments/upload.multipart`
    const own = await call(start, { key, body })
    if (own.status === 404) return own
    const { id, parts } = own.status === 201 ? own.body.data : await expect(201, start, { body })
    const sent = await sendParts(parts, bytes)
    return call(`POST /api/comment-attachments/${id}/upload.complete`, { key, body: { parts: sent } })
  }
  await checkAccess(attempt, { tier: 'tier4', scope: 'comments:write', roles: all, success: 204 })
})

// reference: 4.9.2, 4.9.3
test('Create Reaction: tier 4; where the reference is silent, scope comments:write and every role', async () => {
  const attempt = async (key: string) =>
    call(`POST /api/comments/${await newComment(team)}/reactions`, { key, body: { type: '👍' } })
  await checkAccess(attempt, { tier: 'tier4', scope: 'comments:write', roles: all, success: 204 })
})

// reference: 4.10.2, 4.10.3
test('Delete Reaction: tier 4; where the reference is silent, scope comments:write and every role', async () => {
  const attempt = async (key: string) => {
    const route = `/api/comments/${await newComment(team)}/reactions`
    await call(`POST ${route}`, { key, body: { type: '👍' } })
    return call(`DELETE ${route}`, { key, body: { type: '👍' } })
  }
  await checkAccess(attempt, { tier: 'tier4', scope: 'comments:write', roles: all, success: 204 })
})

// reference: 4.11.2-4.11.5
test('Get Access Link: tool get_project_access_link, tier default, scope access-links:read, roles Owner, Manager', async () => {
  const link = await expect(201, `POST ${at}/access-links`, { body: { role: 'PROJECT_REVIEWER' } })
  const attempt = (key: string) => call(`GET /api/project-access-links/${link.id}`, { key })
  await checkAccess(attempt, {
    ...{ tool: 'get_project_access_link', tier: 'default', scope: 'access-links:read' },
    ...{ roles: managers, success: 200 },
  })
})

// reference: 4.12.2-4.12.4
test('Update Skill: tool update_skill, tier default, scope skills:write', async () => {
  const body = { name: 'grading', description: 'How we grade' }
  const { id } = await expect(201, 'POST /api/skills', { body })
  const attempt = (key: string) => call(`PATCH /api/skills/${id}`, { key, body: { license: 'MIT' } })
  await checkAccess(attempt, { tool: 'update_skill', tier: 'default', scope: 'skills:write', success: 204 })
})

// reference: 4.13.2-4.13.4
test('Publish Skill Version: tool publish_skill_version, tier 3, scope skills:write', async () => {
  const { id } = await expect(201, 'POST /api/skills', { body: { name: 'sound', description: 'How we mix' } })
  const attempt = (key: string) =>
    call(`POST /api/skills/${id}/versions`, { key, body: { content: '# Mix' } })
  await checkAccess(attempt, {
    ...{ tool: 'publish_skill_version', tier: 'tier3', scope: 'skills:write' },
    success: 201,
  })
})

// reference: 1.14
test('a named tool does what its endpoint does: whoami returns the workspace of Ping', async () => {
  const { structuredContent } = await sendMessage('tools/call', { name: 'whoami', arguments: {} })
  const ping = await expect(200, 'GET /api/ping')
  assert.deepEqual(structuredContent, { data: ping })
})

// reference: 1.13, 5.5, 5.6, 5.7
test('a call needs the scope of the operation and a role in that very project', async () => {
  const elsewhere = await newProject()
  const key = roleKeys.PROJECT_MANAGER!
  const body = { name: 'Shots' }
  assert.equal((await call(`POST ${at}/folders`, { key, body: { name: unique('Folder') } })).status, 201)
  assert.equal((await call(`POST /api/projects/${elsewhere}/folders`, { key, body })).status, 404)
  const members = await expect(200, `GET ${at}/members`)
  const roles = new Set(members.map(({ role }: { role: string }) => role))
  assert.deepEqual(roles, new Set(all))
  const reader = await keyWith('folders:read')
  assert.equal((await call(`POST ${at}/folders`, { key: reader, body })).status, 403)
})

// reference: 8.1
test('the tier of every operation is in its RateLimit-Policy header', async () => {
  const skill = await expect(201, 'POST /api/skills', {
    body: { name: 'editing', description: 'How we cut' },
  })
  const link = await expect(201, `POST ${at}/access-links`, { body: { role: 'PROJECT_MEMBER' } })
  const comment = await newComment(team)
  await newAttachment(team)
  const tiers: Record<string, string[]> = {
    default: [
      ...['GET /api/ping', `GET ${at}/members`, `GET /api/project-access-links/${link.id}`],
      `PATCH /api/skills/${skill.id}`,
    ],
    tier2: [`POST ${at}/files/upload.generate`],
    tier3: [`POST ${at}/folders`, `POST ${at}/members`, `POST /api/skills/${skill.id}/versions`],
    tier4: [
      ...[`GET ${at}/versions`, `POST ${at}/comments`],
      ...[`POST /api/comments/${comment}/reactions`, `DELETE /api/comments/${comment}/reactions`],
    ],
  }
  for (const [tier, routes] of Object.entries(tiers)) {
    for (const route of routes) {
      const { headers } = await call(route, route.startsWith('GET') ? {} : { body: {} })
      assert.match(headers.get('ratelimit-policy')!, new RegExp(`^"${tier}";`), route)
    }
  }
})
