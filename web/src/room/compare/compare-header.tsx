// The header of compare: the two files and the mode.
import type { FileDetails } from '@dailies/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { IconButton } from '../../ui/button.tsx'
import { BackIcon, Icon, PlusIcon } from '../../ui/icons.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { addressOf } from '../address.ts'
import { MinusIcon } from '../player/icons.tsx'
import { ChooseOther } from './choose-other.tsx'
import styles from './compare-header.module.css'
import type { Which } from './pair-playback.ts'
import { Segments } from './segments.tsx'
import type { Mode, Side, Sides } from './sides.ts'
import type { Zoom } from './use-zoom.ts'

const modes: readonly (readonly [Mode, string])[] = [
  ['side', 'Side by side'],
  ['wipe', 'Wipe'],
  ['difference', 'Difference'],
]

export function CompareHeader({
  left,
  right,
  mode,
  zoom,
  heard,
  onHeard,
}: Sides & { mode: Mode; zoom: Zoom; heard: Which; onHeard: (which: Which) => void }) {
  const navigate = useNavigate()
  const setMode = (next: Mode) =>
    void navigate({
      from: '/files/$fileId/compare',
      search: ({ mode: _mode, ...rest }) => ({ ...rest, ...(next !== 'side' && { mode: next }) }),
      replace: true,
    })
  const show = ({ file: one }: Side, { file: two }: Side) =>
    navigate({
      to: '/files/$fileId/compare',
      params: { fileId: two.id },
      search: { ...(mode !== 'side' && { mode }), ...addressOf(right.room.here()), with: one.id },
    })
  const { kind } = right.media
  const isVisual = kind === 'VIDEO' || kind === 'IMAGE' || kind === 'DOCUMENT'
  useShortcuts('Compare', [
    ...(isVisual
      ? modes.map(([value, label], index) => ({ keys: String(index + 1), label, run: () => setMode(value) }))
      : []),
    { keys: 's', label: 'Swap sides', run: () => void show(right, left) },
  ])
  const bothHaveAudio = left.media.hasAudio !== false && right.media.hasAudio !== false
  return (
    <header className={styles.header} data-bar="top">
      <Back side={right} />
      <h1 className={styles.title}>Compare</h1>
      <div className={styles.two}>
        <ChooseOther side={left} other={right} onChoose={(file) => void show({ ...left, file }, right)} />
        <IconButton label="Swap sides" shortcut="s" small onClick={() => void show(right, left)}>
          <SwapIcon />
        </IconButton>
        <ChooseOther side={right} other={left} onChoose={(file) => void show(left, { ...right, file })} />
      </div>
      <div className={styles.end}>
        {(kind === 'VIDEO' || kind === 'AUDIO') && bothHaveAudio && (
          <Segments
            label="Audio"
            options={[
              ['left', left.name],
              ['right', right.name],
            ]}
            value={heard}
            onValue={onHeard}
          />
        )}
        {isVisual && <Segments label="View" options={modes} value={mode} onValue={setMode} hideLabel />}
        {isVisual && <ZoomButtons zoom={zoom} />}
      </div>
    </header>
  )
}

/** Links to the review room, at the same frame. */
function Back({ side: { file, room } }: { side: Pick<Side, 'file' | 'room'> }) {
  return (
    <Link
      to="/files/$fileId"
      params={{ fileId: file.id }}
      search={() => addressOf(room.here())}
      className="icon-link"
      aria-label="Back to the review room"
      preload={false}
    >
      <BackIcon />
    </Link>
  )
}

function ZoomButtons({ zoom }: { zoom: Zoom }) {
  return (
    <div className={styles.zoom}>
      <IconButton label="Zoom out" shortcut="-" small onClick={() => zoom.zoomBy(1 / 1.5)}>
        <MinusIcon />
      </IconButton>
      <button type="button" className={styles.scale} title="Fit (0)" aria-label="Fit" onClick={zoom.fit}>
        {zoom.view.scale === 1 ? 'Fit' : `${zoom.view.scale.toFixed(1)}×`}
      </button>
      <IconButton label="Zoom in" shortcut="+" small onClick={() => zoom.zoomBy(1.5)}>
        <PlusIcon />
      </IconButton>
    </div>
  )
}

/** Shown while there is nothing to compare with. */
export function ChooseHeader({ file }: { file: FileDetails }) {
  const navigate = useNavigate()
  return (
    <header className={styles.header} data-bar="top">
      <Link
        to="/files/$fileId"
        params={{ fileId: file.id }}
        className="icon-link"
        aria-label="Back to the review room"
      >
        <BackIcon />
      </Link>
      <h1 className={styles.title}>Compare</h1>
      <div className={styles.two}>
        <span className={styles.name}>{file.name}</span> with
        <ChooseOther
          side={{ file, name: 'Choose…' }}
          other={{ file }}
          onChoose={({ id }) =>
            void navigate({
              to: '/files/$fileId/compare',
              params: { fileId: file.id },
              search: (before) => ({ ...before, with: id }),
            })
          }
        />
      </div>
    </header>
  )
}

const SwapIcon = () => (
  <Icon>
    <path d="M4 7h12M13 4l3 3-3 3M16 13H4M7 10l-3 3 3 3" />
  </Icon>
)
