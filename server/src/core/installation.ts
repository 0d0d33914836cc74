// Whether this database is live or a restored copy. A copy can be read but contacts nobody: it sends no webhooks and
// no mail, starts no generation, runs no jobs and writes nothing to the storage, until `admin restore --go-live`.
import { ApiError } from './errors.ts'
import { fragment, type Sql } from './sql.ts'

/**
 * The result of the last sweep of the storage: see jobs/sweep-storage.ts. It is in the database because every node
 * reports it.
 */
export type SweepRecord = {
  /** The number of sweeps so far. The marker file of the storage has the same number. */
  number: number
  at: string
  /** Objects that the last sweep discarded, moved back, and deleted permanently. */
  moved: number
  returned: number
  deleted: number
  /** Objects that all sweeps together discarded. */
  movedInAll: number
  /** Why the last sweep stopped early; null when it finished. */
  stopped: string | null
}

export type InstallationState = { copySince: string | undefined; sweep: SweepRecord | undefined }

export type Installation = {
  state(): InstallationState
  isCopy(): boolean
  /** Throws 503 in a copy. */
  requireLive(): void
  /** Called when the database becomes a copy or becomes live. */
  onChange(listener: () => void): void
  /** Reads the state again, because it may have changed. */
  look(): void
  close(): void
}

/** Why a copy is not fully ready, for /readyz. */
export const restoredCopy = {
  code: 'restored_copy',
  message:
    'This database is a restored copy: it sends nothing, starts nothing and stores no files until ' +
    '`admin restore --go-live` makes it the live database.',
  local: false,
}

/** For statements that claim work to be sent: true in the live database only, whatever state a process has cached. */
export const isLive = fragment`not exists (select from settings where name = 'restored_copy')`

/** A copy polls often: it must go live within a second, also behind a pooler, where no notification arrives. */
const copyPollMs = 1_000
const livePollMs = 10_000

/** Caches the state, so that no request has to query it. */
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
      // While the database is unreachable, the last known state applies.
      if (!closed) warn(error)
    }
    looking = false
    if (closed) return
    if (isCopy() !== wasCopy) for (const listener of listeners) listener()
    if (lookAgain) void look()
    else schedule()
  }

  function schedule(): void {
    timer = setTimeout(() => void look(), isCopy() ? copyPollMs : livePollMs).unref()
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

/** Returns whether the database was a copy. */
export async function goLive(sql: Sql): Promise<boolean> {
  const rows = await sql`
    with removed as (
      delete from settings where name = 'restored_copy' returning name
    )
    select pg_notify('dailies_installation', '') from removed`
  return rows.length > 0
}

/**
 * Runs `start` while the database is live. The function that it returns is awaited when the database becomes a copy,
 * which happens when a backup is restored under a running server, and when the returned function is called.
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
