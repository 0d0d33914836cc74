import { Popover } from '@base-ui/react/popover'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './emoji.module.css'
import { SmileIcon } from './icons.tsx'

const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }))

/** The picker and its data are loaded when somebody wants them. */
export function EmojiButton({ label, onPick }: { label: string; onPick: (emoji: string) => void }) {
  const [isOpen, setOpen] = useState(false)
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
            <Suspense fallback={<Spinner label="Loading emoji" />}>
              <EmojiPicker
                onPick={(emoji) => {
                  setOpen(false)
                  onPick(emoji)
                }}
              />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
