// Events as an operation would tell of them, straight into the outbox.
import { newUuid } from '../../src/core/ids.ts'
import type { Sql } from '../../src/core/sql.ts'

export type Told = {
  workspaceId: string
  projectId?: string | null
  type?: string
  actorId?: string | null
  audience?: 'ANYONE' | 'UNRESTRICTED' | 'MANAGERS'
  fileId?: string
  versionId?: string
  data?: object
}

export async function tellOf(sql: Sql, told: Told): Promise<string> {
  const {
    workspaceId,
    projectId = null,
    type = 'comment.created',
    actorId = null,
    audience = 'ANYONE',
  } = told
  const id = newUuid()
  await sql`
    insert into outbox (workspace_id, event_id, type, project_id, actor_id, audience, file_id, version_id, data)
    values (${workspaceId}, ${id}, ${type}, ${projectId}, ${actorId}, ${audience}, ${told.fileId ?? null},
      ${told.versionId ?? null}, ${JSON.stringify(told.data ?? {})}::json)`
  return id
}

/** When it returns, all that was told before has its number. */
export async function numberAll(sql: Sql): Promise<void> {
  for (let count = -1; count !== 0; ) {
    const [numbered] = await sql<{ count: number }>`select number_events(1000) as count`
    count = numbered!.count
  }
}
