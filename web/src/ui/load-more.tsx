import { Button } from './button.tsx'
import styles from './load-more.module.css'

/** The end of a list with more pages: the next one loads when the end comes near the viewport, or by the button. */
export function LoadMore({ onMore, busy }: { onMore: () => void; busy: boolean }) {
  const watch = (end: HTMLDivElement | null) => {
    if (!end) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && !busy && onMore(),
      { rootMargin: '600px' },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }
  return (
    <div ref={watch} className={styles.end}>
      <Button busy={busy} onClick={onMore}>
        {busy ? 'Loading…' : 'Load more'}
      </Button>
    </div>
  )
}
