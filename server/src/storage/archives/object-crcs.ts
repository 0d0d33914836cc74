// The CRC-32 of objects, learnt while their bytes are sent, from the first byte on. A download that is cut off leaves the CRC of
// the bytes so far for the one that continues, on any node.
import type { Sql } from '../../core/sql.ts'

/** The CRC-32 of the first `length` bytes. */
export type Prefix = { length: number; crc: number }

export type ObjectCrcs = {
  /** Remembers a prefix that is `added` bytes longer than before. It is stored when enough bytes have come together. */
  learn(objectId: string, prefix: Prefix, added: number): Promise<void>
  store(): Promise<void>
}

/** A crash costs reading this many bytes again. */
const storeEvery = 2 ** 28

export function createObjectCrcs(sql: Sql): ObjectCrcs {
  let learnt = new Map<string, Prefix>()
  let unstored = 0

  async function store(): Promise<void> {
    const taken = learnt
    learnt = new Map()
    unstored = 0
    await storeCrcs(sql, taken)
  }

  return {
    async learn(objectId, prefix, added) {
      learnt.set(objectId, prefix)
      unstored += added
      if (unstored >= storeEvery) await store()
    },
    store,
  }
}

/** Stores prefixes that are longer than those known so far. */
export async function storeCrcs(sql: Sql, known: ReadonlyMap<string, Prefix>): Promise<void> {
  if (known.size === 0) return
  const prefixes = [...known.values()]
  // Rows are locked in one order, so that two downloads of the same objects do not deadlock.
  await sql`
    insert into object_crcs (object_id, length, crc)
    select o.id, known.length, known.crc
    from unnest(${[...known.keys()]}::uuid[], ${prefixes.map(({ length }) => length)}::bigint[],
      ${prefixes.map(({ crc }) => crc)}::bigint[]) as known (id, length, crc)
    join objects o on o.id = known.id order by o.id
    on conflict on constraint object_crcs_pkey do update set length = excluded.length, crc = excluded.crc
    where object_crcs.length < excluded.length`
}

/** The prefix that is stored now, also by other downloads. */
export async function storedPrefix(sql: Sql, objectId: string): Promise<Prefix | undefined> {
  const [row] = await sql<Prefix>`select length, crc from object_crcs where object_id = ${objectId}`
  return row
}
