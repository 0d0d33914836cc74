// Thousands of comments on a timeline of a thousand pixels: those that would lie on each other are one marker.
import type { Marker } from '../room.ts'

export type Cluster = {
  /** Of the timeline, from 0 to 1. */
  at: number
  /** Where the longest of them ends. */
  to: number
  markers: Marker[]
}

/** `most`: how many fit beside each other. */
export function clusterMarkers(markers: readonly Marker[], durationMs: number, most: number): Cluster[] {
  const slots = new Map<number, Cluster>()
  const length = Math.max(1, durationMs)
  for (const marker of markers) {
    const at = Math.min(1, marker.ms / length)
    const to = Math.min(1, (marker.ms + (marker.durationMs ?? 0)) / length)
    const slot = Math.floor(at * Math.max(1, most))
    const cluster = slots.get(slot)
    if (cluster) {
      cluster.markers.push(marker)
      cluster.to = Math.max(cluster.to, to)
    } else slots.set(slot, { at, to, markers: [marker] })
  }
  return [...slots.values()]
}

/** Clicking again goes on to the next of them. */
export function nextOf({ markers }: Cluster, selected: string | null): Marker {
  const index = markers.findIndex(({ commentId }) => commentId === selected)
  return markers[(index + 1) % markers.length]!
}
