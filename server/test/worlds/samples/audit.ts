import { type Sample, target } from './target.ts'

export const auditSamples: Record<string, Sample> = {
  exportAuditEntries: async () => target({}, { format: 'jsonl', action: 'session.*' }),
  getUsage: async () => target(),
  listAuditEntries: async (world, projectId, { userId }) => {
    await world.database.sql`
      insert into audit_entries (workspace_id, action, credential, actor_id, project_id)
      select workspace_id, 'file.deleted', 'SESSION', ${userId}, id from projects where id = ${projectId}`
    return target({}, { actor: userId, action: 'file.deleted', project: projectId })
  },
}
