import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, FolderId, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import {
  changedDataWithVisibility,
  changedFields,
  fileEvent,
  whereChanged,
} from '../../events/resource-events.ts'

export const updateFile = defineOperation({
  http: 'PATCH /api/files/:fileId',
  client: 'files.update',
  tool: 'update_file',
  summary: 'Rename, describe, move or reorder a file, or change whether restricted reviewers can see it.',
  toolUse: 'Use it to rename or move a file, or to change what restricted reviewers see.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 'default',

  input: z.strictObject({
    fileId: FileId,
    name: text(1, 255).optional().describe('Name of the file.'),
    description: text(0, 2000).nullable().optional().describe('Description; null clears it.'),
    folder: z
      .strictObject({ id: FolderId })
      .nullable()
      .optional()
      .describe('The folder to move it to; null for the project root; omitted to leave it where it is.'),
    order: z.number().optional().describe('Position among the other files, ascending.'),
    allowRestricted: z.boolean().optional().describe('Whether restricted reviewers can see it.'),
  }),
  output: [204],

  violations: { files_folder_fkey: { reference: '/folder/id' } },

  joinsAccess: true,
  async handler({ fileId, ...changes }, { sql, access, caller }): Promise<undefined> {
    const changed = Object.values(changes).some((value) => value !== undefined)
    const { name = null, description = null, folder, order = null, allowRestricted = null } = changes
    await sql`
      with before as (
        select f.id, f.name, f.description, f.folder_id, f.position, f.allow_restricted
        from ${access} join files f on f.id = ${fileId} for no key update of f
      ), updated as (
        update files f
        set name = coalesce(${name}, f.name),
          description = case when ${changes.description !== undefined} then ${description} else f.description end,
          folder_id = case when ${folder !== undefined} then ${folder?.id ?? null} else f.folder_id end,
          position = coalesce(${order}, f.position),
          allow_restricted = coalesce(${allowRestricted}, f.allow_restricted),
          updated_at = case when ${changed} then now() else f.updated_at end
        from before where f.id = before.id
        returning f.id, f.project_id, f.allow_restricted, ${changedColumns} as changed
      ), emitted as (${emit(fileEvent('file.updated', caller, whereChanged('updated'), changedDataWithVisibility))})
      select id from updated`
  },
})

const changedColumns = changedFields({
  name: fragment`f.name <> before.name`,
  description: fragment`f.description is distinct from before.description`,
  folder: fragment`f.folder_id is distinct from before.folder_id`,
  order: fragment`f.position <> before.position`,
  allowRestricted: fragment`f.allow_restricted <> before.allow_restricted`,
})
