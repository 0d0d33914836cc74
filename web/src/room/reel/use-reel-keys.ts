import { useNavigate, useParams } from '@tanstack/react-router'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { Playback } from '../player/playback.ts'
import { useKeys } from '../use-keys.ts'
import { frameIn, type Segment } from './segments.ts'

export const listedKeys = [
  { keys: '⇧[', label: 'Previous file border' },
  { keys: '⇧]', label: 'Next file border' },
  { keys: 'c', label: 'Comment on this frame in the review room' },
]

export function useReelKeys(segments: readonly Segment[], playback: Playback): void {
  const comment = useComment(segments, playback)
  useShortcuts('Reel', listedKeys)
  useKeys((event) => {
    const act = event.shiftKey
      ? {
          BracketLeft: () => goToBorder(segments, playback, -1),
          BracketRight: () => goToBorder(segments, playback, 1),
        }[event.code]
      : event.key === 'c'
        ? comment
        : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
}

/** Backwards to the beginning of the visible file, or of the one before if that is visible already. */
export function goToBorder(segments: readonly Segment[], playback: Playback, direction: 1 | -1): void {
  const here = playback.index()
  const to =
    direction > 0
      ? segments.find(({ offset }) => offset > here)
      : segments.findLast(({ offset }) => offset < here)
  if (to) playback.go(to.offset)
}

/** Opens the review room of the visible file, on the visible frame. */
export function useComment(segments: readonly Segment[], playback: Playback | null): () => void {
  const navigate = useNavigate()
  const { versionId } = useParams({ from: '/projects/$projectId/versions/$versionId/reel' })
  return () => {
    if (!playback) return
    const { segment, frame } = frameIn(segments, playback.index())
    void navigate({
      to: '/files/$fileId',
      params: { fileId: segment.file.id },
      search: { version: versionId, at: segment.clock.msOf(frame) },
    })
  }
}
