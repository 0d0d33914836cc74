// How much the workspace stores, by project and by person, its quota, and what it has generated.
import type { Usage } from '@dailies/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { accountQuery, keys } from '../data/queries.ts'
import { binarySizeInWords as inWords } from '../ui/size.ts'
import { EmptyList, SectionHead, Sheet } from './section-layout.tsx'
import { UsageBar, UsageLegend } from './usage-bar.tsx'
import { GenerationTable } from './usage-generations.tsx'
import styles from './usage-section.module.css'

const usageQuery = queryOptions({
  queryKey: keys.settings('usage'),
  queryFn: ({ signal }) => client.workspace.getUsage({ signal }),
  // Files are counted every ten seconds.
  refetchInterval: 10_000,
  staleTime: 0,
})

export function UsageSection() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: usage } = useSuspenseQuery(usageQuery)
  return (
    <>
      <SectionHead title="Usage">
        What {me.workspace.name} stores and generates. <a href="/docs/audit-and-usage">What counts</a>
      </SectionHead>
      {usage.counting && (
        <p role="status" className={styles.note}>
          Files from before the last upgrade are still being counted. The numbers are too low until then.
        </p>
      )}
      <Storage usage={usage} />
      <Bars
        title="Projects"
        rows={usage.projects.map(({ project, ...stored }) => ({
          key: project?.id ?? '',
          name: project === null ? 'Uploads in progress' : (project.name ?? 'A deleted project'),
          ...stored,
        }))}
        others={usage.otherProjects}
        empty="No files yet."
      />
      <Bars
        title="People"
        rows={usage.people.map(({ user, ...stored }) => ({
          key: user?.id ?? '',
          name: user?.name ?? 'A deleted account',
          ...stored,
        }))}
        others={usage.otherPeople}
        empty="Nobody has uploaded a file yet."
      />
      <GenerationTable generations={usage.generations} />
    </>
  )
}

function Storage({ usage: { storage, quota } }: { usage: Usage }) {
  return (
    <Sheet title="Storage">
      {quota && <Quota quota={quota} />}
      <div className={styles.total}>
        <p>
          <strong className={styles.number}>{inWords(storage.total)}</strong> in all
        </p>
        <UsageBar stored={storage} of={storage.total} />
        <UsageLegend stored={storage} />
      </div>
    </Sheet>
  )
}

function Quota({ quota: { bytes, used } }: { quota: NonNullable<Usage['quota']> }) {
  const share = bytes === 0 ? 1 : Math.min(1, used / bytes)
  const isFull = share >= 1
  const percent = Math.round(share * 100)
  return (
    <div className={styles.total}>
      <p>
        <strong className={styles.number}>{inWords(used)}</strong> of {inWords(bytes)} used ({percent} %)
      </p>
      <div className={styles.track} role="img" aria-label={`Quota: ${inWords(used)} of ${inWords(bytes)}`}>
        <span className={share > 0.9 ? styles.full : styles.used} style={{ width: `${share * 100}%` }} />
      </div>
      <p className="quiet small">
        {isFull
          ? 'The workspace is full: uploads are refused. Delete files and empty the trash, or ask the operator of the server for a larger quota.'
          : 'Originals, attachments and the trash count; previews do not. An upload that does not fit is refused before it starts.'}
      </p>
    </div>
  )
}

type Stored = Usage['storage']
type Row = Stored & { key: string; name: string }

function Bars({
  title,
  rows,
  others,
  empty,
}: {
  title: string
  rows: Row[]
  others: Usage['otherProjects']
  empty: string
}) {
  const largest = Math.max(1, ...rows.map(({ total }) => total))
  return (
    <Sheet title={title}>
      {rows.length === 0 && (
        <EmptyList>
          <p>{empty}</p>
        </EmptyList>
      )}
      {rows.length > 0 && (
        <ul className={styles.bars} aria-label={title}>
          {rows.map((row) => (
            <li key={row.key} className={styles.row}>
              <span className={styles.name}>{row.name}</span>
              <span className={styles.size}>{inWords(row.total)}</span>
              <UsageBar stored={row} of={largest} />
            </li>
          ))}
        </ul>
      )}
      {others && (
        <p className="quiet small">
          {others.count} more, {inWords(others.total)} together.
        </p>
      )}
    </Sheet>
  )
}
