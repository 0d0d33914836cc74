// The drawing tools. Shortcuts are the initials of the tools: P A B E T; Z undoes, Esc ends drawing.
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { CheckIcon, CloseIcon, Icon } from '../../ui/icons.tsx'
import { type Pen, type Tool, useRoom, useRoomState } from '../room.ts'
import { useKeys } from '../use-keys.ts'
import {
  canRedo,
  canUndo,
  clearDrawing,
  colours,
  redo,
  setPen,
  stopDrawing,
  undo,
  widths,
} from './drawing.ts'
import styles from './drawing-tools.module.css'

const tools: readonly (readonly [Tool, string, string, ReactNode])[] = [
  ['pen', 'Pen', 'P', <path key="pen" d="M3.5 14c2-6 4-8 5.5-7s-1.5 5 .5 5.5 4-4.5 7-4.5" />],
  ['arrow', 'Arrow', 'A', <path key="arrow" d="M4 16 16 4M8.5 4H16v7.5" />],
  ['box', 'Box', 'B', <rect key="box" x="3.5" y="5" width="13" height="10" rx="1" />],
  ['ellipse', 'Ellipse', 'E', <ellipse key="ellipse" cx="10" cy="10" rx="7" ry="5.5" />],
  ['text', 'Text', 'T', <path key="text" d="M4.5 5.5v-1h11v1M10 4.5v11M8 15.5h4" />],
]

export function DrawingTools({ pen }: { pen: Pen }) {
  const room = useRoom()
  const draftShapes = useRoomState((state) => state.draftShapes)
  useDrawingKeys()
  return (
    <div className={styles.tools} role="toolbar" aria-label="Drawing">
      <div className={styles.group}>
        {tools.map(([tool, name, key, icon]) => (
          <IconButton
            key={tool}
            label={name}
            shortcut={key}
            small
            pressed={pen.tool === tool}
            onClick={() => setPen(room, { tool })}
          >
            <Icon>{icon}</Icon>
          </IconButton>
        ))}
      </div>
      <fieldset className={styles.group}>
        <legend className="unseen">Colour</legend>
        {colours.map(([colour, name]) => (
          <button
            key={colour}
            type="button"
            className={styles.colour}
            aria-label={name}
            title={name}
            aria-pressed={pen.colour === colour}
            onClick={() => setPen(room, { colour })}
          >
            <span style={{ background: colour }} />
          </button>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className="unseen">Width</legend>
        {widths.map(([width, name]) => (
          <IconButton
            key={width}
            label={name}
            small
            pressed={pen.width === width}
            onClick={() => setPen(room, { width })}
          >
            <Icon filled>
              <circle cx="10" cy="10" r={1.5 + width * 260} />
            </Icon>
          </IconButton>
        ))}
      </fieldset>
      <div className={styles.group}>
        <IconButton label="Undo" shortcut="Z" small disabled={!canUndo(room)} onClick={() => undo(room)}>
          <Icon>
            <path d="M8 5 4 9l4 4M4 9h7.5a4 4 0 0 1 0 8H9" />
          </Icon>
        </IconButton>
        <IconButton
          label="Redo"
          shortcut="Shift+Z"
          small
          disabled={!canRedo(room)}
          onClick={() => redo(room)}
        >
          <Icon>
            <path d="m12 5 4 4-4 4M16 9H8.5a4 4 0 0 0 0 8H11" />
          </Icon>
        </IconButton>
        <IconButton
          label="Clear the drawing"
          small
          disabled={draftShapes.length === 0}
          onClick={() => clearDrawing(room)}
        >
          <CloseIcon />
        </IconButton>
        <IconButton label="Done drawing" shortcut="Escape" small onClick={() => stopDrawing(room)}>
          <CheckIcon />
        </IconButton>
      </div>
    </div>
  )
}

function useDrawingKeys(): void {
  const room = useRoom()
  useKeys(
    (event) => {
      const tool = tools.find(([, , key]) => key === event.key.toUpperCase())?.[0]
      if (event.key.toLowerCase() === 'z') (event.shiftKey ? redo : undo)(room)
      else if (event.ctrlKey || event.metaKey) return
      else if (tool) setPen(room, { tool })
      else if (event.key === 'Escape') stopDrawing(room)
      else return
      event.preventDefault()
    },
    { first: true, withControl: true },
  )
}
