import { failure, usageError } from '../../../cli/src/kit/errors.ts'
import { printable } from '../../../cli/src/kit/terminal-text.ts'
import { createMail } from '../auth/mail.ts'
import { notifyAddressChanged } from '../auth/proven-addresses.ts'
import type { Config } from '../config.ts'
import { type Scope, scopes } from '../core/access.ts'
import { ApiError } from '../core/errors.ts'
import { readInstallation } from '../core/installation.ts'
import type { Database } from '../core/sql.ts'
import { addBuiltInSkills } from '../jobs/built-in-skills.ts'
import {
  AddressTakenError,
  confirmAddress,
  createKey,
  createUser,
  createWorkspace,
  findAddresses,
  forgetSecretKey,
  type KeyEntry,
  listKeys,
  listUsers,
  listWorkspaces,
  revokeKey,
  type UserEntry,
  workspaceExists,
} from './accounts.ts'
import { type Context, defineCommand, flag, optional, required } from './command.ts'
import { shortTime, table } from './output.ts'
import * as values from './values.ts'

export const workspaceCreate = defineCommand({
  name: 'workspace create',
  summary: 'Create a workspace.',
  options: { name: required('NAME', '1 to 100 characters', values.name) },
  concerns: (_values, { json }) => ({ of: 'workspace', id: idOf(json) }),
  async run({ name }, { database }) {
    const { id } = await createWorkspace(database, { name })
    await addBuiltInSkills(database.sql, id)
    return { json: { id }, text: `The workspace "${printable(name)}" has the ID ${id}.` }
  },
})

function idOf(json: unknown): string {
  return (json as { id: string }).id
}

export const workspaceList = defineCommand({
  name: 'workspace list',
  summary: 'List the workspaces.',
  options: {},
  concerns: () => null,
  async run(_values, { database }) {
    const workspaces = await listWorkspaces(database)
    const rows = workspaces.map((w) => [w.id, w.name, String(w.members), shortTime(w.createdAt)])
    return { json: workspaces, text: table(['ID', 'NAME', 'MEMBERS', 'CREATED (UTC)'], rows) }
  },
})

export const userCreate = defineCommand({
  name: 'user create',
  summary:
    'Create a user in a workspace. Fails when an account has this address, unless --existing is given.',
  options: {
    workspace: required('ID', 'the workspace', values.id('workspace')),
    email: required('EMAIL', 'the e-mail address: one account per address', values.email),
    name: required('NAME', '1 to 100 characters; an existing account keeps its name', values.name),
    role: required('ROLE', 'OWNER, ADMIN, MEMBER or GUEST', values.role),
    existing: flag('add the account that has this address, or give it the role'),
    new: flag('create a new account, and take the address from an account that has not confirmed it'),
  },
  concerns: ({ workspace }) => ({ of: 'workspace', id: workspace }),
  async run({ workspace, email, name, role, existing, new: anew }, { database }) {
    if (existing && anew) throw usageError('use either --existing or --new, not both')
    const held = existing ? 'existing' : anew ? 'new' : undefined
    const user = { workspaceId: workspace, email, name, role }
    const { id, created } = await createUser(database, user, held)
      .catch(refuse('workspace_members_workspace_fkey', unknownWorkspace(workspace)))
      .catch(refuseHeld(email))
    const who = created ? 'The new account' : 'The existing account'
    return { json: { id, created }, text: `${who} ${printable(email)} has the ID ${id} and is ${role}.` }
  },
})

function refuseHeld(email: string) {
  return (error: unknown): never => {
    if (!(error instanceof AddressTakenError)) throw error
    const { userId, proven } = error
    const account = `the account ${userId} already has this address`
    if (proven) throw failure(`${account}: repeat with --existing to give that account the role`)
    throw failure(
      `${account}, but nobody has confirmed that it is theirs. If it is, run \`admin user confirm-email ` +
        `--user ${userId} --email ${printable(email)}\` and repeat with --existing; if not, repeat with --new: ` +
        'that creates a new account and takes the address from that one',
    )
  }
}

export const userConfirmEmail = defineCommand({
  name: 'user confirm-email',
  summary: 'Confirm that an e-mail address belongs to a user: the one they have, or the one they asked for.',
  details:
    'Make sure first that the person reads mail at the address: invitations to it then reach this account.\n' +
    'With SMTP_URL set, people confirm their address themselves, by a link that is sent to it.',
  options: {
    user: required('ID', 'the user', values.id('user')),
    email: required('EMAIL', 'the address, as `admin user list` shows it', values.email),
  },
  concerns: ({ user }) => ({ of: 'user', id: user }),
  async run({ user, email }, { database, config, warn }) {
    const known = await findAddresses(database, user)
    if (!known) throw failure(`there is no user ${user}: \`admin user list\` shows them`)
    const { email: current, pendingEmail } = known
    const address = [current, pendingEmail].find((one) => one?.toLowerCase() === email.toLowerCase())
    if (address == null) {
      const asked =
        pendingEmail === null ? 'has asked for no other' : `has asked for ${printable(pendingEmail)}`
      throw failure(`the user ${user} has the address ${printable(current)} and ${asked}`)
    }
    const before = await confirmAddress(database, user, address).catch(refuseTaken)
    // A restored copy emits no events.
    const { copySince } = await readInstallation(database.sql)
    if (copySince === undefined) await tellOldAddress(config, warn, before, address)
    return { json: { id: user, email: address }, text: `${printable(address)} is the address of ${user}.` }
  },
})

