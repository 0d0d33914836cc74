import type { Share, ShareGuest } from '@dailies/sdk'
import { useState } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { statusName } from '../ui/status.tsx'
import { Time } from '../ui/time.tsx'
import { stateOf, useShareActions } from './share-queries.ts'
import styles from './shares.module.css'

/** The activity of one guest. */
export function GuestActivity({ share, guest }: { share: Share; guest: ShareGuest }) {
  const { name, email, firstOpenedAt, lastOpenedAt, endedAt, verdicts, commentCount, uploadCount } = guest
  return (
    <li className={styles.guest} data-ended={endedAt !== null || undefined}>
      <div className={styles.who}>
        <Avatar name={name} id={guest.id} size={32} />
        <div className={styles.what}>
          <p className={styles.name}>{name}</p>
          <ul className={styles.facts}>
            {email !== null && <li>{email}</li>}
            <li>
              first opened <Time of={firstOpenedAt} />
            </li>
            <li>
              last used <Time of={lastOpenedAt} />
            </li>
            {commentCount > 0 && <li>{counted(commentCount, 'comment')}</li>}
            {uploadCount > 0 && <li>{counted(uploadCount, 'upload')}</li>}
          </ul>
        </div>
        {verdicts.map(({ version, verdict }) => (
          <span key={version.id} className={styles.verdict} data-verdict={verdict}>
            {statusName(verdict)}: {version.name}
          </span>
        ))}
        {endedAt !== null ? (
          <span className="quiet small">
            Ended <Time of={endedAt} />
          </span>
        ) : (
          stateOf(share) === 'OPEN' && <EndForGuest share={share} guest={guest} />
        )}
      </div>
      <Views guest={guest} />
    </li>
  )
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count.toLocaleString('en')} ${what}s`
}

function Views({ guest: { name, files } }: { guest: ShareGuest }) {
  if (files.length === 0) return <p className="quiet small">No file opened yet.</p>
  return (
    <table className={styles.views}>
      <caption className="unseen">What {name} opened</caption>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Watched</th>
          <th scope="col">Opened</th>
          <th scope="col">Last</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.id}>
            <td>{file.name}</td>
            <td>
              <span className={styles.watched}>
                <progress value={file.watched} max={1} aria-label={`${file.name}, watched`} />
                {Math.round(file.watched * 100)} %
              </span>
            </td>
            <td>{file.opens === 1 ? 'once' : `${file.opens} times`}</td>
            <td>
              <Time of={file.lastAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function EndForGuest({ share, guest }: { share: Share; guest: ShareGuest }) {
  const [isConfirming, setConfirming] = useState(false)
  const { endForGuest } = useShareActions(share.project.id)
  return (
    <>
      <Button small onClick={() => setConfirming(true)}>
        End for {guest.name}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title={`End the share for ${guest.name}?`}
          action="End for this guest"
          onConfirm={() => endForGuest.mutate({ share, guest }, { onSuccess: () => setConfirming(false) })}
          busy={endForGuest.isPending}
          error={endForGuest.error}
        >
          Their page closes at once. Whoever still knows the link can open it again under a name: to keep them
          out, set a password, or end the share for everybody.
        </ConfirmDialog>
      )}
    </>
  )
}
