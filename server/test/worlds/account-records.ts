// Inserts records of an account directly into the database.
import { randomBytes } from 'node:crypto'
import { newUuid } from '../../src/core/ids.ts'
import type { Person, World } from './world.ts'

export async function newPasskey(world: World, owner: Person): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports)
    values (${id}, ${owner.userId}, 'A sample', ${randomBytes(16)}, ${randomBytes(32)}, 0, '{}')`
  return id
}

export async function newSession(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into sessions (id, hash, user_id, workspace_id, expires_at)
    select ${id}, ${randomBytes(32)}, ${owner.userId}, workspace_id, now() + interval '1 day'
    from projects where id = ${projectId}`
  return id
}

export async function newKey(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into api_keys (id, workspace_id, user_id, name, hash, scopes)
    select ${id}, workspace_id, ${owner.userId}, 'A sample', ${randomBytes(32)}, '{}' from projects where id = ${projectId}`
  return id
}

export async function newInvitation(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into invitations (id, workspace_id, email, role, hash, invited_by, expires_at)
    select ${id}, workspace_id, ${`${id}@example.com`}, 'MEMBER', ${randomBytes(32)}, ${owner.userId},
      now() + interval '1 day' from projects where id = ${projectId}`
  return id
}

export async function newConnectedApp(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into oauth_grants (id, user_id, workspace_id, client_id, client_name, scopes, resources)
    select ${id}, ${owner.userId}, workspace_id, ${id}, 'A sample', '{}', '{}' from projects where id = ${projectId}`
  return id
}