function refuseTaken(error: unknown): never {
  const taken = error instanceof ApiError && error.code === 'email_taken'
  throw taken ? failure('another account has confirmed this address') : error
}

async function tellOldAddress(config: Config, warn: Context['warn'], before: string, email: string) {
  const complain = () => warn('the mail to the old address could not be sent')
  const logger = { warn: complain, error: complain }
  const mail = await createMail({ ...config, logger, isCopy: () => false })
  await notifyAddressChanged(mail, before, email)
  mail.close()
}

const onlyWorkspace = optional('ID', 'only members of this workspace', values.id('workspace'))

export const userList = defineCommand({
  name: 'user list',
  summary: 'List users and their roles, one line per workspace.',
  options: { workspace: onlyWorkspace },
  concerns: () => null,
  async run({ workspace }, { database }) {
    await requireWorkspace(database, workspace)
    const users = await listUsers(database, workspace)
    const rows = users.map((u) => [u.id, addressCell(u), u.name, u.role ?? '-', u.workspace?.name ?? '-'])
    return { json: users, text: table(['ID', 'EMAIL', 'NAME', 'ROLE', 'WORKSPACE'], rows) }
  },
})

function addressCell({ email, emailConfirmed, pendingEmail }: UserEntry): string {
  const wanted = pendingEmail === null ? '' : ` → ${pendingEmail}?`
  return `${email}${emailConfirmed ? '' : ' (not confirmed)'}${wanted}`
}

export const keyCreate = defineCommand({
  name: 'key create',
  summary: 'Create an API key. The key is shown once and not stored.',
  details: `Scopes:\n${scopes.map((scope) => `  ${scope}`).join('\n')}`,
  options: {
    workspace: required('ID', 'the workspace of the key', values.id('workspace')),
    user: required('ID', 'the member of the workspace that the key acts as', values.id('user')),
    scopes: required('SCOPES', 'all, none, or some of the scopes below as a,b,c', values.scopeList),
    'expires-in': optional('DURATION', 'such as 90s, 15m, 12h or 30d; default: never', values.duration),
    name: optional('NAME', 'a label, 1 to 100 characters', values.name),
  },
  concerns: ({ workspace }) => ({ of: 'workspace', id: workspace }),
  async run({ workspace, user, scopes, name = 'Admin CLI', ...rest }, { database }) {
    const key = { workspaceId: workspace, userId: user, name, scopes, expiresInSeconds: rest['expires-in'] }
    const made = await createKey(database, key)
      .catch(refuse('api_keys_member_fkey', notMember(workspace, user)))
      .catch(refuse('api_keys_live_check', tooManyKeys))
    return {
      json: made,
      text: `${made.key}\n\nThis is shown once: store it now. The ID of the key is ${made.id}.`,
    }
  },
})

export const keyRevoke = defineCommand({
  name: 'key revoke',
  summary: 'Revoke an API key. All servers reject it within a second.',
  options: { id: required('ID', 'the ID of the key, not the key itself', values.id('key')) },
  concerns: ({ id }) => ({ of: 'apiKey', id }),
  async run({ id }, { database }) {
    if (!(await revokeKey(database, id)))
      throw failure(`there is no key ${id}: \`admin key list\` shows them`)
    return { json: { id }, text: `The key ${id} is revoked.` }
  },
})

export const keyList = defineCommand({
  name: 'key list',
  summary: 'List API keys, without the keys themselves.',
  options: { workspace: onlyWorkspace },
  concerns: () => null,
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
  summary: 'Allow the next server that starts to use another SECRET_KEY with this database.',
  details:
    'The database stores a hash of the SECRET_KEY it is used with, so that servers with different keys\n' +
    'cannot run on it by mistake. When that key is lost, or changed on purpose without the old one, this\n' +
    'deletes the hash. Cursors, links and sessions of the old key become invalid; no data is changed.',
  options: {},
  concerns: () => 'all',
  async run(_values, { database }) {
    const forgotten = await forgetSecretKey(database)
    const text = forgotten
      ? 'Done: the next server that starts binds this database to its SECRET_KEY.'
      : 'Nothing to do: this database is not bound to a SECRET_KEY.'
    return { json: { forgotten }, text }
  },
})

async function requireWorkspace(database: Database, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await workspaceExists(database, id))) throw failure(unknownWorkspace(id))
}

function unknownWorkspace(id: string): string {
  return `there is no workspace ${id}: \`admin workspace list\` shows them`
}

const tooManyKeys = 'this person has 100 active keys, the maximum: revoke one with `admin key revoke`'

function notMember(workspace: string, user: string): string {
  return (
    `there is no user ${user} in a workspace ${workspace}: \`admin user list\` shows who is where, ` +
    '`admin user create` adds an account to a workspace'
  )
}

/** The constraint enforces the rule; this only translates its violation. */
function refuse(constraint: string, message: string) {
  return (error: unknown): never => {
    throw (error as { constraint?: string }).constraint === constraint ? failure(message) : error
  }
}
