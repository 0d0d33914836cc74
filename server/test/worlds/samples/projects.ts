import { type Sample, target, uniqueName } from './target.ts'

export const projectSamples: Record<string, Sample> = {
  ping: async () => target(),
  listWorkspaceMembers: async () => target({}, { keyword: 'e' }),
  listProjects: async () => target({}, { keyword: 'Project', archived: false }),
  searchProjects: async () =>
    target({}, { query: 'project', archived: false, page: 1, sort: { type: 'createdAt' } }),
  search: async () =>
    target({}, { keyword: 'project', kinds: ['PROJECT', 'SKILL'], archived: false, limit: 5 }),
  createProject: async () => target({}, { name: uniqueName(), accessRange: 'ONLY_PROJECT_MEMBER' }),
  getProject: async (_world, projectId) => target({ projectId }),
  updateProject: async (_world, projectId) =>
    target({ projectId }, { name: uniqueName(), description: null, archived: false }),
  scheduleProjectDeletion: async (world, projectId) => {
    await world.database.sql`update projects set destroyed_at = null where id = ${projectId}`
    return target({ projectId })
  },
  cancelProjectDeletion: async (world, projectId) => {
    await world.database
      .sql`update projects set destroyed_at = now() + interval '1 day' where id = ${projectId}`
    return target({ projectId })
  },
}
