import { z } from 'zod'
import { listProjects as operation } from '../../../operations/index.ts'
import { excerpt } from './brief.ts'
import { defineTool } from './define-tool.ts'
import { detailField, limitField } from './fields.ts'
import { projectUrl } from './links.ts'

const Project = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  description: z.string().optional(),
  due: z.string().optional(),
  files: z.number().optional(),
  openNotes: z.number().optional(),
  lastActivityAt: z.string().optional(),
})

export const listProjects = defineTool({
  name: 'list_projects',
  toolset: 'review',
  description:
    'List the projects that the user can see, best match or newest first. Use it to find a project and its id.',
  input: z.object({
    keyword: z.string().optional().describe('Part of the name or the description.'),
    next: z.string().optional().describe('`next` of the page before.'),
    limit: limitField,
    detail: detailField,
  }),
  output: z.object({ projects: z.array(Project), next: z.string().optional(), more: z.number().optional() }),
  operations: [operation],
  reads: true,
  async run({ keyword, next, limit = 50, detail }, { call, origin }) {
    const { data, page } = await call(operation, { keyword, next })
    const projects = data.slice(0, limit).map((project) => ({
      id: project.id,
      name: project.name,
      url: projectUrl(origin, project.id),
      ...(detail === 'full'
        ? {
            description: project.description ? excerpt(project.description, 2000) : undefined,
            due: project.deadline ?? undefined,
            files: project.files.total,
            lastActivityAt: project.lastActivityAt,
          }
        : {}),
    }))
    // A list that `limit` cuts has no cursor: it would lead past what was cut.
    const cut = data.length - projects.length
    return { data: { projects, ...(cut > 0 ? { more: cut } : { next: page.next ?? undefined }) } }
  },
})
