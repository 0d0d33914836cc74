import type { Usage } from '@dailies/sdk'
import { EmptyList, Sheet } from './section-layout.tsx'
import styles from './usage-section.module.css'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function GenerationTable({ generations }: { generations: Usage['generations'] }) {
  return (
    <Sheet
      title="Generations"
      about="Files made by models in the last 12 months. Those of deleted files count."
    >
      {generations.length === 0 ? (
        <EmptyList>
          <p>No generations yet.</p>
        </EmptyList>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Provider</th>
              <th scope="col">Done</th>
              <th scope="col">Failed</th>
              <th scope="col">Cancelled</th>
            </tr>
          </thead>
          <tbody>
            {generations.map(({ month, provider, done, failed, cancelled }) => (
              <tr key={`${month} ${provider}`}>
                <td>{monthName.format(new Date(`${month}-01T00:00:00Z`))}</td>
                <td>{provider === 'local' ? 'Drafts' : provider}</td>
                <td>{done}</td>
                <td>{failed}</td>
                <td>{cancelled}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}
