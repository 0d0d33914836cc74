// All kinds of callers: each role with and without the scope, outsiders, unauthenticated and bad credentials.
import { createKey, revokeKey } from '../../../src/admin/accounts.ts'
import { newApiKey } from '../../../src/auth/api-keys.ts'
import {
  type ProjectRole,
  projectRoles,
  type Scope,
  scopes,
  type WorkspaceRole,
} from '../../../src/core/access.ts'
import type { Operation } from '../../../src/core/operation.ts'
import { join } from '../../worlds/samples.ts'
import type { Person, World } from '../../worlds/world.ts'

export type Caller = {
  name: string
  authenticated: boolean
  /** Sends no credential at all, not a bad one. */
  anonymous: boolean
  /** Calls from another workspace. */
  elsewhere: boolean
  /** Has the scope; for operations that only sessions may call, uses a session instead of a key. */
  holdsScope: boolean
  workspaceRole: WorkspaceRole
  /** The effective role in the project; null for none. */
  projectRole: ProjectRole | null
  /** Whether the caller owns the project and the records of the sample. */
  isOwner: boolean
  /** Creates a project in which the caller has the described role. */
  enter(): Promise<Entered>
  /** Callers of a group have their roles in one project. */
  group: string
  /** Creates a project in which all callers of the group have the described roles. */
  enterWithGroup(): Promise<Entered>
  credential(operation: Operation): Promise<string | undefined>
}

export type Entered = { projectId: string; owner: Person }

export async function callers(world: World): Promise<Caller[]> {
  const standings = [...members(), ...workspaceMembers(), guestWithRole(), stranger(), foreignKey()]
  const people = await Promise.all(standings.map((standing) => newPerson(world, standing)))
  return [
    ...people.flatMap((one) => withAndWithoutScope(world, one, people)),
    ...(await badCredentials(world)),
  ]
}

/** The user's relation to the project, independent of the credential. */
type Standing = {
  name: string
  workspaceRole: WorkspaceRole
  accessRange: 'ONLY_PROJECT_MEMBER' | 'ALLOW_WORKSPACE_MEMBER'
  /** Own membership. */
  member: ProjectRole | null
  counts: ProjectRole | null
  elsewhere?: true
}

function members(): Standing[] {
  return projectRoles.map((role) => ({
    name: role,
    workspaceRole: 'MEMBER',
    accessRange: 'ONLY_PROJECT_MEMBER',
    member: role,
    counts: role,
  }))
}

/** Without a membership, no workspace role opens a closed project; in an open project the user is a reviewer. */
function workspaceMembers(): Standing[] {
  const roles: WorkspaceRole[] = ['OWNER', 'ADMIN', 'MEMBER', 'GUEST']
  return roles.flatMap((workspaceRole): Standing[] => [
    {
      name: `workspace ${workspaceRole}, closed project`,
      workspaceRole,
      accessRange: 'ONLY_PROJECT_MEMBER',
      member: null,
      counts: null,
    },
    {
      name: `workspace ${workspaceRole}, open project`,
      workspaceRole,
      accessRange: 'ALLOW_WORKSPACE_MEMBER',
      member: null,
      counts: workspaceRole === 'GUEST' ? null : 'PROJECT_REVIEWER',
    },
  ])
}

function guestWithRole(): Standing {
  return {
    name: 'workspace GUEST who is PROJECT_MEMBER',
    workspaceRole: 'GUEST',
    accessRange: 'ONLY_PROJECT_MEMBER',
    member: 'PROJECT_MEMBER',
    counts: 'PROJECT_MEMBER',
  }
}

/** A project is open to its own workspace only. */
function stranger(): Standing {
  return {
    name: 'owner of another workspace, open project',
    workspaceRole: 'OWNER',
    accessRange: 'ALLOW_WORKSPACE_MEMBER',
    member: null,
    counts: null,
    elsewhere: true,
  }
}

/** A credential is valid in one workspace, whatever its user's roles in others. */
function foreignKey(): Standing {
  return {
    name: 'PROJECT_OWNER with a key of another workspace',
    workspaceRole: 'OWNER',
    accessRange: 'ONLY_PROJECT_MEMBER',
    member: 'PROJECT_OWNER',
    counts: null,
    elsewhere: true,
  }
}

type PersonInStanding = { standing: Standing; workspaceId: string; person: Person; group: string }

