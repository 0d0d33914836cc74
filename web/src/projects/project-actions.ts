// Changes to a project as a whole: shown at once, and taken back when the server refuses.
import type { Project } from '@dailies/sdk'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys, projectQuery } from '../data/queries.ts'
import { showDone } from '../ui/toasts.tsx'
import { type ProjectPages, withProject } from './projects-query.ts'

export type ProjectAction = 'archive' | 'unarchive' | 'delete' | 'keep'

const calls: Record<ProjectAction, (id: string) => Promise<void>> = {
  archive: (id) => client.projects.update(id, { archived: true }),
  unarchive: (id) => client.projects.update(id, { archived: false }),
  delete: (id) => client.projects.scheduleDeletion(id),
  keep: (id) => client.projects.cancelDeletion(id),
}

const messages: Record<ProjectAction, (name: string) => string> = {
  archive: (name) => `${name} archived`,
  unarchive: (name) => `${name} unarchived`,
  delete: (name) => `${name} will be deleted in 7 days`,
  keep: (name) => `${name} will be kept`,
}

const opposite = { archive: 'unarchive', unarchive: 'archive', delete: 'keep', keep: 'delete' } as const

type Act = { project: Project; action: ProjectAction; undoing?: boolean }

export function useProjectAction() {
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ project, action }: Act) => calls[action](project.id),
    onMutate: ({ project, action }) => foresee(queries, project, action),
    onError: (_error, _act, restore) => restore?.(),
    onSuccess(_data, { project, action, undoing }) {
      if (undoing) return
      const undo = () => mutation.mutate({ project, action: opposite[action], undoing: true })
      showDone(messages[action](project.name), { undo, key: `project ${project.id}` })
    },
    onSettled: (_data, _error, { project }) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keys.projects }),
        queries.invalidateQueries({ queryKey: keys.project(project.id, 'details') }),
      ]),
  })
  return (project: Project, action: ProjectAction) => mutation.mutate({ project, action })
}

/** Shows the change before the server has made it; gives the way back. */
async function foresee(queries: QueryClient, project: Project, action: ProjectAction): Promise<() => void> {
  await queries.cancelQueries({ queryKey: keys.projects })
  const lists = queries.getQueriesData<ProjectPages>({ queryKey: keys.projects })
  const details = queries.getQueryData(projectQuery(project.id).queryKey)
  const changed = foreseen(project, action)
  for (const [key, pages] of lists) {
    const { archived } = key[1] as { archived: boolean }
    const listed = (changed.archivedAt !== null) === archived
    if (pages)
      queries.setQueryData(
        key,
        withProject(pages, project.id, (old) => (listed ? { ...old, ...changed } : undefined)),
      )
  }
  if (details) queries.setQueryData(projectQuery(project.id).queryKey, changed)
  return () => {
    for (const [key, pages] of lists) queries.setQueryData(key, pages)
    queries.setQueryData(projectQuery(project.id).queryKey, details)
  }
}

const week = 7 * 86_400_000

function foreseen(project: Project, action: ProjectAction): Project {
  const at = (date: Date) => `${date.toISOString().slice(0, 23).replace('T', ' ')}000`
  if (action === 'archive') return { ...project, archivedAt: at(new Date()) }
  if (action === 'unarchive') return { ...project, archivedAt: null }
  return { ...project, destroyedAt: action === 'delete' ? at(new Date(Date.now() + week)) : null }
}
