// The SHA-256 of the originals of a version, for receipts. Reading an original may take minutes, so a queued task does it.
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { type Fragment, fragment, type Sql } from '../core/sql.ts'
import { reachStorage, type Storage } from '../core/storage.ts'

/** The stored originals of a version that have no hash yet: `objects o`. */
export function unhashedOriginals(versionId: string): Fragment {
  return fragment`version_files vf
    join files f on f.id = vf.file_id and f.status = 'UPLOADED'
    join objects o on o.id = f.object_id and o.stored_at is not null
    left join object_hashes h on h.object_id = o.id
    where vf.version_id = ${versionId} and h.object_id is null`
}

/** Can be repeated: every hash is stored when it is known. */
export async function hashOriginals(
  { sql, storage }: { sql: Sql; storage: Storage },
  versionId: string,
  signal: AbortSignal,
): Promise<void> {
  const originals = await sql<{ id: string }>`select distinct o.id from ${unhashedOriginals(versionId)}`
  for (const { id } of originals) {
    const hash = createHash('sha256')
    await reachStorage(async () => pipeline(await storage.read(id), hash, { signal }))
    await sql`
      insert into object_hashes (object_id, sha256) select o.id, ${hash.digest()} from objects o where o.id = ${id}
      on conflict on constraint object_hashes_pkey do nothing`
  }
}
