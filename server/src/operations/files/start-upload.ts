import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { insertObjects, startObject } from '../../storage/uploads.ts'
import { StartedUpload, uploadFields } from './upload-schemas.ts'
import { findTargets, insertFiles, requireTargets } from './upload-targets.ts'

export const startUpload = defineOperation({
  http: 'POST /api/projects/:projectId/files/upload.multipart',
  client: 'files.startUpload',
  summary:
    'Start the upload of a file. PUT each part, ceil(size / parts) bytes except for the last, then complete the upload.',

  scope: 'files:write',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({ projectId: ProjectId, ...uploadFields }),
  output: [201, StartedUpload],

  violations: { files_project_fkey: 'not_found', files_folder_fkey: { reference: '/folder/id' } },

  conflicts: ['quota_exceeded'],

  async prepare({ size, folder, replaces }, context) {
    const { sql, projectId } = context
    const targets = await findTargets(sql, projectId, [{ folder, replaces }])
    return {
      replaced: requireTargets(targets, { folder, replaces }),
      started: await startObject(context, size),
    }
  },

  async handler({ name, size, folder }, context, { replaced, started }) {
    await insertObjects(context, [started])
    const [id] = await insertFiles(context, [{ name, size, folder, replaced, objectId: started.upload.key }])
    return { id: id!, parts: started.parts }
  },
})
