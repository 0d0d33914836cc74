import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import type { ReviewDetails } from './review-queries.ts'

/** Whether the review may have videos: those that are still being uploaded have no type yet. */
const hasVideos = ({ files }: Pick<ReviewDetails, 'files'>) =>
  files.some(({ mimeType }) => mimeType?.startsWith('video/'))

/** Links to the videos of the review as one reel. */
export function PlayAll({ version }: { version: ReviewDetails }) {
  if (!hasVideos(version)) return null
  return (
    <Link
      to="/projects/$projectId/versions/$versionId/reel"
      params={{ projectId: version.project.id, versionId: version.id }}
      className={buttonClass('second', true)}
      preload={false}
    >
      Play all
    </Link>
  )
}
