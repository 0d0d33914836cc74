// Work on media goes in lanes. Each has slots of its own in every process, so that long work never holds back short work.
// A file starts in the lane of its type and moves to PROXIES when only long steps are left.
import { type Fragment, fragment } from '../core/sql.ts'

/**
 * `STILLS`: images, documents, 3D models and audio. `POSTERS`: probe and poster of videos, which first have to be copied
 * and read. `PROXIES`: whatever takes minutes, such as the proxy of a video.
 */
export type Lane = 'STILLS' | 'POSTERS' | 'PROXIES'

export type LaneSlots = Readonly<Record<Lane, number>>

/** The queued task of each lane; `queue_media` in the database names the same. */
export const laneTasks: Readonly<Record<Lane, string>> = {
  STILLS: 'media',
  POSTERS: 'media-posters',
  PROXIES: 'media-proxies',
}

/** SQL for the lane that a file starts in. */
export function firstLane(mimeType: Fragment): Fragment {
  return fragment`case when ${mimeType} ~ '^video/|^application/mxf$' then 'POSTERS' else 'STILLS' end`
}
