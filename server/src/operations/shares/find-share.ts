import type { z } from 'zod'
import type { ContextFields } from '../../core/operation.ts'
import { fragment } from '../../core/sql.ts'
import { type Share, type ShareRow, shareColumns, shareJoins, shareRecord } from '../../records/share.ts'

/** A share that the caller has access to. */
export async function findShare(
  context: Pick<ContextFields, 'sql' | 'caller' | 'secrets' | 'origin'>,
  shareId: string,
): Promise<z.output<typeof Share>> {
  const access = fragment`(select ${context.caller.workspaceId}::uuid as workspace_id) access`
  const [row] = await context.sql<ShareRow>`
    select ${shareColumns} from ${access} join shares s on s.id = ${shareId} ${shareJoins}`
  return shareRecord(row!, context)
}
