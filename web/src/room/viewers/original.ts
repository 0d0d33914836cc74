// The original of a file, if a browser can show it: it is available before any preview is generated.
import type { FileDetails, Media } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { useMayDownload } from '../../data/permissions.ts'
import type { Playback } from '../player/playback.ts'

/** Includes SVG: scripts do not run in an image element. */
export const shownImages = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

/** The kind of a file whose original this browser may be able to show; only trying tells. */
function kindOfOriginal({ mimeType }: FileDetails): Media['kind'] {
  const type = mimeType ?? ''
  if (type === 'application/pdf') return 'DOCUMENT'
  if (shownImages.test(type)) return 'IMAGE'
  if (!/^(video|audio)\//.test(type) || document.createElement('video').canPlayType(type) === '') return null
  return type.startsWith('video/') ? 'VIDEO' : 'AUDIO'
}

export type Original = { kind: NonNullable<Media['kind']>; url: string | null }

/**
 * The URL of the original while there is nothing better; `url` is null until it is known. Undefined: the browser cannot
 * show it, or the person may not download it.
 */
export function useOriginal(file: FileDetails, isWanted: boolean): Original | undefined {
  const mayDownload = useMayDownload()
  const kind = file.media?.kind ?? kindOfOriginal(file)
  const isPossible = mayDownload && kind !== null && kindOfOriginal(file) !== null
  const { data, isError } = useOriginalUrl(file.id, isWanted && isPossible)
  return isPossible && !isError ? { kind, url: data ?? null } : undefined
}

export const originalKey = (fileId: string) => ['original', fileId]

export function useOriginalUrl(fileId: string, isWanted: boolean) {
  return useQuery({
    // Not refreshed by events: another URL would load the file again.
    queryKey: originalKey(fileId),
    queryFn: async ({ signal }) => (await client.files.getDownloadUrl(fileId, { signal })).url,
    enabled: isWanted,
    staleTime: Infinity,
    retry: false,
    meta: { ownErrors: true },
  })
}

/**
 * The source to play: the original until the proxy is available. The switch happens while nothing plays, and the
 * visible frame stays until the proxy shows the same one: render `cover` on top of the video.
 */
export function useSource({ proxy }: Media, original: string | null, playback: Playback | null) {
  const [plays, setPlays] = useState<'proxy' | 'original'>(proxy === null ? 'original' : 'proxy')
  const cover = useRef<HTMLCanvasElement>(null)
  const isDue = plays === 'original' && proxy !== null
  useEffect(() => {
    if (!isDue || !playback) return
    const change = () => {
      const { playing, settling } = playback.store.get()
      if (playing || settling) return
      keepFrame(cover.current, playback.element)
      setPlays('proxy')
    }
    change()
    return playback.store.subscribe(change)
  }, [isDue, playback])
  const changed = useRef(plays)
  useEffect(() => {
    if (changed.current === plays || !playback) return
    changed.current = plays
    void playback.pauseAt(playback.index()).then(() => keepFrame(cover.current, null))
  }, [plays, playback])
  return { plays, src: (plays === 'proxy' ? proxy : original) ?? undefined, cover }
}

function keepFrame(cover: HTMLCanvasElement | null, element: HTMLMediaElement | null): void {
  if (!cover) return
  cover.hidden = !(element instanceof HTMLVideoElement)
  if (!(element instanceof HTMLVideoElement)) return
  cover.width = element.videoWidth
  cover.height = element.videoHeight
  cover.getContext('2d')?.drawImage(element, 0, 0)
}
