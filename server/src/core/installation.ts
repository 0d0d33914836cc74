// Whether this database is live or a restored copy. A copy shows everything and reaches nobody: it sends no webhooks and no
// mail, starts no generation, runs no jobs and writes nothing to the storage, until `admin restore --go-live`.
import { ApiError } from './errors.ts'
import { fragment, type Sql } from './sql.ts'

/** What the last sweep of the storage did: see jobs/sweep-storage.ts. Every node reports it, so it is in the database. */
export type SweepRecord = {
  /** How many sweeps there were. The marker of the storage has the same number. */
  number: number
  at: string
  /** Objects moved to the trash, moved back, and deleted for good by the last sweep. */
  moved: number
  returned: number
  deleted: number
  /** Moved to the trash by all sweeps. */
  movedInAll: number
  /** Why the last sweep stopped; null: it did all its work. */
  stopped: string | null
}

export type InstallationState = { copySince: string | undefined; sweep: SweepRecord | undefined }

export type Installation = {
  state(): InstallationState
  isCopy(): boolean
  /** Throws 503 in a copy. */
  requireLive(): void
  /** Called whenever the database has become a copy, or live. */
  onChange(listener: () => void): void
  /** The state may have changed. */
  look(): void
  close(): void
}

/** Why a copy is not ready for everything, for /readyz. */
export const restoredCopy = {
  code: 'restored_copy',
  message:
    'This database is a restored copy: it sends nothing, starts nothing and stores no files until ' +
    '`admin restore --go-live` says that it is the live one.',
  local: false,
}

/** For statements that take work to be sent: true in the live database only, whatever a process has last heard. */
export const isLive = fragment`not exists (select from settings where name = 'restored_copy')`

/** A copy looks often: it is to go live within a second, also behind a pooler, where no notice arrives. */
const copyLooksMs = 1_000
const liveLooksMs = 10_000

/** Keeps the state at hand, so that no request has to ask for it. */
export async function watchInstallation(sql: Sql, warn: (error: unknown) => void): Promise<Installation> {
  let state = await readInstallation(sql)
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let looking = false
  let lookAgain = false
  const listeners: (() => void)[] = []
  const isCopy = () => state.copySince !== undefined

  async function look(): Promise<void> {
    lookAgain = looking
    if (looking || closed) return
    looking = true
    clearTimeout(timer)
    const wasCopy = isCopy()
    try {
      state = await readInstallation(sql)
    } catch (error) {
      // While the database is away, the state stays as it was.
      if (!closed) warn(error)
    }
    looking = false
    if (closed) return
    if (isCopy() !== wasCopy) for (const listener of listeners) listener()
    if (lookAgain) void look()
    else schedule()
  }

  function schedule(): void {
    timer = setTimeout(() => void look(), isCopy() ? copyLooksMs : liveLooksMs).unref()
  }

  schedule()
  return {
    state: () => state,
    isCopy,
    requireLive() {
      if (isCopy()) throw new ApiError('restored_copy')
    },
    onChange: (listener) => void listeners.push(listener),
    look: () => void look(),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

export async function readInstallation(sql: Sql): Promise<InstallationState> {
  const rows = await sql<{ name: string; value: string }>`
    select name, value from settings where name in ('restored_copy', 'storage_sweep')`
  const value = (name: string) => rows.find((row) => row.name === name)?.value
  const sweep = value('storage_sweep')
  return { copySince: value('restored_copy'), sweep: sweep === undefined ? undefined : JSON.parse(sweep) }
}

export async function writeSweep(sql: Sql, sweep: SweepRecord): Promise<void> {
  await sql`
    with written as (
      insert into settings (name, value) values ('storage_sweep', ${JSON.stringify(sweep)})
      on conflict on constraint settings_pkey do update set value = excluded.value
    )
    select pg_notify('dailies_installation', '')`
}

/** Whether it was a copy. */
export async function goLive(sql: Sql): Promise<boolean> {
  const rows = await sql`
    with removed as (
      delete from settings where name = 'restored_copy' returning name
    )
    select pg_notify('dailies_installation', '') from removed`
  return rows.length > 0
}

/**
 * Runs `start` while the database is live. What it returns is awaited when the database becomes a copy, as it does when a
 * backup is restored while a server runs, and when the returned function is called.
 */
export function whileLive(installation: Installation, start: () => () => Promise<void>): () => Promise<void> {
  let stop: (() => Promise<void>) | undefined
  let closed = false
  let turn = Promise.resolve()

  function follow(): void {
    turn = turn.then(async () => {
      const wanted = !closed && !installation.isCopy()
      if (wanted) stop ??= start()
      else if (stop) {
        await stop()
        stop = undefined
      }
    })
  }

  if (!installation.isCopy()) stop = start()
  installation.onChange(follow)
  return async () => {
    closed = true
    follow()
    await turn
  }
}
