import { emitEvent, numberAll } from '../../helpers/emit-events.ts'
import { type Sample, target } from './target.ts'

export const eventSamples: Record<string, Sample> = {
  listChanges: async (world, projectId) => {
    await emitEvent(world.database.sql, { workspaceId: world.workspaceId, projectId })
    await numberAll(world.database.sql)
    return target({}, { projectId, types: ['comment.*'], after: 0 })
  },
  listEvents: async (world, projectId) => {
    await emitEvent(world.database.sql, { workspaceId: world.workspaceId, projectId })
    await numberAll(world.database.sql)
    return target({ projectId }, { types: ['comment.*'], after: 0 })
  },
}
