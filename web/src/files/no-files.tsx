import { Link, useNavigate } from '@tanstack/react-router'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useFiles } from './files-context.ts'
import { isFiltered } from './files-view.ts'
import { UploadButton } from './upload-button.tsx'

export function NoFiles() {
  const { folderId, keyword, filter, folders, permissions } = useFiles()
  if (keyword !== undefined) return <NothingFound keyword={keyword} />
  if (isFiltered(filter)) return <NothingMatches />
  const hasFolders = folders.some(({ parent }) => (parent?.id ?? null) === folderId)
  if (!permissions.contribute) {
    return (
      <EmptyState title={hasFolders ? 'No files outside the folders' : 'No files yet'}>
        <p className="quiet">Files appear here as soon as somebody uploads them.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={hasFolders ? 'No files outside the folders' : 'Drop your first files here'}>
      <p className="quiet">
        Drag videos, images, audio, PDFs or 3D models onto this page, or whole folders. An interrupted upload
        resumes. Then press Share and send the link to your reviewers.
      </p>
      <UploadButton />
    </EmptyState>
  )
}

function NothingFound({ keyword }: { keyword: string }) {
  const { filter, setFilter } = useFiles()
  const navigate = useNavigate({ from: '/projects/$projectId/' })
  return (
    <EmptyState title={`No files match “${keyword}”`}>
      <p className="quiet">
        The search covers the names of all files in the project
        {isFiltered(filter) ? ', within the filters.' : ', and tolerates a typo.'}
      </p>
      <Button onClick={() => void navigate({ search: ({ q: _, ...rest }) => rest })}>Clear search</Button>
      {isFiltered(filter) && (
        <Button onClick={() => setFilter({ status: [], kind: [], person: undefined })}>Clear filters</Button>
      )}
    </EmptyState>
  )
}

function NothingMatches() {
  const { setFilter } = useFiles()
  return (
    <EmptyState title="No files match these filters">
      <p className="quiet">Filters apply to this folder only.</p>
      <Button onClick={() => setFilter({ status: [], kind: [], person: undefined })}>Clear filters</Button>
    </EmptyState>
  )
}

export function NoFolder({ projectId }: { projectId: string }) {
  return (
    <EmptyState title="Folder not found">
      <p className="quiet">It may have been deleted, or nothing in it is shared with you.</p>
      <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass()}>
        All files
      </Link>
    </EmptyState>
  )
}
