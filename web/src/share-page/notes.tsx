// Lines above everything else: that the network is gone, or that a member looks as a guest.
import { useCallback, useSyncExternalStore } from 'react'
import styles from './share-page.module.css'

export function Notes({ isPreview }: { isPreview: boolean }) {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  const text = isOnline ? (isPreview ? preview : undefined) : offline
  // The page of a file covers the window below the line.
  const measure = useCallback((line: HTMLElement | null) => {
    if (!line) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--note', `${line.offsetHeight}px`))
    observer.observe(line)
    return () => {
      observer.disconnect()
      style.removeProperty('--note')
    }
  }, [])
  return (
    <div role="status">
      {text !== undefined && (
        <p ref={measure} className={`band ${styles.note}`}>
          {text}
        </p>
      )}
    </div>
  )
}

const offline = 'You are offline. What you write is sent when the connection is back.'
const preview = 'You see this as a guest does. Writing, verdicts and uploads are off.'

function watchNetwork(watcher: () => void): () => void {
  const changes = ['online', 'offline'] as const
  for (const change of changes) addEventListener(change, watcher)
  return () => {
    for (const change of changes) removeEventListener(change, watcher)
  }
}
