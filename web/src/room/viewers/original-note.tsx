// Says that the original is shown, and the progress of the better version. It takes no space, so that nothing moves
// when it disappears.
import type { FileDetails, Media } from '@dailies/sdk'
import { Button } from '../../ui/button.tsx'
import { useRoom } from '../room.ts'
import { useRetry } from './cards.tsx'
import styles from './original-note.module.css'

export function OriginalNote({ file, media }: { file: FileDetails; media: Media }) {
  const { permissions } = useRoom()
  const retry = useRetry(file)
  if (media.state !== 'FAILED')
    return (
      <p className={styles.note} role="status" data-original>
        {preparing(media)}
      </p>
    )
  return (
    <div className={styles.note} role="status" data-original>
      <p>This is the original. {media.failure?.message}</p>
      {media.failure?.retryable && permissions.contribute && (
        <Button small busy={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
      )}
    </div>
  )
}

function preparing({ state, progress }: Media): string {
  const percent = state === 'PROCESSING' ? ` ${Math.floor((progress ?? 0) * 100)} %` : ''
  return `Preparing a smoother version…${percent}`
}
