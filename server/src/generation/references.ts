// The references of a generation: files of the project, and its own attachments.

import type { Readable } from 'node:stream'
import { GenerationFailure, type Reference } from '../core/provider.ts'
import type { Sql } from '../core/sql.ts'
import { reachStorage, type Storage, StorageRefusal } from '../core/storage.ts'

/** `<#id>` in a prompt names a reference. */
export const referenceTokens = /<#(\w+)>/g

type Row = { id: string; name: string; mimeType: string | null; size: number; objectId: string | null }

/**
 * Loads the references for a provider. A reference that was deleted meanwhile fails the generation before
 * anything is paid.
 */
export async function loadReferences(sql: Sql, storage: Storage, fileId: string): Promise<Reference[]> {
  const rows = await sql<Row>`
    select r.given_id as id, coalesce(f.name, a.name) as name, o.mime_type as "mimeType", o.size, o.id as "objectId"
    from generation_references r
    left join files f on f.id = r.reference_file_id
    left join generation_attachments a on a.id = r.attachment_id
    left join objects o on o.id = coalesce(f.object_id, a.object_id) and o.stored_at is not null
    where r.file_id = ${fileId} order by r.position`
  return rows.map(({ id, name, mimeType, size, objectId }) => {
    if (objectId === null) throw referenceGone(id)
    return { id, name, mimeType: mimeType!, size, read: () => openReference(storage, objectId, id) }
  })
}

async function openReference(storage: Storage, objectId: string, id: string): Promise<Readable> {
  try {
    return await reachStorage(() => storage.read(objectId))
  } catch (error) {
    throw error instanceof StorageRefusal ? referenceGone(id) : error
  }
}

function referenceGone(id: string): GenerationFailure {
  const message = `The attachment ${id} was deleted. Generate the file again without it, or attach another file.`
  return new GenerationFailure('reference_gone', message, false)
}
