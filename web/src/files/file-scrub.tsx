// Hover scrub for lists whose records have no sprite: the file is asked for when the pointer first comes to its card.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { fileQuery } from '../data/queries.ts'

const HoverScrub = lazy(async () => ({ default: (await import('./hover-scrub.tsx')).HoverScrub }))

export function FileScrub({ fileId }: { fileId: string }) {
  const element = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  const last = useRef<PointerEvent>(undefined)
  const begin = useCallback(() => last.current, [])
  useEffect(() => {
    const card = element.current?.closest('li')
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
  const { data: file } = useQuery({ ...fileQuery(fileId), enabled: isNear, meta: { ownErrors: true } })
  const { sprite = null, durationMs = null } = file?.media ?? {}
  return (
    <>
      <span ref={element} hidden />
      <Suspense>
        {isNear && sprite !== null && durationMs !== null && (
          <HoverScrub {...{ sprite, durationMs, begin }} />
        )}
      </Suspense>
    </>
  )
}
