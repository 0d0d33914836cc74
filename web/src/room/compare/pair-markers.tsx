// The comments of both files on one timeline, each file in its own lane. The comment panels supply the markers.
import { TimelineMarkers } from '../player/timeline-markers.tsx'
import { RoomContext } from '../room.ts'
import styles from './compare.module.css'
import type { PairPlayback } from './pair-playback.ts'
import type { Sides } from './sides.ts'

export function PairMarkers({ pair, left, right }: Sides & { pair: PairPlayback }) {
  return [left, right].map(({ file, room, name }) => (
    <RoomContext key={file.id} value={room}>
      <div className={styles.lane}>
        <span className={styles.laneName}>{name}</span>
        <TimelineMarkers playback={pair.playback} />
      </div>
    </RoomContext>
  ))
}
