// Files that cannot be overlaid, in their own viewers: 3D models, which turn together, and audio.
import { useEffect } from 'react'
import { isSamePlace, type Room, RoomContext } from '../room.ts'
import { FileViewer } from '../viewers/file-viewer.tsx'
import styles from './compare.module.css'
import type { Sides } from './sides.ts'

export function CompareModels({ left, right }: Sides) {
  useEffect(() => follow(left.room, right.room), [left.room, right.room])
  useEffect(() => follow(right.room, left.room), [left.room, right.room])
  return (
    <div className={styles.beside}>
      {[left, right].map(({ file, room, name }) => (
        <RoomContext key={file.id} value={room}>
          <section className={styles.viewer} aria-label={name}>
            <FileViewer file={file} overlay={null} />
            <span className={styles.viewerName}>{name}</span>
          </section>
        </RoomContext>
      ))}
    </div>
  )
}

/** The second model follows the camera of the first. */
function follow(first: Room, second: Room): () => void {
  return first.store.subscribe(() => {
    const { camera } = first.store.get().place
    if (camera && !isSamePlace(second.here(), { camera })) void second.goTo({ camera })
  })
}
