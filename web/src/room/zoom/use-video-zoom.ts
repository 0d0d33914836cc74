import type { Media } from '@dailies/sdk'
import { useMemo, useRef } from 'react'
import { createStore } from '../../data/store.ts'
import type { Room } from '../room.ts'
import type { ZoomControls } from './zoom.ts'
import { fitted, type View } from './zoom.ts'

/** The pane of a video. Its size is that of the original, so that every rendition is zoomed alike. */
export function useVideoZoom(media: Media, room: Room) {
  const zoom = useRef<ZoomControls>(null)
  const view = useMemo(() => createStore<View>(fitted), [])
  const [width, height] = [media.width ?? 1920, media.height ?? 1080]
  const image = useMemo(() => ({ width, height, fills: true }), [width, height])
  return { zoom, view, image, isDrawing: () => room.store.get().pen !== null }
}
