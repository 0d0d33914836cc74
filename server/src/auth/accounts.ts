// Signing in: checking a password, choosing the workspace, resetting a lost password.
import {
  type AuditActor,
  auditAttempt,
  auditStatement,
  type Client,
  personActor,
  type SignInMethod,
  userTarget,
  visitorActor,
  workspacesOf,
} from '../core/audit.ts'
import type { Guess } from '../core/guesses.ts'
import { type Database, fragment, type Sql } from '../core/sql.ts'
import type { Evidence } from './evidence.ts'
import { spendOneTimeLink } from './one-time-links.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { createSession, endSessionsOf } from './sessions.ts'

/** Where a request comes from; stored with the session. */
export type Origin = Pick<Client, 'address' | 'userAgent'>

/** The account; undefined for an unknown address, an account without a password and a wrong password, in the same time. */
export async function findByPassword(
  sql: Sql,
  guess: Guess,
  email: string,
  password: string,
): Promise<{ userId: string; evidence: Evidence } | undefined> {
  const [user] = await sql<{ id: string; hash: string | null }>`
    select id, password_hash as hash from users where lower(email) = lower(${email})`
  const matches = await passwordMatches(guess, password, user?.hash ?? undefined)
  return matches ? { userId: user!.id, evidence: { passwordHash: user!.hash! } } : undefined
}

/**
 * Writes the failed sign-in to an account into the audit log of its workspaces. An unknown address leaves no entry: it may be a
 * password in the wrong field. Do not await it, since the time would reveal whether the account exists.
 */
export async function auditRefusedSignIn(
  sql: Sql,
  account: { email: string } | { passkey: Buffer },
  client: Client,
): Promise<void> {
  const which =
    'email' in account
      ? fragment`lower(u.email) = lower(${account.email})`
      : fragment`u.id = (select k.user_id from passkeys k where k.credential_id = ${account.passkey})`
  await auditAttempt(sql, {
    action: 'session.refused',
    actor: visitorActor,
    client,
    from: fragment`(select m.workspace_id, u.id, u.name
      from users u join workspace_members m on m.user_id = u.id where ${which}) it`,
    workspace: fragment`it.workspace_id`,
    target: { kind: 'USER', id: fragment`it.id::text`, name: fragment`it.name` },
    method: 'email' in account ? 'PASSWORD' : 'PASSKEY',
  })
}

/** Writes that somebody who acts as this person gave a wrong password. */
export async function auditRefusedPassword(
  sql: Sql,
  userId: string,
  actor: AuditActor,
  client: Client,
): Promise<void> {
  const entry = { action: 'password.refused', target: userTarget(userId), method: 'PASSWORD' } as const
  await auditAttempt(sql, { ...entry, ...workspacesOf(userId), actor, client })
}

/**
 * Returns the hash that the password was compared with, null for an account that has no password yet, or undefined for a
 * wrong password. A missing password does not count as a guess.
 */
export async function verifyPassword(
  sql: Sql,
  guess: Guess,
  userId: string,
  password: string | undefined,
): Promise<string | null | undefined> {
  const [user] = await sql<{ hash: string | null }>`
    select password_hash as hash from users where id = ${userId}`
  if (user?.hash === null) return null
  if (password === undefined) return undefined
  return (await passwordMatches(guess, password, user?.hash)) ? user!.hash : undefined
}

export type SignIn = {
  userId: string
  origin: Origin
  evidence: Evidence | undefined
  workspaceId: string | null
  method: SignInMethod
}

/**
 * Creates a session in the given workspace; without one, in the workspace that was used last, or else in the first.
 * Undefined for an account that is in no workspace, or not in the given one.
 */
export async function signIn(sql: Sql, { userId, origin, evidence, workspaceId, method }: SignIn) {
  const [found] = await sql<{ id: string }>`
    select m.workspace_id as id from workspace_members m
    where m.user_id = ${userId} and (${workspaceId}::uuid is null or m.workspace_id = ${workspaceId})
    order by (select max(s.seen_at) from sessions s
      where s.workspace_id = m.workspace_id and s.user_id = m.user_id) desc nulls last, m.id
    limit 1`
  return found && createSession(sql, { userId, workspaceId: found.id, ...origin, evidence, method })
}

/**
 * Recovers an account: sets the password and removes every other credential (sessions, passkeys, API keys, apps, links, and
 * with the links a pending change of address). A link that was sent to the address proves it. Undefined when the link no
 * longer works.
 */
export async function resetPassword(
  database: Database,
  token: string,
  password: string,
  client: Client,
): Promise<{ userId: string; email: string } | undefined> {
  const hash = await hashPassword(password)
  return database.transaction(async (sql) => {
    const spent = await spendOneTimeLink(sql, token, 'RESET')
    if (spent === undefined) return undefined
    const { userId, proves } = spent
    const [user] = await sql<{ email: string }>`
      update users set password_hash = ${hash}, email_proven_at = case
        when lower(email) = lower(${proves}) then coalesce(email_proven_at, now()) else email_proven_at end
      where id = ${userId} returning email`
    await sql`delete from one_time_links where user_id = ${userId}`
    await sql`delete from passkeys where user_id = ${userId}`
    await sql`update api_keys set revoked_at = now() where user_id = ${userId} and revoked_at is null`
    await sql`delete from oauth_grants where user_id = ${userId}`
    await endSessionsOf(sql, userId)
    const entry = {
      action: 'password.reset',
      actor: personActor(userId),
      target: userTarget(userId),
    } as const
    await sql`${auditStatement({ ...entry, ...workspacesOf(userId), client })}`
    return { userId, email: user!.email }
  })
}
