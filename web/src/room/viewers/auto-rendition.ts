// Chooses the rendition by the size of the image on the screen and by the network, and holds it for a while.
import type { Media } from '@dailies/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { bandwidth, savesData, watchBandwidth } from '../player/bandwidth.ts'
import { chooseRendition, holdMs } from '../player/choose-rendition.ts'
import type { Playback } from '../player/playback.ts'

type Rendition = Media['renditions'][number]

export function useAutoRendition(
  renditions: readonly Rendition[],
  playback: Playback | null,
): Rendition | undefined {
  const [chosen, setChosen] = useState<string>()
  const [since, setSince] = useState(Number.NEGATIVE_INFINITY)
  // Before the video is laid out, it may be as wide as the window.
  const first = renditions.some(({ name }) => name === chosen) ? chosen : choose(renditions, innerWidth)
  if (first !== chosen) setChosen(first)
  const known = renditions.find(({ name }) => name === first)
  const consider = useEffectEvent((element: HTMLMediaElement, stalled: boolean) => {
    const { width } = element.getBoundingClientRect()
    if (!known || width === 0) return
    const next = choose(renditions, width, known.name)
    const isUp = renditions.findIndex(({ name }) => name === next) > renditions.indexOf(known)
    const hold = stalled ? 0 : isUp ? holdMs.up : holdMs.down
    if (next === known.name || performance.now() - since < hold) return
    setChosen(next)
    setSince(performance.now())
  })
  const rate = useEffectEvent(() => known?.bitRate ?? null)
  const names = renditions.map(({ name }) => name).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other renditions are another choice.
  useEffect(() => {
    const element = playback?.element
    if (!(element instanceof HTMLVideoElement)) return
    const observer = new ResizeObserver(() => consider(element, false))
    observer.observe(element)
    const stop = watchBandwidth(element, {
      bitRate: () => rate(),
      onChange: (stalled) => consider(element, stalled),
    })
    return () => {
      observer.disconnect()
      stop()
    }
  }, [playback, names])
  return known
}

function choose(renditions: readonly Rendition[], width: number, current?: string): string | undefined {
  const conditions = { width: width * devicePixelRatio, bits: bandwidth(), savesData: savesData(), current }
  return chooseRendition(renditions, conditions)?.name
}
