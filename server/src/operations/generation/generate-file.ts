import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError, type FieldError, unknownReference } from '../../core/errors.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { expectedExtension, nameFromPrompt } from '../../generation/file-name.ts'
import { findModel, videoConfigs } from '../../generation/generation-row.ts'
import { limitErrors, requestErrors } from '../../generation/limit-errors.ts'
import { referenceLimits } from '../../generation/limits.ts'
import { stepTask } from '../../generation/provider-queue.ts'
import { taskAdded } from '../../queue/tasks.ts'
import { requireQuota } from '../../storage/quotas.ts'
import { findAttachments, inRequest } from './find-attachments.ts'
import { GenerateFileInput } from './generation-input.ts'
import { documentedLimits } from './model-limits.ts'

export const generateFile = defineOperation({
  http: 'POST /api/projects/:projectId/files/upload.generate',
  client: 'files.generate',
  tool: 'generate_file',
  summary: 'Generate a file with a model. Returns the id of the file at once; Get File shows the progress.',
  toolUse:
    'Use it to generate a document, image, video or 3D model from a prompt. Call list_models first; then poll get_file until it is done.',

  scope: 'ai:generate',
  project: 'projectId',
  roles: contributors,
  power: 'spend',
  tier: 2,

  input: GenerateFileInput,
  output: [202, z.object({ id: FileId })],

  violations: {
    files_project_fkey: 'not_found',
    files_folder_fkey: { reference: '/folder/id' },
    // An attachment was deleted after the check.
    generation_references_file_fkey: 'conflict',
    generation_references_attachment_fkey: 'conflict',
  },
  conflicts: ['model_unavailable', 'quota_exceeded'],
  extensions: { 'x-model-limits': documentedLimits() },

  transaction: true,
  async handler(input, { sql, caller, projectId, providers, quotas, requireLive }) {
    requireLive()
    const { outputModel, prompt, folder, configs = null } = input
    const model = findModel(outputModel)!
    const ids = (input.attachments ?? []).map(({ id }) => id)
    const provider = providers.forModel(model)
    const attachments = await findAttachments(sql, projectId, caller.userId, ids)
    const references = attachments.found
    const video = videoConfigs(model, configs)
    const request = { model, prompt, references, video }
    const beyond = provider
      ? requestErrors(provider, request)
      : limitErrors(model.name, referenceLimits(model), request)
    const errors = [
      ...(await folderErrors(sql, projectId, folder?.id)),
      ...attachments.errors,
      ...inRequest(beyond, references, ids),
    ]
    if (errors.length > 0) throw new ApiError('invalid_request', { errors })
    if (!provider) throw new ApiError('model_unavailable')
    // The size of a result is not known before it is paid for: a workspace that is full gets none.
    await requireQuota(sql, quotas, caller, 1)

    const id = newPrefixedId('FX')
    const name = nameFromPrompt(prompt, expectedExtension(model))
    await sql`
      with created as (
        insert into files (id, project_id, folder_id, name, mode, status, position, author_id, stack_id, stack_number)
        select ${id}, ${projectId}, ${folder?.id ?? null}, ${name}, 'GENERATED', 'GENERATING',
          coalesce(max(position), 0) + 1, ${caller.userId}, ${id}, 1
        from all_files where project_id = ${projectId}
        returning id, project_id, allow_restricted, mode
      ), queued as (
        insert into generations (file_id, output_type, output_model, prompt, configs, provider, state, queued_at)
        select id, ${model.outputType}, ${model.id}, ${prompt},
          ${configs === null ? null : JSON.stringify(configs)}::jsonb, ${provider.name}, 'QUEUED', clock_timestamp()
        from created
      ), task as (select ${taskAdded(stepTask({ fileId: id, attempt: 1, provider: provider.name }))})
      ${emit(fileEvent('file.created', caller, fragment`(select created.* from created, task) it`, { mode: fragment`it.mode` }))}`
    await insertReferences(sql, id, ids)
    return { id }
  },
})

async function folderErrors(
  sql: Sql,
  projectId: string,
  folderId: string | undefined,
): Promise<FieldError[]> {
  if (folderId === undefined) return []
  const found = await sql`select from folders where id = ${folderId} and project_id = ${projectId}`
  return found.length > 0 ? [] : [unknownReference('/folder/id')]
}

async function insertReferences(sql: Sql, fileId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into generation_references (file_id, position, given_id, reference_file_id, attachment_id)
    select ${fileId}, given.place, given.id, case when given.id like 'FX%' then given.id end,
      case when given.id like 'GA%' then given.id end
    from unnest(${ids}::text[]) with ordinality as given (id, place)`
}
