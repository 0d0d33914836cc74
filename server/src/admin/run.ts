// `dailies admin …`: the list of commands, and running one of them.
import pg from 'pg'
import { CommandError, errorText } from '../../../cli/src/kit/errors.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../core/errors.ts'
import { StartupError } from '../core/startup-error.ts'
import { createDatabase } from '../database/client.ts'
import { openDatabase } from '../database/open.ts'
import { migrateDatabase } from '../migrate-database.ts'
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
import { auditCommand } from './audit-command.ts'
import { backup, restore } from './backup-commands.ts'
import { checkProfileList, checkProfileSet, checkProfileShow } from './check-profile-commands.ts'
import type { Command, Context } from './command.ts'
import { userResetLink, userSignInLink } from './link-commands.ts'
import { mediaRebuild, mediaStatus } from './media-commands.ts'
import { userUpdate, workspaceUpdate } from './profile-commands.ts'
import { workspaceQuota } from './quota-command.ts'
import { MisuseError, readRequest } from './read-command.ts'
import { storageAdopt, storageStatus, storageSweep } from './storage-commands.ts'

export type AdminIo = {
  stdout: (text: string) => void
  stderr: (text: string) => void
  /** Whether `stdout` is a terminal; otherwise the result is JSON. */
  isTerminal: boolean
}

export const commands: Command[] = [
  workspaceCreate,
  workspaceUpdate,
  workspaceQuota,
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
  checkProfileList,
  checkProfileShow,
  checkProfileSet,
  mediaRebuild,
  mediaStatus,
  storageStatus,
  storageAdopt,
  storageSweep,
  backup,
  restore,
]

/** Runs the command after `dailies admin`. Returns the exit code: 0 success, 1 failure, 2 wrong usage. */
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
    const result = await withDatabase(isExclusive, config, warn, async (context) => {
      const done = await command.run(values, context)
      await auditCommand(context, command, values, done)
      return done
    })
    io.stdout(json || !io.isTerminal ? `${JSON.stringify(result.json)}\n` : `${result.text}\n`)
    return 0
  } catch (error) {
    const help = error instanceof MisuseError ? `\n\n${error.help.trimEnd()}` : ''
    io.stderr(`${errorText(explain(error))}${help}\n`)
    return error instanceof CommandError ? error.exitCode : 1
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
    // Admin commands work before the first start of the server.
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
  if (error instanceof CommandError || error instanceof StartupError) return error.message
  const { name, message, code, cause, stack } = error as Error & { code?: string }
  if (error instanceof ApiError) return cause === undefined ? message : explain(cause)
  if (error instanceof pg.DatabaseError) return `the database reports: ${message}`
  // A connection that fails on every address of a name has a code and no message.
  if (name === 'Error' || code !== undefined) return message || `the connection failed: ${code}`
  return stack ?? String(error)
}
