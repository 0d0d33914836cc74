import { z } from 'zod'
import { search as searchOperation } from '../../../operations/index.ts'
import { SearchKind } from '../../../records/search-results.ts'
import { defineTool } from './define-tool.ts'
import { limitField } from './fields.ts'
import { fileUrl, noteUrl, projectUrl } from './links.ts'
import { nameOf } from './notes.ts'

const Match = z.object({
  id: z.string(),
  name: z.string().optional(),
  text: z.string().optional(),
  by: z.string().optional(),
  frame: z.number().optional(),
  ms: z.number().optional(),
  resolved: z.boolean().optional(),
  tag: z.string().optional(),
  status: z.string().optional(),
  file: z.string().optional(),
  fileId: z.string().optional(),
  project: z.string().optional(),
  projectId: z.string().optional(),
  url: z.string().optional(),
})

export const search = defineTool({
  name: 'search',
  toolset: 'review',
  description:
    'Search projects, files, comments, captions and skills by keyword, in everything the user can see. Use it when the user names something and you need its id.',
  input: z.object({
    keyword: z.string().describe('Part of a name or text, at least 3 letters for files and comments.'),
    kinds: z.array(SearchKind).optional().describe('Default: all kinds.'),
    projectId: z.string().optional().describe('Only in this project.'),
    limit: limitField,
  }),
  output: z.object({
    projects: z.array(Match).optional(),
    files: z.array(Match).optional(),
    comments: z.array(Match).optional(),
    captions: z.array(Match).optional().describe('Words that are said, with their time.'),
    skills: z.array(Match).optional(),
    more: z.array(z.string()).optional().describe('Kinds with more matches: use a longer keyword.'),
    leftOut: z.array(z.string()).optional().describe('Kinds that were not searched, and why.'),
  }),
  operations: [searchOperation],
  reads: true,
  async run({ keyword, kinds, projectId, limit }, { call, origin }) {
    const project = projectId === undefined ? undefined : { id: projectId }
    const { data } = await call(searchOperation, { keyword, kinds, project, limit })
    return {
      data: {
        projects: data.projects?.map(({ id, name, description }) => ({
          ...{ id, name, text: description ?? undefined, url: projectUrl(origin, id) },
        })),
        files: data.files?.map(({ id, name, tag, status, project }) => ({
          ...{ id, name, tag, status: status === 'UPLOADED' ? undefined : status },
          ...{ project: project.name, projectId: project.id, url: fileUrl(origin, id) },
        })),
        comments: data.comments?.map(({ id, excerpt, author, agent, file, project, ...comment }) => ({
          ...{ id, text: excerpt, by: author ? nameOf(author.name, agent) : undefined },
          ...{ frame: comment.frame ?? undefined, resolved: comment.resolved || undefined },
          ...{ file: file?.name, fileId: file?.id, project: project.name, projectId: project.id },
          url: noteUrl(origin, project.id, file?.id, comment.parentId ?? id),
        })),
        captions: data.captions?.map(({ captionId, text, startMs, file, project }) => ({
          ...{ id: captionId, text, ms: startMs, file: file.name, fileId: file.id },
          ...{ project: project.name, projectId: project.id, url: fileUrl(origin, file.id) },
        })),
        skills: data.skills?.map(({ id, name, description }) => ({ id, name, text: description })),
        more: data.more,
        leftOut: data.leftOut.map(
          ({ kind, scope }) => `${kind}: ${scope ? `needs the scope ${scope}` : 'the keyword is too short'}`,
        ),
      },
    }
  },
})
