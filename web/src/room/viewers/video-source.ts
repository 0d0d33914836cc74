// The source that a video plays: the original or the finished part until there is a proxy, then the rendition that suits the
// screen and the network, or the one that the person has chosen.
import type { FileDetails, Media } from '@dailies/sdk'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMayDownload } from '../../data/permissions.ts'
import { canPlayParts } from '../player/media-source.ts'
import { openParts, type Parts } from '../player/parts.ts'
import type { Playback } from '../player/playback.ts'
import { type Quality, useQuality } from '../player/quality.ts'
import { applyPaused, type Switcher } from '../player/switch-source.ts'
import { useAutoRendition } from './auto-rendition.ts'
import { useOriginalUrl } from './original.ts'

export type VideoSource = {
  plays: 'proxy' | 'original' | 'partial'
  /** The name of the rendition, if there are several. */
  rendition: string | null
  src: string | undefined
}

type Wanted = {
  file: FileDetails
  media: Media
  original: string | null
  playback: Playback | null
  switcher: Switcher
}

export function useVideoSource({ file, media, original, playback, switcher }: Wanted) {
  const [refused, setRefused] = useState<readonly (string | null)[]>([])
  const renditions = media.renditions.filter(({ name }) => !refused.includes(name))
  const quality = useQuality()
  const mayDownload = useMayDownload()
  const hasOriginal = media.originalPlays === true && mayDownload && !refused.includes('original')
  const isOriginalChosen = quality === 'original' && hasOriginal && media.proxy !== null
  const { data: chosenOriginal } = useOriginalUrl(file.id, isOriginalChosen)
  const auto = useAutoRendition(renditions, playback)
  const parts = useParts(media, original === null)
  const byHand = renditions.findLast(({ name }) => Number.parseInt(name, 10) <= Number.parseInt(quality, 10))
  const rendition = isSize(quality) ? (byHand ?? renditions[0]) : auto
  const best: VideoSource =
    media.proxy === null
      ? original === null && parts
        ? { plays: 'partial', rendition: null, src: parts.url }
        : { plays: 'original', rendition: null, src: original ?? undefined }
      : isOriginalChosen && chosenOriginal
        ? { plays: 'original', rendition: 'original', src: chosenOriginal }
        : { plays: 'proxy', rendition: rendition?.name ?? null, src: rendition?.url ?? media.proxy }
  const refuse = (name: string | null) => setRefused((now) => [...now, name])
  const change = useChange(best, { playback, switcher, refuse })
  const names = media.renditions.map(({ name }) => name)
  const choice = { names, hasOriginal, auto: auto?.name, plays: change.source.rendition }
  return { ...change, choice, refuse }
}

const isSize = (quality: Quality) => quality !== 'auto' && quality !== 'original'

type ChangeOptions = Pick<Wanted, 'playback' | 'switcher'> & { refuse: (name: string | null) => void }

/** Changes to another source on the same frame; render `cover` on top of the video. */
function useChange(best: VideoSource, { playback, switcher, refuse }: ChangeOptions) {
  const [source, setSource] = useState(best)
  const cover = useRef<HTMLCanvasElement>(null)
  const isDue = source.src !== best.src
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URLs say what has changed.
  useEffect(() => {
    if (!isDue) return
    if (!playback || source.src === undefined) return source.src === undefined ? setSource(best) : undefined
    let isApplied = false
    const apply = () => {
      isApplied = true
      flushSync(() => setSource(best))
    }
    const isRenewed = source.plays === best.plays && source.rendition === best.rendition
    // A media source can be opened by one element only, so that nothing can stand in for it.
    const isDirect = isRenewed || best.plays === 'partial' || playback.store.get().failed
    if (isDirect) return whenIdle(playback, apply, cover)
    const change = { src: best.src!, apply, cover: cover.current }
    void switcher.change(playback, change).then((isLoaded) => {
      if (!isLoaded) refuse(best.rendition)
    })
    return () => {
      if (!isApplied) switcher.cancel()
    }
  }, [isDue, best.src, playback, source.src])
  return { source, cover }
}

/** Changes the source while nothing plays, or when loading has failed. */
function whenIdle(
  playback: Playback,
  apply: () => void,
  cover: React.RefObject<HTMLCanvasElement | null>,
): () => void {
  let isDone = false
  const look = () => {
    const { playing, settling, failed } = playback.store.get()
    if (isDone || (!failed && (playing || settling))) return
    isDone = true
    void applyPaused(playback, apply, cover.current)
  }
  const stop = playback.store.subscribe(look)
  look()
  return stop
}

/** A media source with the finished part of the proxy; undefined if there is none, or the browser cannot play it. */
function useParts({ partial, durationMs }: Media, isWanted: boolean): Parts | undefined {
  const [parts, setParts] = useState<Parts>()
  const mimeType = partial?.mimeType
  useEffect(() => {
    if (!isWanted || !mimeType || durationMs === null || !canPlayParts(mimeType)) return
    const opened = openParts(mimeType, durationMs / 1000)
    setParts(opened)
    return () => {
      // A video that plays it keeps what it has.
      opened.close()
      setParts(undefined)
    }
  }, [isWanted, mimeType, durationMs])
  useEffect(() => {
    if (partial) parts?.add(partial.parts)
  }, [parts, partial])
  return parts
}
