import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { refusedAddress } from '../../core/public-download.ts'
import { FileId, ProjectId, text } from '../../core/schemas.ts'
import { addTask } from '../../queue/tasks.ts'
import { fileNameOf } from '../../storage/source-name.ts'
import { uploadFields } from './upload-schemas.ts'
import { findTargets, insertFiles, requireTargets } from './upload-targets.ts'

export const uploadFromUrl = defineOperation({
  http: 'POST /api/projects/:projectId/files/upload.url',
  client: 'files.uploadFromUrl',
  summary:
    'Add a file from an address on the public network. The server downloads it in the background: the file is UPLOADING until it is complete, or FAILED with the reason.',

  scope: 'files:write',
  project: 'projectId',
  roles: contributors,
  tier: 2,

  input: z.strictObject({
    projectId: ProjectId,
    url: text(1, 4096).describe('Address of the file, http or https; up to 5 redirects are followed.'),
    name: text(1, 255)
      .nullish()
      .describe(
        'Name of the file, with its extension; null for the name that the server of the address gives.',
      ),
    folder: uploadFields.folder,
    replaces: uploadFields.replaces,
  }),
  output: [202, z.object({ id: FileId })],

  violations: { files_project_fkey: 'not_found', files_folder_fkey: { reference: '/folder/id' } },

  transaction: true,
  async handler({ url: address, name, folder, replaces }, context) {
    const { sql, projectId, caller, uploadHosts, requireLive } = context
    requireLive()
    const url = requireAddress(address, uploadHosts)
    const replaced = requireTargets(await findTargets(sql, projectId, [{ folder, replaces }]), {
      folder,
      replaces,
    })
    const file = { name: name ?? fileNameOf(url), size: null, folder, replaced, objectId: null }
    const [id] = await insertFiles(context, [file])
    await sql`
      insert into url_uploads (file_id, url, named, agent) values (${id}, ${url.href}, ${name != null}, ${caller.agent})`
    await addTask(sql, { task: 'fetch-upload', payload: { fileId: id! }, key: `fetch-upload:${id}` })
    return { id: id! }
  },
})

function requireAddress(text: string, hosts: readonly string[]): URL {
  const url = URL.parse(text)
  const refused = url === null ? 'Must be an http or https address.' : refusedAddress(url, hosts)
  if (url !== null && refused === undefined) return url
  const error = { path: '/url', code: 'invalid_format', message: refused! }
  throw new ApiError('invalid_request', { errors: [error] })
}
