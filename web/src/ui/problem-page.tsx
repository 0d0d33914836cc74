// Pages that replace one that could not be loaded.
import { DailiesError } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { buttonClass } from './button.tsx'
import { useDocumentTitle } from './document-title.ts'
import { EmptyState } from './empty-state.tsx'
import { FailedPage } from './failed-page.tsx'
import { RequestId } from './problem.tsx'

/** Forbidden pages count, too: guests see no skills, whatever URL they open. */
export function isGone(error: unknown): boolean {
  return error instanceof DailiesError && (error.status === 404 || error.status === 403)
}

type ProblemPageProps = { error: unknown; isPage?: boolean; retry: () => void }

export function ProblemPage({ error, isPage = false, retry }: ProblemPageProps) {
  if (isGone(error)) return <NotFoundPage error={error} />
  return <FailedPage error={error} isPage={isPage} retry={retry} />
}

export function NotFoundPage({ error }: { error?: unknown }) {
  useDocumentTitle('Page not found')
  return (
    <EmptyState title="Page not found" isPage>
      <p>
        It may have been deleted or moved, or it is not shared with you. Check the address, or ask the person
        who sent it to you.
      </p>
      <RequestId of={error} />
      <Link to="/projects" className={buttonClass()}>
        All projects
      </Link>
    </EmptyState>
  )
}
