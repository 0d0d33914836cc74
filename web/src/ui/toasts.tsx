// Short messages at the edge of the page: completed actions, with an undo; failures, with their request ID.
import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { messageOf, requestIdOf } from './error-messages.ts'
import { CloseIcon } from './icons.tsx'
import styles from './toasts.module.css'

const manager = Toast.createToastManager()

/**
 * `key` is the subject of the message, such as `project ${id}`: a later message with the same key replaces it. Every
 * message with an undo has one, so that it is never shown beside a message that says the opposite.
 */
export type ToastOptions =
  | { key: string; undo?: (() => void) | undefined }
  | { key?: undefined; undo?: undefined }

/** An action was completed; `undo` reverts it while the toast is visible. */
export function showDone(title: string, { key, undo }: ToastOptions = {}): void {
  // The same message twice is one toast.
  const id = key ?? title
  let isUndone = false
  manager.add({
    id,
    title,
    description: undefined,
    type: 'done',
    priority: 'low',
    timeout: undo ? 10_000 : 5_000,
    actionProps: undo && {
      children: 'Undo',
      onClick() {
        // A double click, while the toast fades out, undoes once.
        if (isUndone) return
        isUndone = true
        manager.close(id)
        undo()
      },
    },
  })
}

/** An action failed. With a key, a later success on the same subject replaces it. */
export function showProblem(error: unknown, { key }: { key?: string | undefined } = {}): void {
  const requestId = requestIdOf(error)
  const title = messageOf(error)
  manager.add({
    id: key ?? title,
    type: 'problem',
    title,
    description: requestId === undefined ? undefined : `Request ${requestId}`,
    timeout: 12_000,
    priority: 'high',
    actionProps: undefined,
  })
}

/** The share page adds it beside its content, once it has loaded. */
export function Toasts({ children }: { children?: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
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
