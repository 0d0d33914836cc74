// The content of the database before a measurement.
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { createKey, createUser, createWorkspace } from '../server/src/admin/accounts.ts'
import { createSession } from '../server/src/auth/sessions.ts'
import { scopes } from '../server/src/core/access.ts'
import { newUuid } from '../server/src/core/ids.ts'
import { createDatabase } from '../server/src/database/client.ts'
import { migrateDatabase } from '../server/src/migrate-database.ts'
import { fillGrowing, onAll } from './fill.ts'
import { fillInbox, fillLists, fillReviews } from './world-lists.ts'

export type World = {
  /** Of the database. */
  name: string
  databaseUrl: string
  rows: number
  /** The API key of a member. */
  key: string
  /** The API key and the session of an admin. */
  adminKey: string
  session: string
  /** Has `rows` versions and 20 members. */
  versionsProject: string
  version: string
  /** Has 50 of the `rows` folders. */
  foldersProject: string
  /** The project for new folders, versions and comments. */
  writesProject: string
  /** Has 200 files with thumbnails. */
  filesProject: string
  /** One of them, with 200 comments: a fifth have reactions, replies, attachments or drawings each. */
  file: string
  /** A file of `writesProject`. */
  writesFile: string
  /** Has replies and reactions. */
  comment: string
  /** Has deliveries. */
  webhook: string
  /** Has versions. */
  checkProfile: string
  /** An API key of the admin, which has posted comments. */
  connection: string
  /** A share of `filesProject` that many guests have opened. */
  share: string
}

const foldersPerProject = 50
const members = 20
/** More than a page. */
const workspaceMembers = 60
/** The projects that `searchProjects` finds. */
const foundProjects = 100

/** Projects, folders and versions of the largest world: more than a workspace ever has. */
export const mostProjects = 1_000_000

/**
 * Creates a database on the given Postgres with `rows` files, comments, notifications and events, and as many projects,
 * folders and versions up to a million.
 */
