import { failure, usageError } from '../../../cli/src/kit/errors.ts'
import type { Config } from '../config.ts'
import { createDiskSpace, type DiskSpace } from '../core/disk-space.ts'
import { readInstallation } from '../core/installation.ts'
import type { Storage } from '../core/storage.ts'
import { findUnknown, SweepStopped } from '../jobs/sweep-storage.ts'
import { createStorage } from '../storage/create-storage.ts'
import { adoptStorage, ForeignStorage, installationId, placeOf, readMarker } from '../storage/installation.ts'
import { type Context, defineCommand, flag, optional } from './command.ts'
import { count, shortTime, table } from './output.ts'

export const storageStatus = defineCommand({
  name: 'storage status',
  summary: 'Show which database the storage belongs to, what is in it and was discarded, and the last sweep.',
  options: {},
  concerns: () => null,
  async run(_values, context) {
    const found = await inspect(context)
    return { json: found, text: statusText(found) }
  },
})

export const storageAdopt = defineCommand({
  name: 'storage adopt',
  summary: 'Bind the storage to this database. Use it only when no other database needs the files.',
  details:
    'A server refuses a storage that belongs to another database, or that contains objects of which its database knows\n' +
    'none: the sweep would remove them all as leftovers. Restore the database that belongs to it, if there is one.\n' +
    'Without --yes, this only reports what was found.',
  options: { yes: flag('adopt the storage') },
  concerns: (_values, { json }) => ((json as { adopted: boolean }).adopted ? 'all' : null),
  async run({ yes = false }, context) {
    const found = await inspect(context)
    if (found.copySince !== null) {
      throw failure(
        'this database is a restored copy, which owns no storage: run `admin restore --go-live` first',
      )
    }
    if (found.ours)
      return { json: { ...found, adopted: false }, text: `${found.place} belongs to this database.` }
    if (!yes) throw failure(`${statusText(found)}\n\nNothing was changed. Add --yes to adopt the storage.`)
    const storage = await openStorage(context)
    await adoptStorage({ sql: context.database.sql, storage, place: found.place })
    const { objects, unknown } = found
    const text =
      `${found.place} belongs to this database now. It contains ${count(objects, 'object')}, of which the database does not ` +
      `know ${unknown}.`
    return { json: { ...found, adopted: true }, text }
  },
})

export const storageSweep = defineCommand({
  name: 'storage sweep',
  summary:
    'Clean the storage up now. Objects that the database does not know are discarded, and deleted a week later.',
  details:
    'A server does this once a day, and stops when more than 100 objects, or more than 5 %, are unknown. When you have\n' +
    'made sure that the database is the right one, --limit sets how many may be moved this once.',
  options: { limit: optional('NUMBER', 'the number of unknown objects that may be moved', objectCount) },
  concerns: () => 'all',
  async run({ limit }, context) {
    const { config, database } = context
    const { copySince } = await readInstallation(database.sql)
    if (copySince !== undefined)
      throw failure('this database is a restored copy, which does not sweep the storage')
    // Loaded only here: every other command would load the jobs and their events too.
    const { cleanStorage, cleanUp } = await import('../jobs/clean-storage.ts')
    const { runPeriodicJob } = await import('../jobs/periodic-job.ts')
    const { pino } = await import('pino')
    const services = {
      database,
      storage: await openStorage(context),
      storagePlace: placeOf(config.storage, config.dataDir),
      space: spaceOf(config),
      changed: () => {},
      eventRetentionDays: config.eventRetentionDays,
      auditDays: config.auditDays,
      logger: pino({ level: 'silent' }),
    }
    let sweep: Awaited<ReturnType<typeof cleanUp>> | undefined
    const run = async () => {
      sweep = await cleanUp(services, limit)
    }
    await runPeriodicJob(services, { ...cleanStorage, run }).catch((error) => {
      throw error instanceof SweepStopped ? failure(error.message) : error
    })
    if (!sweep) throw failure('a server is sweeping the storage right now: retry later')
    const { moved, returned, deleted } = sweep
    const text = `Discarded: ${moved}. Moved back: ${returned}. Deleted a week after that: ${deleted}.`
    return { json: { moved, returned, deleted }, text }
  },
})

function objectCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw usageError(`"${text}" is not a number of objects`)
}

function spaceOf({ dataDir, diskReserve }: Config): DiskSpace {
  return createDiskSpace(dataDir, diskReserve)
}

async function openStorage({ config }: Context): Promise<Storage> {
  const { baseUrl, dataDir } = config
  const space = spaceOf(config)
  // No URL is signed here, so no key is needed.
  return (await createStorage(config.storage, { dataDir, space, baseUrl: () => baseUrl, keys: [] })).storage
}

type Found = Awaited<ReturnType<typeof inspect>>

async function inspect(context: Context) {
  const { config, database } = context
  const { sql } = database
  const storage = await openStorage(context)
  const place = placeOf(config.storage, config.dataDir)
  const installation = await installationId(sql)
  // Adopting replaces an unreadable marker file.
  const marker = await readMarker(storage, place).catch((error) => {
    if (!(error instanceof ForeignStorage)) throw error
  })
  const { copySince = null, sweep } = await readInstallation(sql)
  // Objects of any age, also when the clock of the storage is ahead.
  const { total: objects, unknown } = await findUnknown(sql, storage, 0, Number.NEGATIVE_INFINITY)
  const discarded = (await Array.fromAsync(storage.discarded())).length
  return {
    place,
    installation,
    belongsTo: marker?.installation ?? null,
    ours: marker?.installation === installation && marker.sweeps <= (sweep?.number ?? 0),
    copySince,
    objects,
    unknown,
    discarded,
    lastSweep: sweep ?? null,
  }
}

function statusText({
  place,
  installation,
  belongsTo,
  copySince,
  objects,
  unknown,
  discarded,
  lastSweep,
}: Found): string {
  const owner = belongsTo === installation ? 'this database' : (belongsTo ?? 'no database yet')
  const rows = [
    ['Storage', place],
    ['Belongs to', owner],
    [
      'This database',
      `${installation}${copySince === null ? '' : `, a restored copy since ${shortTime(copySince)}`}`,
    ],
    ['Objects', `${objects}, unknown to this database: ${unknown}`],
    ['Discarded', String(discarded)],
    [
      'Last sweep',
      lastSweep === null ? 'never' : `${shortTime(lastSweep.at)}: ${lastSweep.stopped ?? 'done'}`,
    ],
  ]
  return table(['', ''], rows).trim()
}
