// Takes the access of an API key or a connected app away, from the list or from its own page.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export function EndConnection({
  section,
  name,
  verb,
  action,
  onEnd,
  children,
}: {
  section: 'apps' | 'api-keys'
  name: string
  /** “Revoke” or “Disconnect”. */
  verb: string
  /** The text of the button that confirms. */
  action: string
  /** Shows the change at once, so that a failure is only a toast. */
  onEnd: () => void
  /** The consequences. */
  children: ReactNode
}) {
  const [isConfirming, setConfirming] = useState(false)
  const { connection } = useSearch({ from: '/settings/$section' })
  const navigate = useNavigate()
  const isPage = connection !== undefined
  async function end() {
    setConfirming(false)
    // First: without the connection, its page is not found.
    if (isPage) await navigate({ to: '/settings/$section', params: { section } })
    onEnd()
  }
  return (
    <>
      <Button
        small={!isPage}
        look={isPage ? 'danger' : 'second'}
        onClick={() => setConfirming(true)}
        aria-label={`${verb} ${name}`}
      >
        {verb}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={`${verb} ${name}?`}
        action={action}
        onConfirm={() => void end()}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
