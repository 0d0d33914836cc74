// Two first steps beside the demo video, for the person who has just started the server.
import type { FileDetails } from '@dailies/sdk'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { useRoomState } from './room.ts'
import styles from './welcome-hint.module.css'

const ShareDialog = lazy(async () => ({
  default: (await import('../people/share-dialog.tsx')).ShareDialog,
}))

/** Stored in this browser: the step survives a reload, and nobody sees the hint twice. */
const place = 'dailies-welcome'
type Step = 'comment' | 'share'

/** The first sign-in redirects to a URL that ends in `#welcome`. */
function firstStep(): Step | undefined {
  const stored = localStorage.getItem(place)
  if (stored !== null) return stored === 'comment' || stored === 'share' ? stored : undefined
  return location.hash === '#welcome' ? 'comment' : undefined
}

/** The composer listens for the key itself. */
function pressC(): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true, cancelable: true }))
}

/** Above the comments, in the flow of the page: it covers neither the image nor the composer. */
export function WelcomeHint({ file }: { file: FileDetails }) {
  const [step, setStep] = useState(firstStep)
  const [sharing, setSharing] = useState(false)
  const composing = useRoomState((state) => state.composing)
  if (step === 'comment' && composing) setStep('share')
  useEffect(() => {
    if (step !== undefined || localStorage.getItem(place) !== null)
      localStorage.setItem(place, step ?? 'done')
  }, [step])
  return (
    <>
      {step && (
        <section className={styles.hint} aria-label="Getting started">
          <span className={styles.step}>{step === 'comment' ? '1 of 2' : '2 of 2'}</span>
          {step === 'comment' ? (
            <p>
              Press <kbd>C</kbd> or{' '}
              <button type="button" className={styles.here} onClick={pressC}>
                click here
              </button>{' '}
              to comment on this frame.
            </p>
          ) : (
            <p>
              Invite someone:{' '}
              <Button
                small
                onClick={() => {
                  setSharing(true)
                  setStep(undefined)
                }}
              >
                Share
              </Button>
            </p>
          )}
          <IconButton label="Dismiss" small onClick={() => setStep(undefined)}>
            <CloseIcon />
          </IconButton>
        </section>
      )}
      <Suspense>
        {sharing && (
          <ShareDialog
            projectId={file.project.id}
            next={`/files/${file.id}`}
            onClose={() => setSharing(false)}
          />
        )}
      </Suspense>
    </>
  )
}
