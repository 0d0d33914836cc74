// The panel of the view tools. It stays open while a person tries them out; the keys work in it, too.
import { Popover } from '@base-ui/react/popover'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { Button } from '../../ui/button.tsx'
import { useMediaQuery } from '../../ui/media-query.ts'
import { useRoomForm } from '../form.ts'
import type { Picture } from './picture.ts'
import type { StillUse } from './still.ts'
import { type ViewActions, viewAction } from './use-view-keys.ts'
import styles from './view-panel.module.css'
import {
  type Channel,
  channels,
  type Mask,
  masks,
  maxStops,
  setExposure,
  useView,
  viewStore,
} from './view-state.ts'

type ViewPanelProps = {
  picture: Picture
  actions: ViewActions
  takeStill: (use: StillUse) => Promise<void>
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onClose: () => void
}

export function ViewPanel({ picture, actions, takeStill, anchor, open, onClose }: ViewPanelProps) {
  // A phone in portrait: below the image, which shows what the tools do.
  const isNarrow = useMediaQuery('(max-width: 37rem)')
  const isPortrait = useRoomForm() === 'below' && isNarrow
  function onKeyDown(event: KeyboardEvent) {
    const isSlider = event.target instanceof HTMLInputElement && event.target.type === 'range'
    if (event.ctrlKey || event.metaKey || event.altKey || (isSlider && event.key.startsWith('Arrow'))) return
    const act = viewAction(event, { ...actions, openPanel: onClose })
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          className={styles.positioner}
          anchor={isPortrait ? () => picture.element.current?.closest('[data-pane]') ?? null : anchor}
          align={isPortrait ? 'center' : 'end'}
          sideOffset={8}
          collisionPadding={8}
        >
          <Popover.Popup className={styles.panel} aria-label="View" onKeyDown={onKeyDown}>
            <Zoom picture={picture} />
            <Channels picture={picture} hasAlpha={actions.hasAlpha} />
            <Exposure />
            <div className={styles.pair}>
              <Switch name="falseColour" label="False colour" shortcut="Y" />
              <Switch name="safeAreas" label="Safe areas" shortcut="H" />
            </div>
            <Masks />
            {actions.still && <Stills takeStill={takeStill} onClose={onClose} />}
            <Button
              small
              look="plain"
              className={styles.reset ?? ''}
              onClick={() => viewAction({ key: 'P', code: 'KeyP', shiftKey: true }, actions)?.()}
            >
              Reset the view <kbd>⇧P</kbd>
            </Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Zoom({ picture: { zoom } }: { picture: Picture }) {
  return (
    <fieldset className={styles.group}>
      <legend>Zoom</legend>
      <div className={styles.row}>
        <Button small onClick={() => zoom.current?.fit()} title="Fit (0)">
          Fit
        </Button>
        <Button
          small
          onClick={() => zoom.current?.actual(1)}
          title="One pixel on one pixel of the screen (1)"
        >
          1:1
        </Button>
        <Button
          small
          onClick={() => zoom.current?.actual(2)}
          title="One pixel on two by two pixels of the screen"
        >
          2:1
        </Button>
      </div>
    </fieldset>
  )
}

function Channels({ picture: { media }, hasAlpha }: { picture: Picture; hasAlpha: boolean }) {
  const channel = useView((state) => state.channel)
  const reason =
    media.kind === 'VIDEO' ? 'Video previews have no alpha channel.' : 'This image has no alpha channel.'
  return (
    <Choice
      label="Channel"
      hint="⇧1 … ⇧5"
      value={channel}
      options={channels.map(([value, text, name]) => ({
        ...{ value, text, name },
        ...(value === 'alpha' && !hasAlpha && { disabled: reason }),
      }))}
      onValue={(value: Channel) => viewStore.set({ channel: value })}
      note={hasAlpha ? undefined : reason}
    />
  )
}

function Masks() {
  const mask = useView((state) => state.mask)
  const options = [
    { value: 'off' as Mask, text: 'Off', name: 'No mask' },
    ...masks.map(([name]) => ({ value: name as Mask, text: name, name })),
  ]
  return (
    <Choice
      label="Aspect mask"
      hint="⇧H"
      value={mask}
      options={options}
      onValue={(value) => viewStore.set({ mask: value })}
    />
  )
}

type Option<Value> = { value: Value; text: string; name: string; disabled?: string }

function Choice<Value extends string>({
  label,
  hint,
  value,
  options,
  onValue,
  note,
}: {
  label: string
  /** Its keys. */
  hint: string
  value: Value
  options: readonly Option<Value>[]
  onValue: (value: Value) => void
  note?: string | undefined
}) {
  const id = useId()
  return (
    <fieldset className={styles.group}>
      <legend>
        {label} <kbd>{hint}</kbd>
      </legend>
      <div className={`${styles.row} ${options.length > 6 ? styles.fours : ''}`}>
        {options.map(({ value: option, text, name, disabled }) => (
          <label key={option} className={styles.option} title={disabled ?? name}>
            <input
              type="radio"
              name={id}
              aria-label={name}
              aria-describedby={disabled && `${id}-note`}
              disabled={disabled !== undefined}
              checked={option === value}
              onChange={() => onValue(option)}
            />
            {text}
          </label>
        ))}
      </div>
      {note && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
    </fieldset>
  )
}

function Exposure() {
  const stops = useView((state) => state.exposure)
  const id = useId()
  return (
    <div className={styles.group}>
      <label htmlFor={id} className={styles.heading}>
        Exposure <kbd>⇧↑ ⇧↓</kbd>
        <output className={styles.stops}>{stopsInWords(stops)}</output>
      </label>
      <input
        id={id}
        type="range"
        min={-maxStops}
        max={maxStops}
        step={0.5}
        value={stops}
        aria-valuetext={stopsInWords(stops)}
        onChange={(event) => setExposure(Number(event.currentTarget.value))}
        onDoubleClick={() => setExposure(0)}
      />
    </div>
  )
}

function stopsInWords(stops: number): string {
  const sign = stops > 0 ? '+' : stops < 0 ? '−' : ''
  return `${sign}${Math.abs(stops)} ${Math.abs(stops) === 1 ? 'stop' : 'stops'}`
}

function Switch({
  name,
  label,
  shortcut,
}: {
  name: 'falseColour' | 'safeAreas' | 'withDrawing'
  label: string
  shortcut?: string
}) {
  const isOn = useView((state) => state[name])
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => viewStore.set({ [name]: event.currentTarget.checked })}
      />
      {label} {shortcut && <kbd>{shortcut}</kbd>}
    </label>
  )
}

function Stills({
  takeStill,
  onClose,
}: {
  takeStill: (use: StillUse) => Promise<void>
  onClose: () => void
}) {
  const { comment } = useParticipant()
  const use = (how: StillUse, text: ReactNode, title: string) => (
    <Button
      small
      title={title}
      onClick={() => {
        void takeStill(how)
        if (how === 'attach') onClose()
      }}
    >
      {text}
    </Button>
  )
  return (
    <fieldset className={styles.group}>
      <legend>Still</legend>
      <Switch name="withDrawing" label="With the drawing" />
      <div className={styles.row}>
        {use('copy', 'Copy', 'Copy the frame as an image (S)')}
        {use('download', 'Download', 'Download the frame as PNG (⇧S)')}
        {comment && use('attach', 'Attach', 'Attach the frame to your comment')}
      </div>
    </fieldset>
  )
}
