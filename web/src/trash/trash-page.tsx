// The trash of a project: its records can be restored until their time is over.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTitle } from '../data/page-title.ts'
import { usePermissions } from '../data/permissions.ts'
import { projectQuery } from '../data/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useTrashTime } from './trash-days.ts'
import { TrashList } from './trash-list.tsx'

export function TrashPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/trash' })
  const { contribute, manage } = usePermissions(projectId)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useTitle('Trash', project.name)
  const time = useTrashTime()
  const files = (
    <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass()}>
      Files
    </Link>
  )
  if (!contribute)
    return (
      <EmptyState title="No access to the trash">
        <p className="quiet">Members of the project see what was deleted in it, and restore it.</p>
        {files}
      </EmptyState>
    )
  return (
    <TrashList
      projectId={projectId}
      mayPurge={manage}
      empty={
        <EmptyState title="Trash is empty">
          <p className="quiet">
            Deleted files, folders, comments and reviews stay here for {time}. You can restore them until
            then.
          </p>
          {files}
        </EmptyState>
      }
    />
  )
}
