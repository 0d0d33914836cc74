// `npm run -s dailies -- admin …`
import pg from 'pg'
import type { Config } from '../config.ts'
import { ApiError } from '../core/errors.ts'
import { StartupError } from '../core/startup-error.ts'
import { createDatabase } from '../database/client.ts'
import { openDatabase } from '../database/open.ts'
import { migrateDatabase } from '../service.ts'
import {
  keyCreate,
  keyList,
  keyRevoke,
  secretForget,
  userConfirmEmail,
  userCreate,
  userList,
  workspaceCreate,
  workspaceList,
} from './account-commands.ts'
import { backup, restore } from './backup-commands.ts'
import { AdminError, type Command, type Context } from './command.ts'
import { userResetLink, userSignInLink } from './link-commands.ts'
import { mediaRebuild, mediaStatus } from './media-commands.ts'
import { userUpdate, workspaceUpdate } from './profile-commands.ts'
import { storageAdopt, storageStatus, storageSweep } from './storage-commands.ts'
import { readRequest, UsageError } from './usage.ts'

export type AdminIo = {
  stdout: (text: string) => void
  stderr: (text: string) => void
  /** Whether people read `stdout`; programs get JSON. */
  isTerminal: boolean
}

export const commands: Command[] = [
  workspaceCreate,
  workspaceUpdate,
  workspaceList,
  userCreate,
  userUpdate,
  userList,
  userConfirmEmail,
  userSignInLink,
  userResetLink,
  keyCreate,
  keyList,
  keyRevoke,
  secretForget,
  mediaRebuild,
  mediaStatus,
  storageStatus,
  storageAdopt,
  storageSweep,
  backup,
  restore,
]

/** Runs what stands after `admin` and returns the exit code: 0 done, 1 not possible, 2 not understood. */
export async function runAdmin(args: string[], config: Config, io: AdminIo): Promise<number> {
  try {
    const request = readRequest(args, commands)
    if ('help' in request) {
      io.stdout(request.help)
      return 0
    }
    const { command, values, json } = request
    const warn = (line: string) => io.stderr(`${line}\n`)
    const { exclusive = false } = command
    const isExclusive = typeof exclusive === 'function' ? exclusive(values) : exclusive
    const result = await withDatabase(isExclusive, config, warn, (context) => command.run(values, context))
    io.stdout(json || !io.isTerminal ? `${JSON.stringify(result.json)}\n` : `${result.text}\n`)
    return 0
  } catch (error) {
    io.stderr(`${explain(error)}\n`)
    return error instanceof AdminError ? error.exitCode : 1
  }
}

async function withDatabase<T>(
  exclusive: boolean,
  config: Config,
  warn: Context['warn'],
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase(config, exclusive ? 'server' : 'tool', warn)
  const { connection } = opened
  try {
    // So that it works before the first start.
    if (!exclusive) await migrateDatabase(connection)
    const database = createDatabase({ connection, pipelines: 1, transactions: 1, log: warn })
    try {
      return await work({ config, connection, database, warn })
    } finally {
      await database.close()
    }
  } finally {
    await opened.close()
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${error.usage.trimEnd()}`
  if (error instanceof AdminError || error instanceof StartupError) return error.message
  const { name, message, code, cause, stack } = error as Error & { code?: string }
  if (error instanceof ApiError) return cause === undefined ? message : explain(cause)
  if (error instanceof pg.DatabaseError) return `the database says: ${message}`
  // A connection that fails on every address of a name has a code and no message.
  if (name === 'Error' || code !== undefined) return message || `the connection failed: ${code}`
  return stack ?? String(error)
}
