import type { AuditEntry } from '@dailies/sdk'
import { auditLabels } from '../generated/audit-actions.ts'
import { parseTime } from '../ui/parse-time.ts'
import { ago } from '../ui/time.tsx'
import { actorName, connectionName, detailsOf, isWarning, originOf, targetName } from './audit-text.ts'
import { Badge, ListItem } from './section-layout.tsx'

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

export function AuditItem({ entry }: { entry: AuditEntry }) {
  const { action, agent, createdAt } = entry
  const date = parseTime(createdAt)
  const details = detailsOf(entry)
  return (
    <ListItem
      title={auditLabels[action]}
      badges={
        <>
          {isWarning(entry) && <Badge tone="warn">Attention</Badge>}
          {agent && <Badge>Agent</Badge>}
        </>
      }
      about={
        <>
          <p>{[actorName(entry), targetName(entry)].filter(Boolean).join(' → ')}</p>
          {details !== '' && <p>{details}</p>}
          <p>
            <time dateTime={date.toISOString()} title={ago(createdAt)}>
              {exact.format(date)}
            </time>
            {[connectionName(entry), originOf(entry)].filter(Boolean).map((text) => ` · ${text}`)}
          </p>
        </>
      }
    />
  )
}
