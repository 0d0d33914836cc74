import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { BackIcon, Icon, PlusIcon } from '../../ui/icons.tsx'
import { FitIcon, MinusIcon } from '../player/icons.tsx'
import styles from './document-bar.module.css'
import type { PageZoom } from './page-sizes.ts'

type DocumentBarProps = {
  current: number
  total: number
  goTo: (page: number) => void
  zoom: PageZoom
  scale: number
  setZoom: (zoom: PageZoom) => void
  zoomBy: (direction: 1 | -1) => void
  thumbnails: { on: boolean; toggle: () => void }
}

export function DocumentBar(props: DocumentBarProps) {
  const { current, total, goTo, zoom, scale, setZoom, zoomBy, thumbnails } = props
  return (
    <div className={styles.bar} data-bar="bottom">
      <IconButton
        label="Thumbnails"
        className={styles.thumbnails}
        pressed={thumbnails.on}
        onClick={thumbnails.toggle}
      >
        <PagesIcon />
      </IconButton>
      <div className={styles.group}>
        <IconButton
          label="Previous page"
          shortcut="ArrowLeft"
          disabled={current <= 1}
          onClick={() => goTo(current - 1)}
        >
          <BackIcon />
        </IconButton>
        <PageField key={current} current={current} total={total} goTo={goTo} />
        <IconButton
          label="Next page"
          shortcut="ArrowRight"
          disabled={current >= total}
          onClick={() => goTo(current + 1)}
        >
          <OnIcon />
        </IconButton>
      </div>
      <div className={styles.group}>
        <IconButton label="Zoom out" shortcut="-" onClick={() => zoomBy(-1)}>
          <MinusIcon />
        </IconButton>
        <span className={styles.scale}>{Math.round(scale * 100)} %</span>
        <IconButton label="Zoom in" shortcut="+" onClick={() => zoomBy(1)}>
          <PlusIcon />
        </IconButton>
        <IconButton
          label="Fit width"
          shortcut="W"
          pressed={zoom === 'width'}
          onClick={() => setZoom('width')}
        >
          <FitIcon />
        </IconButton>
        <IconButton label="Fit page" shortcut="0" pressed={zoom === 'page'} onClick={() => setZoom('page')}>
          <WholePageIcon />
        </IconButton>
      </div>
    </div>
  )
}

function PageField({
  current,
  total,
  goTo,
}: {
  current: number
  total: number
  goTo: (page: number) => void
}) {
  const [text, setText] = useState(String(current))
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault()
        if (/^\d+$/.test(text)) goTo(Number(text))
      }}
    >
      <input
        aria-label="Page"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setText(String(current))}
      />
      <span>of {total}</span>
    </form>
  )
}

const OnIcon = () => (
  <Icon>
    <path d="m8 4 6 6-6 6" />
  </Icon>
)

const PagesIcon = () => (
  <Icon>
    <rect x="3.5" y="4" width="4" height="5" rx="0.8" />
    <rect x="3.5" y="11.5" width="4" height="5" rx="0.8" />
    <rect x="10" y="4" width="6.5" height="12.5" rx="1" />
  </Icon>
)

const WholePageIcon = () => (
  <Icon>
    <rect x="5" y="3" width="10" height="14" rx="1.5" />
    <path d="M10 7v6" />
  </Icon>
)
