import type { Database } from '../../src/core/sql.ts'
import { storeNextTexts, workspacesBehind } from '../../src/jobs/comment-texts.ts'
import { numberAll } from './emit-events.ts'

/** Returns when search finds the comments that were written before. A worker may do the same beside it. */
export async function storeTexts(database: Database): Promise<void> {
  await numberAll(database.sql)
  for (;;) {
    const behind = await workspacesBehind(database.sql)
    if (behind.length === 0) return
    for (const workspaceId of behind) await storeNextTexts(database, workspaceId)
  }
}
