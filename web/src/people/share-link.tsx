import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyButton, copyText } from '../ui/copy-button.tsx'
import { SelectField } from '../ui/field.tsx'
import { LinkIcon } from '../ui/icons.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { linkAddress, useShareLink } from './links.ts'
import { type LinkRole, linkRoles, roleHints, roleOptions } from './roles.ts'
import styles from './share.module.css'

/**
 * A link for people without an account: created with the first copy, so that opening the dialog gives nobody access.
 */
export function ShareLink({ projectId, next }: { projectId: string; next?: string }) {
  const [role, setRole] = useState<LinkRole>('PROJECT_REVIEWER')
  const { accessKey, create, error } = useShareLink(projectId, role)
  const address = accessKey === undefined ? undefined : linkAddress(accessKey, next)
  async function createAndCopy() {
    const key = await create.mutateAsync().catch(() => undefined)
    if (key === undefined) return
    // A browser may refuse the clipboard this long after the click: by then, the link and its Copy button are visible.
    await copyText(linkAddress(key, next)).then(
      () => showDone('Link copied.'),
      () => {},
    )
  }
  return (
    <div className={styles.share}>
      <SelectField
        label="People with the link join as"
        value={role}
        options={roleOptions(linkRoles)}
        hint={roleHints[role]}
        onValue={setRole}
      />
      <div className={styles.line}>
        <p className={styles.address} data-empty={address === undefined || undefined}>
          {address ?? 'Created when you copy it'}
        </p>
        {address === undefined ? (
          <Button look="main" busy={create.isPending} onClick={() => void createAndCopy()}>
            <LinkIcon /> Copy link
          </Button>
        ) : (
          <CopyButton look="main" text={address}>
            Copy link
          </CopyButton>
        )}
      </div>
      <ProblemNote error={error} />
    </div>
  )
}
