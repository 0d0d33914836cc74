// A world for one test file: its own database, made from the template, and the real server on a free port.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { createKey, createUser, createWorkspace } from '../../src/admin/accounts.ts'
import { hashToken } from '../../src/auth/api-keys.ts'
import { cookieName } from '../../src/auth/session-cookie.ts'
import { createSession } from '../../src/auth/sessions.ts'
import { newShareToken } from '../../src/auth/share-guests.ts'
import { readConfig } from '../../src/config.ts'
import {
  scopes as allScopes,
  type ProjectRole,
  type Scope,
  type WorkspaceRole,
} from '../../src/core/access.ts'
import type { StartDeadline } from '../../src/core/deadline.ts'
import type { StatFs } from '../../src/core/disk-space.ts'
import { newUuid } from '../../src/core/ids.ts'
import type { Operation } from '../../src/core/operation.ts'
import type { Provider } from '../../src/core/provider.ts'
import type { DatabaseClient } from '../../src/database/client.ts'
import { type PeriodicJob, runPeriodicJob } from '../../src/jobs/periodic-job.ts'
import type { MeasureFile } from '../../src/media/checks/run-checks.ts'
import type { FindProcessor } from '../../src/media/processors.ts'
import type { MakeWatermark } from '../../src/media/watermark/make-watermark.ts'
import { type StreamPace, startService } from '../../src/service.ts'
import type { McpFixtures } from '../../src/surfaces/mcp/fixtures.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { createIdleProvider } from '../stand-ins/generation-providers.ts'

export const templateDatabase = 'dailies_template'

// biome-ignore lint/suspicious/noExplicitAny: each test knows the body it asks for.
export type Answer = { status: number; headers: Headers; body: any }

