// Two images: side by side, overlaid with a divider, or their difference.
import { type CSSProperties, type ReactNode, useState } from 'react'
import styles from './panes.module.css'
import type { Mode } from './sides.ts'
import type { Zoom } from './use-zoom.ts'
import { Wipe } from './wipe.tsx'

export type PaneContent = {
  label: ReactNode
  /** Width by height. */
  ratio: number
  image: ReactNode
  /** Drawn over the image, also over the difference of both. */
  overlay?: ReactNode
}

export function Panes({
  left,
  right,
  mode,
  zoom,
  onClick,
}: {
  left: PaneContent
  right: PaneContent
  mode: Mode
  zoom: Zoom
  onClick?: () => void
}) {
  const [wipe, setWipe] = useState(50)
  const { scale, x, y } = zoom.view
  const style = {
    '--wipe': `${wipe}%`,
    '--view': `translate(${x * 100}%, ${y * 100}%) scale(${scale})`,
  }
  return (
    <div className={styles.panes} data-mode={mode} data-zoomed={scale > 1} style={style as CSSProperties}>
      {([left, right] as const).map((pane, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts do the same, wherever the focus is.
        // biome-ignore lint/a11y/useKeyWithClickEvents: shortcuts do the same, wherever the focus is.
        <div
          key={index === 0 ? 'left' : 'right'}
          className={index === 0 ? styles.left : styles.right}
          onClick={() => !zoom.dragged() && onClick?.()}
          {...zoom.pane}
        >
          <div className={styles.layer}>
            <View ratio={pane.ratio}>{pane.image}</View>
          </div>
          <div className={styles.overlay}>
            <View ratio={pane.ratio}>{pane.overlay}</View>
          </div>
          <div className={styles.label}>{pane.label}</div>
        </div>
      ))}
      {mode === 'wipe' && <Wipe value={wipe} onValue={setWipe} />}
    </div>
  )
}

/** The part of a pane that is zoomed. */
function View({ ratio, children }: { ratio: number; children: ReactNode }) {
  return (
    <div className={styles.view}>
      <div className={styles.image} style={{ '--ratio': ratio } as CSSProperties}>
        {children}
      </div>
    </div>
  )
}
