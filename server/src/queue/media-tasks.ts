// Previews are created in lanes. Each lane has its own slots in every process, so that long work never holds
// back short work. A file starts in the lane of its type and moves to PROXIES when only long steps are left.
import { type Fragment, fragment } from '../core/sql.ts'
import type { QueuedTask, TaskOptions } from './tasks.ts'

/**
 * `STILLS`: images, documents, 3D models and audio. `POSTERS`: probe and poster of videos, which must be copied and read
 * first, and Office documents, which LibreOffice prints first. `PROXIES`: everything that takes minutes, such as the proxy of a video.
 */
export type Lane = 'STILLS' | 'POSTERS' | 'PROXIES'

export type LaneSlots = Readonly<Record<Lane, number>>

/** The queued task of each lane. `media` is also the task of releases without lanes. */
export const laneTasks = {
  STILLS: 'media',
  POSTERS: 'media-posters',
  PROXIES: 'media-proxies',
} as const satisfies Record<Lane, string>

/** Within a lane. A rebuild runs after all files that users wait for. */
export const priorities = { first: 0, rebuild: 10 } as const

/** Office documents, as a regular expression for both JavaScript and Postgres. */
export const officeTypes =
  '^application/vnd\\.(oasis\\.opendocument\\.(text|spreadsheet|presentation)|openxmlformats-officedocument\\.(wordprocessingml\\.document|spreadsheetml\\.sheet|presentationml\\.presentation))$'

/** The types that have previews. */
export const mediaTypes = `^(video|audio|image|model)/|^application/(pdf|mxf|vnd\\.autodesk\\.fbx)$|${officeTypes}`

/** SQL for the lane that a file starts in. */
export function firstLane(mimeType: Fragment): Fragment {
  return fragment`case when ${mimeType} ~ ${`^video/|^application/mxf$|${officeTypes}`} then 'POSTERS' else 'STILLS' end`
}

/**
 * Queues the previews of files that have just become complete. A part of the statement that completes them:
 * `queued as (${queueMedia(fragment`completed`)})`. The inserted rows are PENDING, and the trigger `media_queued` adds a
 * task for each of them: see `triggers.ts`.
 */
export function queueMedia(completed: Fragment): Fragment {
  return fragment`
    insert into media (file_id, lane)
    select id, ${firstLane(fragment`mime_type`)} from ${completed} where mime_type ~ ${mediaTypes}
    on conflict on constraint media_pkey do nothing`
}

/** The task that creates the previews of a file. A file has at most one: a new one replaces a waiting one. */
export function mediaTask(lane: Lane, fileId: string, options: Omit<TaskOptions, 'key'>): QueuedTask {
  return { task: laneTasks[lane], payload: { fileId }, key: `media:${fileId}`, ...options }
}
