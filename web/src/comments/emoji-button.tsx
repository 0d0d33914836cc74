import { Popover } from '@base-ui/react/popover'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './emoji.module.css'
import { SmileIcon } from './icons.tsx'

const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }))

const quickReactions = ['👍', '❤️', '🎉', '😄', '👀', '✅', '🙏', '🔥']

/** The picker and its data are loaded when it is first opened. */
export function EmojiButton({
  label,
  quick = false,
  onPick,
}: {
  label: string
  /** Whether the common reactions are shown above all others. */
  quick?: boolean
  onPick: (emoji: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const pick = (emoji: string) => {
    setOpen(false)
    onPick(emoji)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton label={label} small>
            <SmileIcon />
          </IconButton>
        }
      />
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} sideOffset={6} collisionPadding={8}>
          <Popover.Popup className={styles.popup} aria-label={label}>
            {quick && (
              <fieldset className={styles.quick} aria-label="Quick reactions">
                {quickReactions.map((emoji) => (
                  <button key={emoji} type="button" className={styles.emoji} onClick={() => pick(emoji)}>
                    {emoji}
                  </button>
                ))}
              </fieldset>
            )}
            <Suspense fallback={<Spinner label="Loading emoji" />}>
              <EmojiPicker onPick={pick} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
