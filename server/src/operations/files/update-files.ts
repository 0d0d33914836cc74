import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FolderId, ProjectId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import {
  changedDataWithVisibility,
  changedFields,
  fileEvent,
  whereChanged,
} from '../../events/resource-events.ts'
import { FileTag } from '../../records/file.ts'
import { FileReferences, lockSelection, maxSelection } from './file-selection.ts'

export const updateFiles = defineOperation({
  http: 'PATCH /api/projects/:projectId/files',
  client: 'files.updateMany',
  summary:
    'Tag or move up to 100 files, or change whether restricted reviewers can see them. Changes nothing if one of the files is unknown.',

  scope: 'files:write',
  project: 'projectId',
  roles: contributors,
  tier: 'default',

  input: z.strictObject({
    projectId: ProjectId,
    files: FileReferences.min(1).max(maxSelection).describe('Files of this project, each once.'),
    tag: FileTag.optional().describe('Review status of the files.'),
    folder: z
      .strictObject({ id: FolderId })
      .nullable()
      .optional()
      .describe(
        'The folder to move them to; null for the project root; omitted to leave them where they are.',
      ),
    allowRestricted: z.boolean().optional().describe('Whether restricted reviewers can see them.'),
  }),
  output: [204],

  violations: { files_folder_fkey: { reference: '/folder/id' } },

  transaction: true,
  async handler({ files, tag = null, folder, allowRestricted = null }, { sql, projectId, caller }) {
    const ids = await lockSelection(sql, projectId, files, 'no key update')
    const moves = folder !== undefined
    await sql`
      with before as (
        select f.id, f.tag, f.folder_id, f.allow_restricted from files f where f.id = any(${ids}::text[])
      ), updated as (
        update files f
        set tag = coalesce(${tag}, f.tag),
          folder_id = case when ${moves} then ${folder?.id ?? null} else f.folder_id end,
          allow_restricted = coalesce(${allowRestricted}, f.allow_restricted),
          updated_at = case when ${moves || tag !== null || allowRestricted !== null} then now() else f.updated_at end
        from before where f.id = before.id
        returning f.id, f.project_id, f.allow_restricted, f.tag, before.tag as tag_before, ${changedColumns} as changed
      ), emitted as (${emit(fileEvent('file.updated', caller, whereChanged('updated'), data))})
      select id from updated`
    return undefined
  },
})

const changedColumns = changedFields({
  tag: fragment`f.tag <> before.tag`,
  folder: fragment`f.folder_id is distinct from before.folder_id`,
  allowRestricted: fragment`f.allow_restricted <> before.allow_restricted`,
})

const data = {
  ...changedDataWithVisibility,
  tag: fragment`case when 'tag' = any(it.changed) then json_build_object('from', it.tag_before, 'to', it.tag) end`,
}
