// The three layouts of the review room and of compare: comments beside the image, below it, or over it. One hook sets
// the layout on <html>, where the style sheets read it; there, the dark tokens apply to menus and dialogs as well.
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useMediaQuery } from '../ui/media-query.ts'

export type RoomForm = 'beside' | 'below' | 'over'

/** A phone in landscape, or any window that is too low for an image between two bars. */
const short =
  '(orientation: landscape) and (max-height: 500px), (orientation: landscape) and (max-height: 600px) and (pointer: coarse)'

export function useRoomForm(): RoomForm {
  const isShort = useMediaQuery(short)
  const isNarrow = useMediaQuery('(max-width: 60rem)')
  const isFullScreen = useFullScreen()
  if (isShort || isFullScreen) return 'over'
  return isNarrow ? 'below' : 'beside'
}

export function useFullScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('fullscreenchange', changed)
      return () => document.removeEventListener('fullscreenchange', changed)
    },
    () => document.fullscreenElement !== null,
  )
}

/** Puts the whole page in full screen, so that menus, dialogs and comments work there, too. */
export function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  // Phones that do not support full screen for pages reject the request.
  else document.documentElement.requestFullscreen?.().catch(() => undefined)
}

const themeColour = '#0e0e0e'

/** Makes the page dark and neutral while a review room or compare is open. */
export function useRoomLook(inRoom: boolean): void {
  const form = useRoomForm()
  useLayoutEffect(() => {
    if (!inRoom) return
    const root = document.documentElement
    root.dataset.room = form
    return () => {
      delete root.dataset.room
    }
  }, [inRoom, form])
  useLayoutEffect(() => {
    if (!inRoom) return
    const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    const before = tags.map(({ content }) => content)
    for (const tag of tags) tag.content = themeColour
    return () => {
      for (const [index, tag] of tags.entries()) tag.content = before[index]!
    }
  }, [inRoom])
}
