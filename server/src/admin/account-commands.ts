import { type Scope, scopes } from '../core/access.ts'
import type { Database } from '../core/sql.ts'
import {
  createKey,
  createUser,
  createWorkspace,
  forgetSecretKey,
  type KeyEntry,
  listKeys,
  listUsers,
  listWorkspaces,
  revokeKey,
  workspaceExists,
} from './accounts.ts'
import { defineCommand, failed, optional, required } from './command.ts'
import { printable, shortTime, table } from './output.ts'
import * as values from './values.ts'

export const workspaceCreate = defineCommand({
  name: 'workspace create',
  summary: 'Make a workspace.',
  options: { name: required('NAME', '1 to 100 characters', values.name) },
  async run({ name }, { database }) {
    const { id } = await createWorkspace(database, { name })
    return { json: { id }, text: `The workspace "${printable(name)}" has the ID ${id}.` }
  },
})

export const workspaceList = defineCommand({
  name: 'workspace list',
  summary: 'List the workspaces.',
  options: {},
  async run(_values, { database }) {
    const workspaces = await listWorkspaces(database)
    const rows = workspaces.map((w) => [w.id, w.name, String(w.members), shortTime(w.createdAt)])
    return { json: workspaces, text: table(['ID', 'NAME', 'MEMBERS', 'CREATED (UTC)'], rows) }
  },
})

export const userCreate = defineCommand({
  name: 'user create',
  summary: 'Make a user of a workspace; an account that exists is added to it, or given the role.',
  options: {
    workspace: required('ID', 'the workspace', values.id('workspace')),
    email: required('EMAIL', 'who it is: one address is one account', values.email),
    name: required('NAME', '1 to 100 characters; an account that exists keeps its own', values.name),
    role: required('ROLE', 'OWNER, ADMIN, MEMBER or GUEST', values.role),
  },
  async run({ workspace, email, name, role }, { database }) {
    const user = await createUser(database, { workspaceId: workspace, email, name, role }).catch(
      refuse('workspace_members_workspace_fkey', unknownWorkspace(workspace)),
    )
    const who = user.isNew ? 'The new account' : 'The account that exists already'
    return { json: { id: user.id }, text: `${who} ${printable(email)} has the ID ${user.id} and is ${role}.` }
  },
})

const onlyWorkspace = optional('ID', 'only those of this workspace', values.id('workspace'))

export const userList = defineCommand({
  name: 'user list',
  summary: 'List the users and their roles, once for each workspace they are in.',
  options: { workspace: onlyWorkspace },
  async run({ workspace }, { database }) {
    await requireWorkspace(database, workspace)
    const users = await listUsers(database, workspace)
    const rows = users.map((u) => [u.id, u.email, u.name, u.role ?? '-', u.workspace?.name ?? '-'])
    return { json: users, text: table(['ID', 'EMAIL', 'NAME', 'ROLE', 'WORKSPACE'], rows) }
  },
})

export const keyCreate = defineCommand({
  name: 'key create',
  summary: 'Make an API key. It is shown this once, and stored nowhere.',
  details: `Scopes:\n${scopes.map((scope) => `  ${scope}`).join('\n')}`,
  options: {
    workspace: required('ID', 'the workspace that the key opens', values.id('workspace')),
    user: required('ID', 'the member of that workspace who acts with it', values.id('user')),
    scopes: required('SCOPES', 'all, none, or some of the scopes below as a,b,c', values.scopeList),
    'expires-in': optional('DURATION', 'such as 90s, 15m, 12h or 30d; otherwise never', values.duration),
    name: optional('NAME', 'what it is for, 1 to 100 characters', values.name),
  },
  async run({ workspace, user, scopes, name = 'Admin CLI', ...rest }, { database }) {
    const key = { workspaceId: workspace, userId: user, name, scopes, expiresInSeconds: rest['expires-in'] }
    const made = await createKey(database, key)
      .catch(refuse('api_keys_member_fkey', notMember(workspace, user)))
      .catch(refuse('api_keys_live_check', tooManyKeys))
    return {
      json: made,
      text: `${made.key}\n\nThis is shown once: keep it now. The ID of the key is ${made.id}.`,
    }
  },
})

export const keyRevoke = defineCommand({
  name: 'key revoke',
  summary: 'Revoke an API key: within a second no server takes it any more.',
  options: { id: required('ID', 'the ID of the key, not the key', values.id('key')) },
  async run({ id }, { database }) {
    if (!(await revokeKey(database, id))) throw failed(`there is no key ${id}: \`admin key list\` shows them`)
    return { json: { id }, text: `The key ${id} is revoked.` }
  },
})

export const keyList = defineCommand({
  name: 'key list',
  summary: 'List the API keys, without the keys themselves.',
  options: { workspace: onlyWorkspace },
  async run({ workspace }, { database }) {
    await requireWorkspace(database, workspace)
    const keys = await listKeys(database, workspace)
    const headings = ['ID', 'NAME', 'USER', 'SCOPES', 'EXPIRES (UTC)', 'LAST USED', 'REVOKED']
    return { json: keys, text: table(headings, keys.map(keyCells)) }
  },
})

function keyCells({ id, name, user, scopes, expiresAt, lastUsedAt, revokedAt }: KeyEntry): string[] {
  return [id, name, user.email, scopeNames(scopes), ...[expiresAt, lastUsedAt, revokedAt].map(shortTime)]
}

function scopeNames(held: Scope[]): string {
  return held.length === 0 ? 'none' : held.length === scopes.length ? 'all' : held.join(',')
}

export const secretForget = defineCommand({
  name: 'secret forget',
  summary: 'Let the next server that starts use another SECRET_KEY with this database.',
  details:
    'The database remembers which SECRET_KEY it is used with (a hash of it), so that servers with different keys\n' +
    'cannot run on it by mistake. When that key is lost, or changed on purpose without keeping the old one, this\n' +
    'makes it forget. Cursors, links and sessions signed with the old key end; no data is touched.',
  options: {},
  async run(_values, { database }) {
    const forgotten = await forgetSecretKey(database)
    const text = forgotten
      ? 'Forgotten: the next server that starts settles which SECRET_KEY this database is used with.'
      : 'There was nothing to forget: no server has settled which SECRET_KEY this database is used with.'
    return { json: { forgotten }, text }
  },
})

async function requireWorkspace(database: Database, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await workspaceExists(database, id))) throw failed(unknownWorkspace(id))
}

function unknownWorkspace(id: string): string {
  return `there is no workspace ${id}: \`admin workspace list\` shows them`
}

const tooManyKeys =
  'this person has 100 keys that work, which is the most: revoke one with `admin key revoke`'

function notMember(workspace: string, user: string): string {
  return (
    `there is no user ${user} in a workspace ${workspace}: \`admin user list\` shows who is where, ` +
    '`admin user create` adds an account to a workspace'
  )
}

/** The database keeps the rule; we only name its violation. */
function refuse(constraint: string, message: string) {
  return (error: unknown): never => {
    throw (error as { constraint?: string }).constraint === constraint ? failed(message) : error
  }
}
