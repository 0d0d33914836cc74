import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { FileTag } from '../../records/file.ts'

export const setFileTag = defineOperation({
  http: 'PATCH /api/files/:fileId/tag',
  client: 'files.setTag',
  summary: 'Set the tag of a file. Every tag can change to every other.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 'default',

  input: z.strictObject({ fileId: FileId, tag: FileTag.describe('Review status of the file.') }),
  output: [204],

  joinsAccess: true,
  async handler({ fileId, tag }, { sql, access, caller }): Promise<undefined> {
    const changed = fragment`updated it where it.tag <> it.before`
    const move = { from: fragment`it.before`, to: fragment`it.tag` }
    await sql`
      with before as (
        select f.id, f.tag from ${access} join files f on f.id = ${fileId} for no key update of f
      ), updated as (
        update files f set tag = ${tag}, updated_at = now()
        from before where f.id = before.id
        returning f.id, f.project_id, f.allow_restricted, f.tag, before.tag as before
      ), emitted as (${emit(fileEvent('file.updated', caller, changed, { changed: ['tag'], tag: move }))})
      select id from updated`
  },
})
