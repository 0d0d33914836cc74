import type { Share } from '@dailies/sdk'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { previewPath } from './share-queries.ts'
import styles from './shares.module.css'

type ReadyShareProps = { share: Share; password: string; onClose: () => void }

/** The link of a new share, to be sent. */
export function ReadyShare({ share, password, onClose }: ReadyShareProps) {
  const { url, name } = share
  return (
    <Dialog
      open
      onClose={onClose}
      title="Link created"
      description={`Send it to the people who should see “${name}”.`}
    >
      <div className={styles.form}>
        <TextField
          label="Link"
          readOnly
          value={url ?? ''}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {password !== '' && (
          <TextField
            label="Password"
            readOnly
            value={password}
            hint="Send it separately from the link. It is not shown again."
          />
        )}
        <DialogButtons>
          <Button onClick={onClose}>Done</Button>
          {previewPath(share) && (
            <a className={buttonClass()} href={previewPath(share)} target="_blank" rel="noreferrer">
              See it as the client does
            </a>
          )}
          {password !== '' && <CopyButton text={password}>Copy password</CopyButton>}
          <CopyButton look="main" text={url ?? ''}>
            Copy link
          </CopyButton>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
