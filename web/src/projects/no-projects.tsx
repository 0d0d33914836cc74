import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function NoProjects({
  keyword,
  archived,
  onCreate,
}: {
  keyword: string | undefined
  archived: boolean
  onCreate: (() => void) | undefined
}) {
  if (keyword !== undefined) {
    return (
      <EmptyState title={`No projects match “${keyword}”`}>
        <p className="quiet">The search covers names and descriptions, and tolerates a typo in a name.</p>
        <Link to="/projects" search={archived ? { show: 'archived' } : {}} className={buttonClass()}>
          Clear search
        </Link>
      </EmptyState>
    )
  }
  if (archived) {
    return (
      <EmptyState title="The archive is empty">
        <p className="quiet">
          Archive a finished project with its menu. Nothing in it is lost, and you can unarchive it at any
          time.
        </p>
        <Link to="/projects" className={buttonClass()}>
          Back to projects
        </Link>
      </EmptyState>
    )
  }
  if (!onCreate) {
    return (
      <EmptyState title="No projects yet">
        <p className="quiet">
          Projects appear here when somebody adds you, or when you open a link to one. Ask the person who
          invited you for the link.
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Start your first project">
      <p className="quiet">
        A project holds what you review together: videos, images, documents, 3D models. Upload files, send a
        link, and comment on the exact frame.
      </p>
      <Button look="main" onClick={onCreate}>
        New project
      </Button>
    </EmptyState>
  )
}
