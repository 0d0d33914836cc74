// Hover scrub of a card. Its code is loaded when a pointer first comes to a video.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'

const HoverScrub = lazy(async () => ({ default: (await import('./hover-scrub.tsx')).HoverScrub }))
const AskedScrub = lazy(async () => ({ default: (await import('./hover-scrub.tsx')).AskedScrub }))

type FileScrubProps = {
  fileId: string
  /** Undefined in lists whose records have none: then the file is asked for. */
  sprite?: string
  durationMs?: number | null
}

export function FileScrub({ fileId, sprite, durationMs }: FileScrubProps) {
  const element = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  const last = useRef<PointerEvent>(undefined)
  const begin = useCallback(() => last.current, [])
  useEffect(() => {
    const card = element.current?.closest<HTMLElement>('li, tr')
    if (!card) return
    const ended = new AbortController()
    const { signal } = ended
    const move = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      last.current = event
      setNear(true)
    }
    card.addEventListener('pointermove', move, { signal })
    card.addEventListener('pointerleave', () => (last.current = undefined), { signal })
    return () => ended.abort()
  }, [])
  return (
    <>
      <span ref={element} hidden />
      <Suspense>
        {isNear &&
          (sprite === undefined ? (
            <AskedScrub {...{ fileId, begin }} />
          ) : (
            <HoverScrub {...{ sprite, begin }} durationMs={durationMs ?? 0} />
          ))}
      </Suspense>
    </>
  )
}
