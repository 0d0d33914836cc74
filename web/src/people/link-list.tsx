// The access links of the project, for people who manage it.
import type { AccessLink } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { client } from '../data/client.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { LinkIcon, PlusIcon, TrashIcon } from '../ui/icons.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { LinkFacts } from './link-facts.tsx'
import { isLive, linkAddress, linksQuery, linkTitle } from './links.ts'
import { useRenewLinks } from './member-mutations.ts'
import styles from './people.module.css'

const CreateLinkDialog = lazy(async () => ({
  default: (await import('./create-link-dialog.tsx')).CreateLinkDialog,
}))

export function LinkList({ projectId }: { projectId: string }) {
  const links = useQuery(linksQuery(projectId))
  const [creating, setCreating] = useState(false)
  return (
    <section aria-labelledby="links">
      <div className={styles.head}>
        <div>
          <h2 id="links">Access links</h2>
          <p className="quiet small">Anyone with a link can join, with or without an account.</p>
        </div>
        <Button onClick={() => setCreating(true)}>
          <PlusIcon /> New link
        </Button>
      </div>
      <ProblemNote error={links.error} />
      {links.data?.length === 0 && (
        <p className={styles.empty}>
          No links yet. Create one for a client or a director: they open it, enter their name and can comment
          right away. You choose their role, an expiry and a password.
        </p>
      )}
      {links.data && links.data.length > 0 && (
        <ul className={styles.list}>
          {links.data.map((link) => (
            <LinkRow key={link.id} projectId={projectId} link={link} />
          ))}
        </ul>
      )}
      {creating && (
        <Suspense>
          <CreateLinkDialog projectId={projectId} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </section>
  )
}

function LinkRow({ projectId, link }: { projectId: string; link: AccessLink }) {
  const { accessKey } = link
  const ended = !isLive(link)
  return (
    <li className={styles.row}>
      <span className={styles.linkIcon}>
        <LinkIcon />
      </span>
      <div className={styles.who}>
        <p className={styles.name}>{linkTitle(link)}</p>
        <LinkFacts link={link} />
        {accessKey === null && (
          <p className="small">The link cannot be shown any more. Renew it to get a new one.</p>
        )}
      </div>
      {accessKey !== null && !ended && (
        <CopyButton small className={styles.copy ?? ''} text={linkAddress(accessKey)}>
          Copy link
        </CopyButton>
      )}
      {!ended && <RenewLink projectId={projectId} link={link} />}
      <DeleteLink projectId={projectId} link={link} />
    </li>
  )
}

function RenewLink({ projectId, link }: { projectId: string; link: AccessLink }) {
  const [isConfirming, setConfirming] = useState(false)
  const renew = useRenewLinks(projectId)
  return (
    <>
      <Button small onClick={() => setConfirming(true)} aria-label={`Renew “${linkTitle(link)}”`}>
        Renew
      </Button>
      {isConfirming && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title={`Renew “${linkTitle(link)}”?`}
          action="Renew link"
          onConfirm={() => {
            setConfirming(false)
            renew.mutate([link])
          }}
        >
          The old link stops working. People who have joined stay. Send the new link to those who still need
          it.
        </ConfirmDialog>
      )}
    </>
  )
}

function DeleteLink({ projectId, link }: { projectId: string; link: AccessLink }) {
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const { queryKey } = linksQuery(projectId)
  const remove = useMutation({
    mutationFn: () => client.accessLinks.delete(link.id),
    meta: { ownErrors: true },
    onSuccess() {
      queries.setQueryData(queryKey, (links) => links?.filter(({ id }) => id !== link.id))
      showDone('Link deleted.')
    },
  })
  const what = linkTitle(link)
  return (
    <>
      <IconButton label={`Delete “${what}”`} onClick={() => setConfirming(true)}>
        <TrashIcon />
      </IconButton>
      {isConfirming && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title={`Delete “${what}”?`}
          action="Delete link"
          onConfirm={() => remove.mutate()}
          busy={remove.isPending}
          error={remove.error}
        >
          The link stops working. People who have joined stay; you can remove them above.
        </ConfirmDialog>
      )}
    </>
  )
}
