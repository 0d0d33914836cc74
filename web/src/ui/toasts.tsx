// Short news at the edge of the page: what was done, with a way back; what failed, with its request id.
import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { messageOf, requestIdOf } from '../app/messages.ts'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import styles from './toasts.module.css'

const manager = Toast.createToastManager()

/** Something was done; with `undo`, it can be taken back for a while. */
export function showDone(title: string, undo?: () => void): void {
  const id = manager.add({
    title,
    ...(undo && {
      timeout: 10_000,
      actionProps: {
        children: 'Undo',
        onClick() {
          manager.close(id)
          undo()
        },
      },
    }),
  })
}

export function showProblem(error: unknown): void {
  const requestId = requestIdOf(error)
  manager.add({
    type: 'problem',
    title: messageOf(error),
    ...(requestId !== undefined && { description: `Request ${requestId}` }),
    timeout: 12_000,
    priority: 'high',
  })
}

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} timeout={5000}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Content className={styles.content}>
        <div className={styles.text}>
          <Toast.Title className={styles.title} />
          <Toast.Description className={styles.description} />
        </div>
        <Toast.Action className={styles.action} />
        <Toast.Close
          render={
            <IconButton label="Dismiss" small>
              {<CloseIcon />}
            </IconButton>
          }
        />
      </Toast.Content>
    </Toast.Root>
  ))
}
