// The playback of a reel, for a page.
import { useCallback, useEffect, useState } from 'react'
import { bandwidth, savesData } from '../player/bandwidth.ts'
import { chooseRendition } from '../player/choose-rendition.ts'
import { createPlayback, type Playback } from '../player/playback.ts'
import { useQuality } from '../player/quality.ts'
import { createReel } from './reel-media.ts'
import { reelClock, type Segment } from './segments.ts'

type Videos = [HTMLVideoElement | null, HTMLVideoElement | null]

/** `begin`: the frame of the reel to begin with. Pass `refs` to two video elements. */
export function useReel(
  segments: readonly Segment[],
  begin: () => number,
  urls: (segment: Segment) => Segment,
) {
  const [videos, setVideos] = useState<Videos>([null, null])
  const [playback, setPlayback] = useState<Playback | null>(null)
  const first = useCallback((video: HTMLVideoElement | null) => setVideos(([, b]) => [video, b]), [])
  const second = useCallback((video: HTMLVideoElement | null) => setVideos(([a]) => [a, video]), [])
  const quality = useQuality()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reel begins anew only with other files or handles.
  useEffect(() => {
    const [one, two] = videos
    if (!one || !two) return
    const clock = reelClock(segments)
    const sourceOf = (segment: Segment) => {
      const { media } = urls(segment)
      return renditionUrl(media, quality, one.clientWidth)
    }
    const reel = createReel({ videos: [one, two], segments, sourceOf, begin: clock.middleOf(begin()) })
    const next = createPlayback(reel.element, clock, reel.open)
    setPlayback(next)
    return () => {
      next.close()
      setPlayback(null)
    }
  }, [videos, segments])
  return { playback, refs: [first, second] as const }
}

/** Files are short: each is loaded in the size that suits screen and network when its turn comes. */
function renditionUrl({ renditions, proxy }: Segment['media'], quality: string, width: number): string {
  const most = Number.parseInt(quality, 10)
  const byHand = renditions.findLast(({ name }) => Number.parseInt(name, 10) <= most)
  const conditions = { width: width * devicePixelRatio, bits: bandwidth(), savesData: savesData() }
  return (byHand ?? chooseRendition(renditions, conditions))?.url ?? proxy!
}