async function newPerson(world: World, standing: Standing): Promise<PersonInStanding> {
  const { workspaceRole, elsewhere, member, accessRange } = standing
  const workspaceId = elsewhere ? await world.workspace() : world.workspaceId
  const person = await world.person({ workspaceId, role: workspaceRole })
  if (elsewhere && member) await world.person({ email: person.email })
  // The owner with a foreign key owns the records of a project as well, so they share it with nobody.
  return { standing, workspaceId, person, group: elsewhere && member ? standing.name : accessRange }
}

/** Scopes that an operation needs beside the declared one. A test of the operation calls it without them. */
const secondScopes: Partial<Record<string, readonly Scope[]>> = { createSkillReviewer: ['skills:read'] }

function withAndWithoutScope(world: World, one: PersonInStanding, people: PersonInStanding[]): Caller[] {
  const { standing, workspaceId, person, group } = one
  const { workspaceRole, elsewhere, member } = standing
  const keys = new Map<string, Promise<string>>()
  const keyWith = (held: readonly Scope[]) => {
    const name = held.join()
    const key = keys.get(name) ?? world.key(person.userId, held, workspaceId).then((made) => made.key)
    keys.set(name, key)
    return key
  }
  const caller = (holdsScope: boolean): Caller => ({
    name: `${standing.name}, ${holdsScope ? 'with' : 'without'} the scope`,
    authenticated: true,
    anonymous: false,
    elsewhere: elsewhere ?? false,
    holdsScope,
    workspaceRole,
    projectRole: standing.counts,
    isOwner: member === 'PROJECT_OWNER',
    enter: () => enterAll(world, [one]),
    group,
    enterWithGroup: () =>
      enterAll(
        world,
        people.filter((other) => other.group === group),
      ),
    credential(operation) {
      if (holdsScope && operation.credential === 'session') return world.session(person.userId, workspaceId)
      // With the scope means with no other; without means with all others.
      const also = holdsScope ? (secondScopes[operation.name] ?? []) : []
      return keyWith(
        scopes.filter((scope) => (scope === operation.scope) === holdsScope || also.includes(scope)),
      )
    },
  })
  return [caller(true), caller(false)]
}

/** A project in which these people have the roles of their standing. */
async function enterAll(world: World, people: PersonInStanding[]): Promise<Entered> {
  const { accessRange } = people[0]!.standing
  const creator = people.find(({ standing }) => standing.member === 'PROJECT_OWNER')?.person
  const { id, owner } = await world.project({ accessRange, ...(creator ? { owner: creator } : {}) })
  for (const { standing, person } of people) {
    if (standing.member !== null && person !== creator) await join(world, id, person.userId, standing.member)
  }
  return { projectId: id, owner }
}

/** Owners that differ in one property only. */
async function badCredentials(world: World): Promise<Caller[]> {
  const owner = await world.person()
  const { workspaceId, database } = world
  const make = (more: { expiresInSeconds?: number } = {}) =>
    createKey(database, { workspaceId, userId: owner.userId, name: 'bad', scopes, ...more })
  const expired = await make({ expiresInSeconds: -1 })
  const revoked = await make()
  await revokeKey(database, revoked.id)
  const good = newApiKey()
  const mistyped = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0')
  const gone = await world.person()
  const goneSession = await world.session(gone.userId)
  await database.sql`delete from workspace_members where user_id = ${gone.userId}`
  const old = await world.person()
  const oldSession = await world.session(old.userId)
  await database.sql`update sessions set expires_at = now() where user_id = ${old.userId}`
  const shown: [string, string | undefined][] = [
    ['no credential', undefined],
    ['not a key', 'nonsense'],
    ['a mistyped key', mistyped],
    ['an unknown key', newApiKey()],
    ['an expired key', expired.key],
    ['a revoked key', revoked.key],
    ['a key of someone who left the workspace', gone.key],
    ['not a session', 'session:nonsense'],
    ['an unknown session', `session:${'x'.repeat(43)}`],
    ['an expired session', oldSession],
    ['a session of someone who left the workspace', goneSession],
    ['a session as a key', (await world.session(owner.userId)).replace('session:', '')],
    ['a key as a session', `session:${owner.key}`],
  ]
  const enter = async () => ({ projectId: (await world.project({ owner })).id, owner })
  return shown.map(([name, key]) => ({
    name,
    authenticated: false,
    anonymous: key === undefined,
    elsewhere: false,
    holdsScope: true,
    workspaceRole: 'MEMBER',
    projectRole: 'PROJECT_OWNER',
    isOwner: true,
    enter,
    group: 'the owner with a bad credential',
    enterWithGroup: enter,
    credential: async () => key,
  }))
}
