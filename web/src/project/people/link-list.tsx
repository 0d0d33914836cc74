// The links that lead into the project: for those who manage it.
import type { AccessLink } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { client } from '../../app/client.ts'
import { ProblemNote } from '../../app/problem.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { Time } from '../../ui/time.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { isLive, linkAddress, linksQuery, linkTitle } from './links.ts'
import { useRenewLinks } from './member-mutations.ts'
import styles from './people.module.css'
import { roleNames } from './roles.ts'

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
          <p className="quiet small">Whoever opens one joins the project, with or without an account.</p>
        </div>
        <Button onClick={() => setCreating(true)}>
          <PlusIcon /> New link
        </Button>
      </div>
      <ProblemNote error={links.error} />
      {links.data?.length === 0 && (
        <p className={styles.empty}>
          No links yet. Make one for a client or a director: they open it, give their name and can comment at
          once. You decide what they may do, for how long, and whether it takes a password.
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
  const { accessKey, role, createdAt } = link
  const ended = !isLive(link)
  return (
    <li className={styles.row}>
      <span className={styles.linkIcon}>
        <LinkIcon />
      </span>
      <div className={styles.who}>
        <p className={styles.name}>{linkTitle(link)}</p>
        <ul className={styles.facts}>
          <li>{roleNames[role]}</li>
          <li>{link.hasPassword ? 'With password' : 'No password'}</li>
          <li className={ended ? styles.ended : undefined}>
            {link.expiresAt === null ? (
              'Does not expire'
            ) : (
              <>
                {ended ? 'Expired' : 'Expires'} <Time of={link.expiresAt} />
              </>
            )}
          </li>
          <li>{link.allowDownload ? 'Downloads' : 'No downloads'}</li>
          <li>
            Made <Time of={createdAt} />
          </li>
        </ul>
        {accessKey === null && (
          <p className="small">Its key cannot be read any more. Renew it to get a new one.</p>
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
  const [asked, setAsked] = useState(false)
  const renew = useRenewLinks(projectId)
  return (
    <>
      <Button small onClick={() => setAsked(true)} aria-label={`Renew “${linkTitle(link)}”`}>
        Renew
      </Button>
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(false)}
          title={`Renew “${linkTitle(link)}”?`}
          action="Renew the link"
          onConfirm={() => {
            setAsked(false)
            renew.mutate([link])
          }}
        >
          Nobody can join with the old link any more. Those who have joined stay. Send the new link to whoever
          still needs it.
        </ConfirmDialog>
      )}
    </>
  )
}

function DeleteLink({ projectId, link }: { projectId: string; link: AccessLink }) {
  const [asked, setAsked] = useState(false)
  const queries = useQueryClient()
  const { queryKey } = linksQuery(projectId)
  const remove = useMutation({
    mutationFn: () => client.accessLinks.delete(link.id),
    meta: { ownErrors: true },
    onSuccess() {
      queries.setQueryData(queryKey, (links) => links?.filter(({ id }) => id !== link.id))
      showDone('The link is deleted.')
    },
  })
  const what = linkTitle(link)
  return (
    <>
      <IconButton label={`Delete “${what}”`} onClick={() => setAsked(true)}>
        <TrashIcon />
      </IconButton>
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(false)}
          title={`Delete “${what}”?`}
          action="Delete the link"
          onConfirm={() => remove.mutate()}
          busy={remove.isPending}
          error={remove.error}
        >
          Nobody can join with it any more. Those who have joined stay; you can remove them above.
        </ConfirmDialog>
      )}
    </>
  )
}
