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
      <EmptyState title={`No project matches “${keyword}”`}>
        <p className="quiet">Names and descriptions are searched; a typo in a name is fine.</p>
        <Link to="/" search={archived ? { show: 'archived' } : {}} className={buttonClass()}>
          Show all
        </Link>
      </EmptyState>
    )
  }
  if (archived) {
    return (
      <EmptyState title="The archive is empty">
        <p className="quiet">
          Projects that are done can be put here by their menu. Nothing in them is lost, and they can come
          back at any time.
        </p>
        <Link to="/" className={buttonClass()}>
          Back to projects
        </Link>
      </EmptyState>
    )
  }
  if (!onCreate) {
    return (
      <EmptyState title="Nothing is shared with you yet">
        <p className="quiet">Projects appear here once somebody adds you, or when you open a link to one.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Start your first project">
      <p className="quiet">
        A project holds what you review together: films, pictures, documents, 3D models. Upload, send a link,
        and talk about the very frame.
      </p>
      <Button look="main" onClick={onCreate}>
        New project
      </Button>
    </EmptyState>
  )
}
