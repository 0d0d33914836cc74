import { IconButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { FitIcon, MinusIcon } from '../player/icons.tsx'
import type { ZoomTools } from './zoom-pane.tsx'
import styles from './zoom-toolbar.module.css'

export function ZoomToolbar({ scale, zoomBy, fit, actual }: ZoomTools) {
  return (
    <div className={styles.toolbar} data-bar="float" role="toolbar" aria-label="Zoom">
      <IconButton label="Zoom out" shortcut="-" onClick={() => zoomBy(0.8)}>
        <MinusIcon />
      </IconButton>
      <button type="button" className={styles.scale} title="Actual size (1)" onClick={actual}>
        {Math.round(scale * devicePixelRatio * 100)} %
      </button>
      <IconButton label="Zoom in" shortcut="+" onClick={() => zoomBy(1.25)}>
        <PlusIcon />
      </IconButton>
      <IconButton label="Fit" shortcut="0" onClick={fit}>
        <FitIcon />
      </IconButton>
    </div>
  )
}
