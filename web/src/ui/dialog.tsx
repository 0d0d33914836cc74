import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { firstControl, focusLater, followKeyboard } from './dialog-focus.ts'
import { CloseIcon } from './icons.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** For a lot of content. */
  wide?: boolean
  children: ReactNode
}

/** In the middle of the window; on a phone a sheet at its bottom, above the keyboard. */
export function Dialog({ open, onClose, title, description, wide, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Popup wide={wide ?? false}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label="Close" small>
                  {<CloseIcon />}
                </IconButton>
              }
            />
          </div>
          {description && <Base.Description className="quiet">{description}</Base.Description>}
          {children}
        </Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Popup({ wide, children }: { wide: boolean; children: ReactNode }) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(followKeyboard, [])
  useEffect(() => focusLater(popup.current!), [])
  return (
    <Base.Popup
      ref={popup}
      className={`${styles.popup} ${wide ? styles.wide : ''}`}
      initialFocus={() => firstControl(popup.current!) ?? popup.current}
    >
      {children}
    </Base.Popup>
  )
}

/** The buttons at the end of a dialog, the main one last. They stay in view while the dialog scrolls. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
