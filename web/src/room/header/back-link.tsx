import type { FileDetails } from '@dailies/sdk'
import { Link, useSearch } from '@tanstack/react-router'
import { BackIcon } from '../../ui/icons.tsx'

/** Links back to the review, the folder or the project that the person came from. */
export function BackLink({ file }: { file: FileDetails }) {
  const { version } = useSearch({ from: '/files/$fileId' })
  const projectId = file.project.id
  if (version !== undefined) {
    return (
      <Link
        to="/projects/$projectId/versions/$versionId"
        params={{ projectId, versionId: version }}
        className="icon-link"
        aria-label="Back to the review"
      >
        <BackIcon />
      </Link>
    )
  }
  return (
    <Link
      to="/projects/$projectId"
      params={{ projectId }}
      search={file.folder ? { folder: file.folder.id } : {}}
      className="icon-link"
      aria-label={file.folder ? 'Back to the folder' : 'Back to the project'}
    >
      <BackIcon />
    </Link>
  )
}
