import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFiles } from './files-context.ts'
import { UploadButton } from './upload-button.tsx'

export function NoFiles({ keyword }: { keyword: string | undefined }) {
  const { projectId, folderId, folders, permissions } = useFiles()
  if (keyword !== undefined) {
    return (
      <EmptyState title={`No file matches “${keyword}”`}>
        <p className="quiet">Names are searched in all folders; a typo is fine.</p>
        <Link
          to="/projects/$projectId"
          params={{ projectId }}
          search={folderId === null ? {} : { folder: folderId }}
          className={buttonClass()}
        >
          Show all
        </Link>
      </EmptyState>
    )
  }
  const hasFolders = folders.some(({ parent }) => (parent?.id ?? null) === folderId)
  if (!permissions.contribute) {
    return (
      <EmptyState title={hasFolders ? 'No files beside the folders' : 'Nothing to see yet'}>
        <p className="quiet">Files appear here by themselves as soon as somebody uploads them.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={hasFolders ? 'No files beside the folders' : 'Drop your first files here'}>
      <p className="quiet">
        Drag films, pictures, sound, PDFs or 3D models onto this page, whole folders too, or press Upload.
        What is cut off goes on later. Then send the project to those who are to look at it, under People.
      </p>
      <UploadButton />
    </EmptyState>
  )
}

export function NoFolder({ projectId }: { projectId: string }) {
  return (
    <EmptyState title="This folder is not there">
      <p className="quiet">It may have been deleted, or holds nothing that is shared with you.</p>
      <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass()}>
        All files
      </Link>
    </EmptyState>
  )
}
