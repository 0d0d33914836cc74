import { z } from 'zod'
import { listFolders, queryFiles } from '../../../operations/index.ts'
import { FileTag } from '../../../records/file.ts'
import { FileKind } from '../../../records/file-list-item.ts'
import { defineTool } from './define-tool.ts'
import { detailField, limitField } from './fields.ts'
import { fileUrl } from './links.ts'

const File = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  kind: z.string(),
  tag: z.string(),
  status: z.string().optional(),
  revision: z.number().optional(),
  openNotes: z.number().optional(),
  folderId: z.string().optional(),
  by: z.string().optional(),
  createdAt: z.string().optional(),
  durationMs: z.number().optional(),
  frames: z.number().optional(),
  pages: z.number().optional(),
})

export const listFiles = defineTool({
  name: 'list_files',
  toolset: 'review',
  description:
    'List the files of a project, newest or best match first, with tag and open notes, and its folders. Use it to find a file and its id.',
  input: z.object({
    projectId: z.string().describe('Project ID.'),
    keyword: z.string().optional().describe('Part of the name.'),
    folder: z
      .object({ id: z.string().describe('Folder ID.') })
      .optional()
      .describe('Only files in this folder.'),
    tag: z.array(FileTag).optional().describe('Only files with one of these tags.'),
    kind: z.array(FileKind).optional().describe('Only files of these kinds.'),
    allRevisions: z.boolean().optional().describe('Default: only the latest revision of each file.'),
    next: z.string().optional().describe('`next` of the page before.'),
    limit: limitField,
    detail: detailField,
  }),
  output: z.object({
    files: z.array(File),
    folders: z
      .array(z.object({ id: z.string(), name: z.string(), parentId: z.string().optional() }))
      .optional(),
    next: z.string().optional(),
    more: z.number().optional(),
  }),
  operations: [queryFiles, listFolders],
  reads: true,
  async run({ projectId, keyword, folder, tag, kind, allRevisions, next, limit = 50, detail }, context) {
    const { call, may, origin } = context
    const latest = allRevisions ? {} : { latest: true }
    const { data, page } = await call(queryFiles, { projectId, keyword, folder, tag, kind, next, ...latest })
    const wanted = may('folders:read') && next === undefined && keyword === undefined && folder === undefined
    const folders = wanted ? (await call(listFolders, { projectId })).data : []
    const files = data.slice(0, limit).map((file) => ({
      ...{ id: file.id, name: file.name, url: fileUrl(origin, file.id), kind: file.kind, tag: file.tag },
      status: file.status === 'UPLOADED' ? undefined : file.status,
      revision: file.stack.number > 1 ? file.stack.number : undefined,
      openNotes: file.comments?.open || undefined,
      ...(detail === 'full'
        ? {
            ...{ folderId: file.folder?.id, by: file.author?.name, createdAt: file.createdAt },
            durationMs: file.media?.durationMs ?? undefined,
            ...{ frames: file.media?.frames ?? undefined, pages: file.media?.pages ?? undefined },
          }
        : {}),
    }))
    const cut = data.length - files.length
    return {
      data: {
        files,
        folders: folders.map(({ id, name, parent }) => ({ id, name, parentId: parent?.id })),
        ...(cut > 0 ? { more: cut } : { next: page.next ?? undefined }),
      },
    }
  },
})
