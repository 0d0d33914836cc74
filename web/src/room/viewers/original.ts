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

type Source = { plays: 'proxy' | 'original'; src: string | undefined }

/**
 * The source of audio: the original until the proxy is available, and each of them under the URL that it was opened with
 * until a renewed one is there. It changes while nothing plays, or when playing has failed.
 */
export function useSource({ proxy }: Media, original: string | null, playback: Playback | null): Source {
  const best: Source =
    proxy === null ? { plays: 'original', src: original ?? undefined } : { plays: 'proxy', src: proxy }
  const [source, setSource] = useState(best)
  const isDue = source.src !== best.src
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL says what has changed.
  useEffect(() => {
    if (!isDue) return
    if (!playback) return source.src === undefined ? setSource(best) : undefined
    const change = () => {
      const { playing, settling, failed } = playback.store.get()
      if (failed || !(playing || settling)) setSource(best)
    }
    change()
    return playback.store.subscribe(change)
  }, [isDue, best.src, playback])
  const changed = useRef(source)
  useEffect(() => {
    if (changed.current === source || !playback) return
    changed.current = source
    void (playback.store.get().failed ? playback.retry() : playback.pauseAt(playback.index()))
  }, [source, playback])
  return source
}
