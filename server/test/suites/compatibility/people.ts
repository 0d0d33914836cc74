// People of the workspace with every project role, and keys with the scopes that a test needs.
import assert from 'node:assert/strict'
import { expect, newProject, service } from './client.ts'

export const allScopes = [
  ...['projects:read', 'projects:write', 'folders:read', 'folders:write'],
  ...['files:read', 'files:write', 'files:download', 'ai:generate'],
  ...['comments:read', 'comments:write', 'comments:download', 'workspace-members:read'],
  ...['project-members:read', 'project-members:write'],
  ...['access-links:read', 'access-links:write', 'access-links:read.key', 'skills:read', 'skills:write'],
]

export type Person = { id: string; key: string; name: string; email: string }

export const workspaceId: string = (await expect(200, 'GET /api/ping')).workspace.id

async function newPerson(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.com`
  const common = ['--workspace', workspaceId]
  const person = ['--email', email, '--name', name, '--role', 'MEMBER']
  const { id } = await service.admin('user', 'create', ...common, ...person)
  const { key } = await service.admin('key', 'create', ...common, '--user', id!, '--scopes', 'all')
  return { id: id!, key: key!, name, email }
}

const [manager, member, reviewer, restricted, outsider] = await Promise.all(
  ['Joquill', 'Quillan', 'Quill', 'Quilt', 'Olga'].map(newPerson),
)

/** The members by project role; the owner is the creator of the workspace. */
export const people = {
  PROJECT_MANAGER: manager!,
  PROJECT_MEMBER: member!,
  PROJECT_REVIEWER: reviewer!,
  PROJECT_RESTRICTED_REVIEWER: restricted!,
}
export const nobodyInProjects = outsider!

export const roleKeys: Record<string, string> = {
  PROJECT_OWNER: service.key,
  ...Object.fromEntries(Object.entries(people).map(([role, { key }]) => [role, key])),
}

/** A project of the owner with a person in every other role. */
export async function newTeamProject(): Promise<string> {
  const id = await newProject()
  const members = Object.entries(people).map(([role, person]) => ({ user: { id: person.id }, role }))
  await expect(201, `POST /api/projects/${id}/members`, { body: { members } })
  return id
}

/** The headers of the owner's session, for operations that require a browser. */
export const browserHeaders = {
  Cookie: await signIn(),
  Origin: service.url.replace('127.0.0.1', 'localhost'),
}
const keys = new Map<string, string>()

/** A key of the owner with these scopes. */
export async function keyWith(...scopes: string[]): Promise<string> {
  const name = scopes.toSorted().join(' ')
  if (!keys.has(name)) {
    const body = { name: `${scopes.length} scopes`, scopes }
    const made = await expect(201, 'POST /api/api-keys', { key: null, headers: browserHeaders, body })
    keys.set(name, made.key)
  }
  return keys.get(name)!
}

/** Uses the link of the first start like the form on its page; returns the cookie of the session. */
async function signIn(): Promise<string> {
  const link = new URL(service.signInLink)
  const response = await fetch(link.origin + link.pathname, {
    method: 'POST',
    headers: { Origin: service.url.replace('127.0.0.1', 'localhost') },
    body: new URLSearchParams({ token: link.searchParams.get('token')! }),
    redirect: 'manual',
  })
  const [cookie] = response.headers.getSetCookie()
  assert.ok(cookie, `signing in returned ${response.status}`)
  return cookie.split(';')[0]!
}
