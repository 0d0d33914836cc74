// The comments of the two files, one list at a time. New comments go to the file whose list is shown.
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { PanelIcon } from '../../ui/icons.tsx'
import { useMediaQuery } from '../../ui/media-query.ts'
import { CommentPanel } from '../comment-panel/comment-panel.tsx'
import { ExportMenu } from '../comment-panel/export-menu.tsx'
import { RoomContext } from '../room.ts'
import styles from './compare-comments.module.css'
import type { Which } from './pair-playback.ts'
import type { Sides } from './sides.ts'

export function CompareComments(sides: Sides) {
  const [which, setWhich] = useState<Which>('right')
  // On a small screen the comments are closed at first.
  const isWide = useMediaQuery('(min-width: 60rem)')
  const [wanted, setWanted] = useState<boolean>()
  const isOpen = wanted ?? isWide
  return (
    <div className={styles.comments} data-panel={isOpen ? 'shown' : 'hidden'}>
      <div className={styles.bar}>
        {isOpen && (
          <div className={styles.sides}>
            {(['left', 'right'] as const).map((side) => (
              <button
                key={side}
                type="button"
                className={styles.side}
                aria-pressed={side === which}
                onClick={() => setWhich(side)}
              >
                <span className="unseen">Comments on </span>
                {sides[side].name}
              </button>
            ))}
          </div>
        )}
        <IconButton
          label={isOpen ? 'Hide comments' : 'Show comments'}
          aria-expanded={isOpen}
          onClick={() => setWanted(!isOpen)}
        >
          <PanelIcon />
        </IconButton>
      </div>
      {/* Both stay mounted while hidden: they supply the markers on the timeline. */}
      {(['left', 'right'] as const).map((side) => (
        <RoomContext key={side} value={sides[side].room}>
          <CommentPanel
            file={sides[side].file}
            name={sides[side].name}
            tools={<ExportMenu file={sides[side].file} />}
            active={isOpen && side === which}
            onPick={() => {
              setWhich(side)
              setWanted(true)
            }}
          />
        </RoomContext>
      ))}
    </div>
  )
}