export type CallOptions = {
  /** An API key, or a session of `world.session`. */
  key?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

export type Person = { userId: string; key: string; keyId: string; email: string }

export type World = Awaited<ReturnType<typeof startWorld>>

export type WorldOptions = {
  env?: Record<string, string>
  operations?: Operation[]
  mcpFixtures?: McpFixtures
  logger?: Logger
  /** Whether the server also runs background work. */
  work?: boolean
  /** The generation providers; `configured`: those of the settings. Default: the idle provider. */
  providers?: Provider[] | 'configured'
  /** Finds the processor for previews; `configured`: that of the settings. Default: no previews. */
  findProcessor?: FindProcessor | 'configured'
  /** Draws watermarks. Default: that of the settings. */
  makeWatermark?: MakeWatermark
  /** Measures files for checks; `configured`: the one of the settings. Default: files are not checked. */
  measure?: MeasureFile | 'configured'
  /** Maps the database URL to the one that the server uses, so that a test can put a proxy in between. */
  connection?: (databaseUrl: string) => string
  /** Replaces `statfs`, for tests that need another amount of free disk space. */
  statFs?: StatFs
  /** The clock of the rate limits, in milliseconds. Default: it stands still, and no quota refills. */
  limitClock?: () => number
  /** How often the worker looks for generation steps that are due. Default: as in production, every 2 s. */
  generationPollMs?: number
  /** Intervals of streams. Default: as in production. */
  streamPace?: StreamPace
  /** Replaces the time limits of requests to a bucket, to a mail server and for documents of OAuth apps. */
  startDeadline?: StartDeadline
}

/** For tests that wait for signals of streams, or for their end. */
export const quickStreams: StreamPace = {
  ...{ checkMs: 100, sampleMs: 50 },
  unread: { checkMs: 100, countMs: 20 },
  presence: { checkMs: 100, gatherMs: 20 },
}

export async function startWorld(options: WorldOptions = {}) {
  const { url: databaseUrl, drop } = await createTestDatabase()
  const dataDir = mkdtempSync(join(process.env.TEST_DATA_FOLDER ?? tmpdir(), 'dailies-test-'))
  const many = 'default=1000000,tier2=1000000,tier3=1000000,tier4=1000000'
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: `${many},auth=1000000,guesses=1000000`,
    SESSION_RATE_LIMITS: many,
    DISK_RESERVE_MB: '16',
    // No server listens on this port.
    TRANSCRIBE_URL: 'http://127.0.0.1:9/v1',
    ...{ REVIEW_MODEL: 'compatible:sample', REVIEW_URL: 'http://127.0.0.1:9/v1' },
    ...{ REVIEW_PRICE_INPUT: '2', REVIEW_PRICE_OUTPUT: '10' },
    CHECKS: options.work && !options.measure ? 'off' : 'on',
    ...options.env,
  })
  const { providers = [createIdleProvider()], findProcessor = async () => undefined } = options
  let passedMs = 0
  const service = await startService(config, {
    connection: options.connection?.(databaseUrl) ?? databaseUrl,
    logger: options.logger ?? pino({ level: 'silent' }),
    serve: true,
    work: options.work ?? false,
    generationPollMs: options.generationPollMs,
    startDeadline: options.startDeadline,
    streamPace: options.streamPace,
    // Behind a proxy, tests see what becomes of a slow database.
    statementTimeout: options.connection ? undefined : 120_000,
    limitClock: options.limitClock ?? (() => 0),
    cacheClock: () => performance.now() + passedMs,
    ...(providers === 'configured' ? {} : { providers }),
    ...(options.statFs ? { statFs: options.statFs } : {}),
    ...(options.operations ? { operations: options.operations } : {}),
    ...(options.mcpFixtures ? { mcpFixtures: options.mcpFixtures } : {}),
    ...(findProcessor === 'configured' ? {} : { findProcessor }),
    ...(options.makeWatermark ? { makeWatermark: options.makeWatermark } : {}),
    ...(typeof options.measure === 'function' ? { measure: options.measure } : {}),
  })
  const { database } = service
  const url = `http://127.0.0.1:${service.port}`
  const workspaceId = (await createWorkspace(database, { name: 'Studio' })).id

  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= service.close()
    return closing
  }

  const newSession = async (userId: string, workspace = workspaceId) => {
    const session = { userId, workspaceId: workspace, address: null, userAgent: null }
    return `${sessionPrefix}${(await createSession(database.sql, session)).token}`
  }

  after(async () => {
    await close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  return {
    url,
    databaseUrl,
    database,
    workspaceId,
    dataDir,
    /** Shuts the server down before the test file ends. */
    close,
    storage: service.storage,
    space: service.space,
    /** The services that operations are called with, for calls outside of a request. */
    services: service.services!,
    /** Lets a second pass for what the server caches: credentials, and the free space of disks. */
    passSecond() {
      passedMs += 1_000
    },
    /** To be called after writing to the outbox directly, as operations do. */
    changed: service.changed,
    runJob: (job: PeriodicJob) => {
      const { storage, space, changed } = service
      const { eventRetentionDays, auditDays } = config
      const logger = options.logger ?? pino({ level: 'silent' })
      const services = {
        database,
        storage,
        space,
        changed,
        eventRetentionDays,
        auditDays,
        logger,
        storagePlace: dataDir,
      }
      return runPeriodicJob(services, job)
    },
    call: (route: string, callOptions?: CallOptions) => call(url, route, callOptions),
    workspace: async (name = 'Elsewhere') => (await createWorkspace(database, { name })).id,
    /** A user of the workspace with a key of all scopes. */
    person: (person: PersonOptions = {}) => createPerson(database, { workspaceId, ...person }),
    key: async (userId: string, scopes: readonly Scope[], workspace = workspaceId) =>
      createKey(database, { workspaceId: workspace, userId, name: 'test', scopes }),
    /**
     * The person's credential for the operation: a session if the operation does not accept keys, and for guests of a share a
     * token of the guest that a sample made last.
     */
    credential: async ({ credential }: Operation, { userId, key }: Person) => {
      if (credential === 'share') return newGuestToken(database, userId)
      return credential === 'session' ? newSession(userId) : key
    },
    /** A browser session of all scopes, to be given as `key`. */
    session: newSession,
    /** Inserts a project directly into the database, with one person per given role. */
    project: (project: ProjectOptions = {}) => createProject(database, { workspaceId, ...project }),
    /** A person who is a member of the project. */
    member: async (projectId: string, role: ProjectRole, person: PersonOptions = {}) => {
      const made = await createPerson(database, { workspaceId, ...person })
      await addMember(database, projectId, made.userId, role)
      return made
    },
  }
}

/** Replaces the token of the newest guest of the shares that this person made. */
async function newGuestToken(database: DatabaseClient, userId: string): Promise<string> {
  const token = newShareToken()
  await database.sql`
    update share_guests set hash = ${hashToken(token)} where id = (
      select g.id from share_guests g join shares s on s.id = g.share_id
      where s.created_by = ${userId} order by g.id desc limit 1)`
  return token
}

type PersonOptions = {
  workspaceId?: string
  role?: WorkspaceRole
  name?: string
  email?: string
  scopes?: readonly Scope[]
}

async function createPerson(
  database: DatabaseClient,
  options: PersonOptions & { workspaceId: string },
): Promise<Person> {
  const { workspaceId, role = 'MEMBER', name = 'Someone' } = options
  const email = options.email ?? `${newUuid()}@example.com`
  const user = await createUser(database, { workspaceId, email, name, role }, 'existing')
  const scopes = options.scopes ?? allScopes
  const key = await createKey(database, { workspaceId, userId: user.id, name: 'test', scopes })
  return { userId: user.id, key: key.key, keyId: key.id, email }
}

type ProjectOptions = { workspaceId?: string; name?: string; accessRange?: string; owner?: Person }

async function createProject(database: DatabaseClient, options: ProjectOptions & { workspaceId: string }) {
  const { workspaceId, name = 'Project', accessRange = 'ONLY_PROJECT_MEMBER' } = options
  const owner = options.owner ?? (await createPerson(database, { workspaceId }))
  const id = newUuid()
  await database.sql`
    insert into projects (id, workspace_id, name, access_range) values (${id}, ${workspaceId}, ${name}, ${accessRange})`
  await addMember(database, id, owner.userId, 'PROJECT_OWNER')
  return { id, owner }
}

async function addMember(database: DatabaseClient, projectId: string, userId: string, role: ProjectRole) {
  await database.sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    select ${newUuid()}, id, workspace_id, ${userId}, ${role} from projects where id = ${projectId}`
}

/** `call('POST /api/projects', { key, body })`: one real request. */
export async function call(url: string, route: string, options: CallOptions = {}): Promise<Answer> {
  const [method, path] = route.split(' ') as [string, string]
  const headers = { ...options.headers }
  for (const [name, value] of credentialHeaders(url, options.key)) headers[name] = value
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  if (options.body !== undefined && !typed) headers['Content-Type'] = 'application/json'
  const body =
    options.body === undefined || typeof options.body === 'string'
      ? options.body
      : JSON.stringify(options.body)
  const answer = await sendRequest(url + path, method, headers, body)
  const json = answer.headers.get('content-type')?.includes('json')
  return {
    status: answer.status,
    headers: answer.headers,
    body: json ? JSON.parse(answer.text) : answer.text,
  }
}

const sessionPrefix = 'session:'

/** A key goes into Authorization; a session goes into the cookie, with the Origin that the web app sends. */
export function credentialHeaders(url: string, key: string | undefined): [string, string][] {
  if (key === undefined) return []
  if (!key.startsWith(sessionPrefix)) return [['Authorization', `Bearer ${key}`]]
  const origin = url.replace('127.0.0.1', 'localhost')
  return [
    ['Cookie', `${cookieName(url)}=${key.slice(sessionPrefix.length)}`],
    ['Origin', origin],
  ]
}

/** Creates a database for a test file by copying the files of the migrated template, or of an empty one. */
export async function createTestDatabase(
  template = templateDatabase,
): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server)
    throw new Error('TEST_DATABASE_URL is not set: run tests with `npm test` (or `npm test -- <file>`)')
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdmin(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdmin(server, `drop database if exists ${name} with (force)`) }
}

export async function asAdmin(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
