// Archiving and deleting a project. The change is shown at once and undone when the server refuses it.
import type { Project } from '@dailies/sdk'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { mapItems, showExpected } from '../data/lists.ts'
import { keys, projectQuery } from '../data/queries.ts'
import { showDone } from '../ui/toasts.tsx'
import type { ProjectPages } from './projects-query.ts'

/** The fields that both Get Project and the lists of projects return. */
export type ListedProject = Omit<Project, 'reviewRule' | 'agentVerdictsCount'>

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
  keep: (name) => `Deletion of ${name} cancelled`,
}

const opposite = { archive: 'unarchive', unarchive: 'archive', delete: 'keep', keep: 'delete' } as const

type Act = { project: ListedProject; action: ProjectAction; undoing?: boolean }

export function useProjectAction() {
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ project, action }: Act) => calls[action](project.id),
    onMutate: ({ project, action }) => showChange(queries, project, action),
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
  return (project: ListedProject, action: ProjectAction) => mutation.mutate({ project, action })
}

/** Shows the change before the server has accepted it; returns a function that undoes it. */
async function showChange(queries: QueryClient, project: ListedProject, action: ProjectAction) {
  const changed = afterAction(project, action)
  const restoreLists = await showExpected<ProjectPages>(queries, keys.projects, (pages, key) => {
    const { archived } = key[1] as { archived: boolean }
    const isListed = (changed.archivedAt !== null) === archived
    return mapItems(pages, (item) =>
      item.id !== project.id ? item : isListed ? { ...item, ...changed } : undefined,
    )
  })
  const { queryKey } = projectQuery(project.id)
  const restoreDetails = await showExpected<Project>(queries, queryKey, (details) => ({
    ...details,
    ...changed,
  }))
  return () => {
    restoreLists()
    restoreDetails()
  }
}

const week = 7 * 86_400_000

function afterAction(project: ListedProject, action: ProjectAction): ListedProject {
  const at = (date: Date) => `${date.toISOString().slice(0, 23).replace('T', ' ')}000`
  if (action === 'archive') return { ...project, archivedAt: at(new Date()) }
  if (action === 'unarchive') return { ...project, archivedAt: null }
  return { ...project, destroyedAt: action === 'delete' ? at(new Date(Date.now() + week)) : null }
}