export async function createWorld(server: string, name: string, rows: number): Promise<World> {
  await asAdmin(server, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  const url = new URL(server)
  url.pathname = `/${name}`
  const databaseUrl = url.href
  await migrateDatabase(databaseUrl)
  const people = await createPeople(databaseUrl)
  const projects = {
    versionsProject: newUuid(),
    foldersProject: newUuid(),
    writesProject: newUuid(),
    filesProject: newUuid(),
  }
  const version = newUuid()
  const projectRows = Math.min(rows, mostProjects)
  const lists = await asAdmin(databaseUrl, async (client) => {
    await inBulk(client, databaseUrl, async (clients) => {
      await fillProjects(client, people, projectRows)
      for (const id of Object.values(projects)) await addProject(client, people, id)
      await addMembers(client, people.workspace, projects.versionsProject)
      await fillVersions(client, projects.versionsProject, people.caller, projectRows, version)
      await fillReviews(client, projects.versionsProject, version)
      await fillFolders(client, people, projects.foldersProject, projectRows)
      await fillFiles(client, people.caller, projects.filesProject, 1, 200)
      await fillFiles(client, people.caller, projects.writesProject, 201, 1)
      await fillComments(client, people.workspace, projects.filesProject, fileId(1))
      await fillGrowing(clients, { workspace: people.workspace, author: people.other, rows })
    })
    const place = { workspace: people.workspace, admin: people.admin, project: projects.filesProject }
    const filled = await fillLists(client, place)
    await fillInbox(client, { ...people, ...projects })
    // The maintenance that a database in use would have run by now.
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    return filled
  })
  const { key, adminKey, session } = people
  const files = { file: fileId(1), writesFile: fileId(201) }
  return { name, databaseUrl, rows, key, adminKey, session, version, ...files, ...projects, ...lists }
}

export async function asAdmin<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A million rows of each kind take half the time when indexes are created afterwards and foreign keys are not checked. `fill` gets
 * a connection for each core; the first is the given one.
 */
async function inBulk(
  client: pg.Client,
  databaseUrl: string,
  fill: (clients: pg.Client[]) => Promise<void>,
): Promise<void> {
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class t on t.oid = indrelid
     where t.relname in ('projects', 'project_members', 'all_versions', 'all_folders', 'all_files', 'all_comments', 'objects',
       'media', 'media_derivatives', 'notifications', 'notification_events')
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user')
  const others = Array.from({ length: availableParallelism() - 1 }, () => new pg.Client(databaseUrl))
  const clients = [client, ...others]
  try {
    for (const other of others) await other.connect()
    for (const one of clients) {
      await one.query(`set synchronous_commit = off; set maintenance_work_mem = '256MB'`)
      if (rows[0].rolsuper) await one.query('set session_replication_role = replica')
    }
    await fill(clients)
    await client.query('reset session_replication_role')
    await onAll(
      clients,
      indexes.rows.map(({ definition }) => [definition, []]),
    )
  } finally {
    await Promise.all(others.map((other) => other.end()))
  }
}

type People = {
  workspace: string
  caller: string
  other: string
  admin: string
} & Pick<World, 'key' | 'adminKey' | 'session'>

async function createPeople(databaseUrl: string): Promise<People> {
  const database = createDatabase({ connection: databaseUrl, log: console.error })
  try {
    const workspaceId = (await createWorkspace(database, { name: 'Studio' })).id
    const user = (name: string) =>
      createUser(database, { workspaceId, email: `${name}@example.com`, name, role: 'MEMBER' })
    const caller = (await user('caller')).id
    const other = (await user('other')).id
    for (let i = 1; i < workspaceMembers; i++) await user(`member-${i}`)
    const admin = await createUser(database, {
      workspaceId,
      email: 'admin@example.com',
      name: 'admin',
      role: 'ADMIN',
    })
    const keyOf = async (userId: string) =>
      (await createKey(database, { workspaceId, userId, name: 'bench', scopes })).key
    const browser = { userId: admin.id, workspaceId, address: null, userAgent: null }
    const session = (await createSession(database.sql, browser)).token
    const credentials = { key: await keyOf(caller), adminKey: await keyOf(admin.id), session }
    return { workspace: workspaceId, caller, other, admin: admin.id, ...credentials }
  } finally {
    await database.close()
  }
}

// Ids in the order of creation, one second apart, shaped like UUID v7.
const uuid = (kind: number) =>
  `(lpad(to_hex(1700000000000 + i * 1000), 12, '0') || '700${kind}8000' || lpad(to_hex(i), 12, '0'))::uuid`
const time = `to_timestamp(1700000000 + i)`

/**
 * Half belong to the caller; the others belong to another user and are open to the workspace. The same number is found by
 * its name, however many there are; none of them has files or comments.
 */
async function fillProjects(client: pg.Client, { workspace, caller, other }: People, rows: number) {
  await client.query(
    `insert into projects (id, workspace_id, name, description, access_range, created_at, updated_at)
     select ${uuid(1)}, $1, case when i > $2 - ${foundProjects} then 'Pilot ' else 'Project ' end || i, 'What project ' || i || ' is about.',
       case i % 2 when 0 then 'ONLY_PROJECT_MEMBER' else 'ALLOW_WORKSPACE_MEMBER' end, ${time}, ${time}
     from generate_series(1, $2::bigint) i`,
    [workspace, rows],
  )
  await client.query(
    `insert into project_members (id, project_id, workspace_id, user_id, role)
     select ${uuid(2)}, ${uuid(1)}, $1, case i % 2 when 0 then $2::uuid else $3::uuid end, 'PROJECT_OWNER'
     from generate_series(1, $4::bigint) i`,
    [workspace, caller, other, rows],
  )
}

async function addProject(client: pg.Client, { workspace, caller }: People, id: string) {
  await client.query(
    `insert into projects (id, workspace_id, name, access_range) values ($1, $2, 'Measured', 'ONLY_PROJECT_MEMBER')`,
    [id, workspace],
  )
  await client.query(
    `insert into project_members (id, project_id, workspace_id, user_id, role) values ($1, $2, $3, $4, 'PROJECT_OWNER')`,
    [newUuid(), id, workspace, caller],
  )
}

async function addMembers(client: pg.Client, workspace: string, project: string) {
  await client.query(
    `insert into project_members (id, project_id, workspace_id, user_id, role)
     select gen_random_uuid(), $1, workspace_id, user_id, 'PROJECT_MEMBER' from workspace_members
     where workspace_id = $2 order by id limit $3
     on conflict on constraint project_members_user_key do nothing`,
    [project, workspace, members],
  )
}

async function fillVersions(
  client: pg.Client,
  project: string,
  caller: string,
  rows: number,
  version: string,
) {
  await client.query(
    `insert into versions (id, project_id, name, description, created_by, created_at, updated_at)
     select case i when $3::bigint / 2 then $4::uuid else ${uuid(3)} end, $1, 'Version ' || i,
       'What changed in version ' || i || '.', $2, ${time}, ${time}
     from generate_series(1, $3::bigint) i`,
    [project, caller, rows, version],
  )
}

/** The measured project is in the middle of many others with as many folders each. */
async function fillFolders(client: pg.Client, { workspace, other }: People, measured: string, rows: number) {
  const projects = Math.floor(rows / foldersPerProject)
  await client.query(
    `insert into projects (id, workspace_id, name, access_range)
     select ${uuid(4)}, $1, 'With folders ' || i, 'ONLY_PROJECT_MEMBER' from generate_series(1, $2::bigint) i`,
    [workspace, projects],
  )
  await client.query(
    `insert into folders (id, project_id, name, created_by)
     select 'DX' || left(md5(i || '.' || f), 22),
       case i when $3::bigint / 2 then $1::uuid else ${uuid(4)} end, 'Folder ' || f, $2
     from generate_series(1, $3::bigint) i, generate_series(1, ${foldersPerProject}) f`,
    [measured, other, projects],
  )
}

const fileId = (number: number) => `FX${String(number).padStart(22, '0')}`

/** Images with a thumbnail each. No object is marked as stored: a server refuses an empty storage for a database with stored objects. */
async function fillFiles(client: pg.Client, author: string, project: string, first: number, count: number) {
  const id = `'FX' || lpad(i::text, 22, '0')`
  const objectId = (kind: number) => uuid(kind)
  const range = `generate_series($1::bigint, $1::bigint + $2::bigint - 1) i`
  for (const [kind, type] of [
    [5, 'image/png'],
    [6, 'image/webp'],
  ] as const)
    await client.query(
      `insert into objects (id, upload_id, size, part_size, mime_type)
       select ${objectId(kind)}, 'u' || i, 100000 + i, 8388608, '${type}' from ${range}`,
      [first, count],
    )
  await client.query(
    `insert into files (id, project_id, name, mode, mime_type, status, size, position, object_id, author_id, stack_id,
       stack_number, created_at, updated_at)
     select ${id}, $3, 'sc010_sh' || lpad(i::text, 4, '0') || '.png', 'LOCAL', 'image/png', 'UPLOADED', 100000 + i, i,
       ${objectId(5)}, $4, ${id}, 1, ${time}, ${time} from ${range}`,
    [first, count, project, author],
  )
  await client.query(
    `insert into media (file_id, state, kind, width, height) select ${id}, 'READY', 'IMAGE', 1920, 1080 from ${range}`,
    [first, count],
  )
  await client.query(
    `insert into media_derivatives (file_id, name, step, object_id)
     select ${id}, 'thumbnail.webp', 'pictures', ${objectId(6)} from ${range}`,
    [first, count],
  )
}

const comments = 200

async function fillComments(client: pg.Client, workspace: string, project: string, file: string) {
  const drawing = JSON.stringify({
    shapes: [
      {
        kind: 'arrow',
        points: [
          [0.2, 0.2],
          [0.4, 0.4],
        ],
        colour: '#ff453a',
        width: 0.01,
      },
    ],
  })
  const authors = `(select array_agg(user_id order by id) from (select * from workspace_members
    where workspace_id = $1 order by id limit 5) five)`
  await client.query(
    `insert into comments (id, project_id, file_id, author_id, content, anchor, frame, annotation, created_at, updated_at)
     select ${uuid(7)}, $2, $3, ${authors}[i % 5 + 1], 'Note ' || i || ': the grade is a little too warm here, please cool it down.',
       i * 40, i, case when i % 5 = 0 then $4::jsonb end, ${time}, ${time}
     from generate_series(1, ${comments}) i`,
    [workspace, project, file, drawing],
  )
  await client.query(
    `insert into comments (id, project_id, file_id, parent_id, author_id, content, created_at, updated_at)
     select ${uuid(8)}, $2, $3, ${uuid(7)}, ${authors}[1], 'Done in the next revision.', ${time}, ${time}
     from generate_series(1, ${comments}) i where i % 5 = 1`,
    [workspace, project, file],
  )
  await client.query(
    `insert into comment_reactions (comment_id, type, user_id)
     select ${uuid(7)}, '👍', unnest(${authors}[1:2]) from generate_series(1, ${comments}) i where i % 5 = 2`,
    [workspace],
  )
  await client.query(
    `insert into comment_attachments (id, project_id, file_id, name, object_id, comment_id, position)
     select 'AX' || lpad(i::text, 22, '0'), $1, $2, 'reference.png', o.id, ${uuid(7)}, 0
     from generate_series(1, ${comments}) i, (select id from objects order by id limit 1) o where i % 5 = 3`,
    [project, file],
  )
}
