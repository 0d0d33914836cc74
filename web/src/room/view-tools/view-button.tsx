// The button of the view tools, and their keys.
import { lazy, Suspense, useRef, useState } from 'react'
import { useMayDownload } from '../../data/permissions.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useRoom } from '../room.ts'
import type { Picture } from './picture.ts'
import type { StillUse } from './still.ts'
import { useViewKeys, type ViewActions } from './use-view-keys.ts'
import { isNeutral, useView } from './view-state.ts'

const load = () => import('./view-panel.tsx')
const ViewPanel = lazy(async () => ({ default: (await load()).ViewPanel }))

export function ViewButton(picture: Picture) {
  const room = useRoom()
  const button = useRef<HTMLButtonElement>(null)
  // undefined until the panel is first opened: nothing is loaded.
  const [open, setOpen] = useState<boolean>()
  const isOff = useView(isNeutral)
  const mayDownload = useMayDownload()
  const takeStill = async (use: StillUse) => (await import('./still.ts')).takeStill(picture, room, use)
  const actions: ViewActions = {
    openPanel: () => setOpen(true),
    fit: () => picture.zoom.current?.fit(),
    hasAlpha: hasAlpha(picture),
    still: mayDownload
      ? { copy: () => void takeStill('copy'), download: () => void takeStill('download') }
      : undefined,
  }
  useViewKeys(actions)
  return (
    <>
      <IconButton
        ref={button}
        label="View"
        shortcut="P"
        aria-haspopup="dialog"
        aria-expanded={open === true}
        data-active={isOff ? undefined : true}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(open !== true)}
      >
        <ViewIcon isActive={!isOff} />
      </IconButton>
      <Suspense>
        {open !== undefined && (
          <ViewPanel
            {...{ picture, actions, open, takeStill }}
            anchor={button}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function hasAlpha({ media }: Picture): boolean {
  return media.kind === 'IMAGE' && media.technical?.image?.alpha !== false
}

/** A frame with its centre; with a dot while a tool changes the image. */
const ViewIcon = ({ isActive }: { isActive: boolean }) => (
  <Icon>
    <path d="M3 7V4.5A1.5 1.5 0 0 1 4.5 3H7M13 3h2.5A1.5 1.5 0 0 1 17 4.5V7M17 13v2.5a1.5 1.5 0 0 1-1.5 1.5H13M7 17H4.5A1.5 1.5 0 0 1 3 15.5V13" />
    {isActive ? <circle cx="10" cy="10" r="3.2" fill="currentColor" /> : <path d="M10 7.5v5M7.5 10h5" />}
  </Icon>
)
