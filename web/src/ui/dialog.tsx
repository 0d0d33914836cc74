import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
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

export function Dialog({ open, onClose, title, description, wide, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={`${styles.popup} ${wide ? styles.wide : ''}`}>
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
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The buttons at the end of a dialog: the one to press comes last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
