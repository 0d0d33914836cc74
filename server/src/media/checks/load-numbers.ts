// The stored numbers of a file, to judge them again.
import type { Sql } from '../../core/sql.ts'
import type { Storage } from '../../core/storage.ts'
import { numbersColumn } from './check-state.ts'
import type { Measured } from './finding.ts'
import { readNumbers } from './numbers-file.ts'

export type Numbers = { objectId: string; measured: Measured }

/** Undefined if the file was not measured, or by a release whose numbers mean something else. */
export async function loadNumbers(
  sql: Sql,
  storage: Pick<Storage, 'read'>,
  fileId: string,
): Promise<Numbers | undefined> {
  const [row] = await sql<{ numbers: { objectId: string } | null }>`
    select ${numbersColumn} as numbers from media m where m.file_id = ${fileId}`
  if (!row?.numbers) return undefined
  const { objectId } = row.numbers
  const measured = await readNumbers(storage, objectId)
  return measured && { objectId, measured }
}
