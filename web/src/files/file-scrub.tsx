// Hover scrub for lists whose records have no sprite: the file is asked for when the pointer first comes to its card.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { fileQuery } from '../data/queries.ts'

const HoverScrub = lazy(async () => ({ default: (await import('./hover-scrub.tsx')).HoverScrub }))

export function FileScrub({ fileId }: { fileId: string }) {
  const element = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const card = element.current?.closest('li')
    if (!card || isNear) return
    const come = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setNear(true)
    card.addEventListener('pointerenter', come)
    return () => card.removeEventListener('pointerenter', come)
  }, [isNear])
  const { data: file } = useQuery({ ...fileQuery(fileId), enabled: isNear, meta: { ownErrors: true } })
  const { sprite = null, durationMs = null } = file?.media ?? {}
  return (
    <>
      <span ref={element} hidden />
      <Suspense>
        {isNear && sprite !== null && durationMs !== null && (
          <HoverScrub sprite={sprite} durationMs={durationMs} />
        )}
      </Suspense>
    </>
  )
}
