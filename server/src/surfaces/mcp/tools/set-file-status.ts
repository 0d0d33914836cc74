import { z } from 'zod'
import { ApiError } from '../../../core/errors.ts'
import { getFile, getVersion, setFileTag, setVersionStatus } from '../../../operations/index.ts'
import { VersionStatus } from '../../../records/version.ts'
import { defineTool } from './define-tool.ts'
import { fileUrl, versionUrl } from './links.ts'

export const setFileStatus = defineTool({
  name: 'set_file_status',
  toolset: 'review',
  description:
    'Set the status of a file, or of a review (version) with all its files. Use it only for a change that the user asked for; APPROVED, NEED_EDIT and REJECTED on a review count as the verdict of the user.',
  input: z.object({
    fileId: z.string().optional().describe('A file…'),
    versionId: z.string().optional().describe('…or a review.'),
    status: VersionStatus.describe('New status.'),
  }),
  output: z.object({
    id: z.string(),
    name: z.string().optional(),
    status: z.string().optional(),
    hint: z.string().optional(),
    url: z.string(),
  }),
  operations: [setFileTag, setVersionStatus, getFile, getVersion],
  destructive: true,
  async run({ fileId, versionId, status }, { call, may, origin }) {
    if ((fileId === undefined) === (versionId === undefined))
      throw new ApiError('invalid_request', { message: 'Give either fileId or versionId.' })
    if (fileId !== undefined) {
      await call(setFileTag, { fileId, tag: status })
      const file = may('files:read') ? (await call(getFile, { fileId })).data : undefined
      return { data: { id: fileId, name: file?.name, status, url: fileUrl(origin, fileId) } }
    }
    await call(setVersionStatus, { versionId: versionId!, status })
    const { data } = await call(getVersion, { versionId: versionId! })
    // The review rule decides, and the verdict of an agent counts only where the project says so.
    const hint = 'The verdict is recorded, but does not decide by the review rule of the project.'
    return {
      data: {
        ...{ id: data.id, name: data.name, status: data.status },
        ...(data.status === status ? {} : { hint }),
        url: versionUrl(origin, data.project.id, data.id),
      },
    }
  },
})
