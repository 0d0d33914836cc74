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
import type { StatFs } from '../../src/core/disk-space.ts'
import { newUuid } from '../../src/core/ids.ts'
import type { Operation } from '../../src/core/operation.ts'
import type { Provider } from '../../src/core/provider.ts'
import type { DatabaseClient } from '../../src/database/client.ts'
import { type PeriodicJob, runPeriodicJob } from '../../src/jobs/periodic-job.ts'
import type { MeasureFile } from '../../src/media/checks/run-checks.ts'
import type { FindProcessor } from '../../src/media/processors.ts'
import type { MakeWatermark } from '../../src/media/watermark/make-watermark.ts'
import { startService } from '../../src/service.ts'
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
  /** How often the worker looks for generation steps that are due. Default: as in production, every 2 s. */
  generationPollMs?: number
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
    CHECKS: options.work && !options.measure ? 'off' : 'on',
