// The deleted skills of the workspace.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTitle } from '../data/page-title.ts'
import { accountQuery } from '../data/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './skill-trash-page.module.css'
import { useTrashTime } from './trash-days.ts'
import { TrashList } from './trash-list.tsx'

export function SkillTrashPage() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { role } = me.workspace
  const time = useTrashTime()
  useTitle('Deleted skills')
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Deleted skills</h1>
        <Link to="/skills" className={buttonClass()}>
          Skills
        </Link>
      </header>
      <TrashList
        projectId={null}
        mayPurge={role === 'OWNER' || role === 'ADMIN'}
        empty={
          <EmptyState title="Trash is empty">
            <p className="quiet">Deleted skills stay here for {time}. You can restore them until then.</p>
          </EmptyState>
        }
      />
    </div>
  )
}
