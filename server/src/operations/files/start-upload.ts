import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { insertObjects, startObject } from '../../storage/uploads.ts'
import { guestFolder, recordGuestUpload } from './guest-uploads.ts'
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
  share: 'upload',
  tier: 3,

  input: z.strictObject({ projectId: ProjectId, ...uploadFields }),
  output: [201, StartedUpload],

  violations: { files_project_fkey: 'not_found', files_folder_fkey: { reference: '/folder/id' } },

  conflicts: ['quota_exceeded', 'upload_kind_refused'],

  async prepare({ name, size, ...target }, context) {
    const { sql, projectId, caller } = context
    if (caller.kind === 'share') {
      const folder = await guestFolder(sql, caller, target, { name, size })
      return { folder, replaced: undefined, started: await startObject(context, size) }
    }
    const targets = await findTargets(sql, projectId, [target])
    return {
      folder: target.folder,
      replaced: requireTargets(targets, target),
      started: await startObject(context, size),
    }
  },

  async handler({ name, size }, context, { folder, replaced, started }) {
    const { sql, caller } = context
    await insertObjects(context, [started])
    const [id] = await insertFiles(context, [{ name, size, folder, replaced, objectId: started.upload.key }])
    if (caller.kind === 'share') await recordGuestUpload(sql, caller, id!, size)
    return { id: id!, parts: started.parts }
  },
})
