import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { violationError } from '../../core/errors.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, FolderId, ProjectId, text } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { tell } from '../../events/outbox.ts'
import { tellFile } from '../../events/tellings.ts'
import { maxFileSize } from '../../storage/part-plan.ts'
import { insertObject, startObject } from '../../storage/uploads.ts'
import { PartUrls } from './upload-schemas.ts'

export const startUpload = defineOperation({
  http: 'POST /api/projects/:projectId/files/upload.multipart',
  client: 'files.startUpload',
  summary:
    'Start the upload of a file: PUT each of its parts, of ceil(size / parts) bytes but for the last, then complete it.',

  scope: 'files:write',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    name: text(1, 255).describe('What the file is called, with its ending.'),
    size: z.int().min(1).max(maxFileSize).describe('In bytes, up to 5 TiB.'),
    folder: z
      .strictObject({ id: FolderId })
      .nullish()
      .describe('The folder to put it in; null: where the file lies that it replaces, or the project root.'),
    replaces: z
      .strictObject({ id: FileId })
      .nullish()
      .describe('A file of this project that it is the next revision of.'),
  }),
  output: [201, z.object({ id: FileId, parts: PartUrls })],

  violations: { files_project_fkey: 'not_found', files_folder_fkey: { reference: '/folder/id' } },

  conflicts: ['quota_exceeded'],

  async prepare({ size, folder, replaces }, context) {
    const { sql, projectId } = context
    const replaced = replaces ? await findReplaced(sql, projectId, replaces.id) : undefined
    if (folder) await requireFolder(sql, projectId, folder.id)
    return { replaced, started: await startObject(context, size) }
  },

  async handler({ name, size, folder }, context, { replaced, started }) {
    const { sql, projectId, caller } = context
    const folderId = folder?.id ?? replaced?.folderId ?? null
    const id = newPrefixedId('FX')
    const objectId = await insertObject(context, started)
    const stackNumber = replaced ? await nextNumber(sql, projectId, replaced.stackId) : 1
    await sql`
      with created as (
        insert into files (id, project_id, folder_id, name, mode, status, size, position, object_id, author_id,
          stack_id, stack_number)
        select ${id}, ${projectId}, ${folderId}, ${name}, 'LOCAL', 'UPLOADING', ${size},
          coalesce(max(position), 0) + 1, ${objectId}, ${caller.userId}, ${replaced?.stackId ?? id}, ${stackNumber}
        from files where project_id = ${projectId}
        returning id, project_id, allow_restricted, mode
      )
      ${tell(tellFile('file.created', caller, fragment`created it`, fragment`, 'mode', it.mode`))}`
    return { id, parts: started.parts }
  },
})

type Replaced = { stackId: string; folderId: string | null }

async function findReplaced(sql: Sql, projectId: string, fileId: string): Promise<Replaced> {
  const [replaced] = await sql<Replaced>`
    select stack_id as "stackId", folder_id as "folderId" from files
    where id = ${fileId} and project_id = ${projectId}`
  if (!replaced) throw violationError({ reference: '/replaces/id' })
  return replaced
}

/** Looked at before an upload is started for nothing; the constraint holds should it go meanwhile. */
async function requireFolder(sql: Sql, projectId: string, folderId: string): Promise<void> {
  const found = await sql`select from folders where id = ${folderId} and project_id = ${projectId}`
  if (found.length === 0) throw violationError({ reference: '/folder/id' })
}

async function nextNumber(sql: Sql, projectId: string, stackId: string): Promise<number> {
  const [stack] = await sql<{ number: number }>`
    insert into file_stacks (id, project_id, last_number)
    select ${stackId}, ${projectId}, coalesce(max(stack_number), 1) + 1 from files where stack_id = ${stackId}
    on conflict on constraint file_stacks_pkey do update set last_number = file_stacks.last_number + 1
    returning last_number as number`
  return stack!.number
}
