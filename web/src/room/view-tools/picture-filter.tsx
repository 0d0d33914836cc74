// Exposure, channels and false colour as an SVG filter: the browser applies it to each frame that it paints, also to media of
// another origin, whose pixels a script could not read.
import { useLayoutEffect, useRef } from 'react'
import { channelMatrix, exposureTable, falseColourTables } from './filter-tables.ts'
import { useView } from './view-state.ts'
import styles from './view-tools.module.css'

export function PictureFilter() {
  const channel = useView((state) => state.channel)
  const exposure = useView((state) => state.exposure)
  const falseColour = useView((state) => state.falseColour)
  const svg = useRef<SVGSVGElement>(null)
  // Another name for other values: not every browser paints a video again when a filter changes.
  const id = `picture-${channel}-${exposure}-${falseColour}`
  useLayoutEffect(() => {
    const { style } = svg.current!.parentElement!
    style.setProperty('--picture-filter', `url("#${id}")`)
    return () => void style.removeProperty('--picture-filter')
  }, [id])
  const table = exposureTable(exposure)
  return (
    <svg ref={svg} className={styles.filter} aria-hidden="true">
      <filter id={id} x="0" y="0" width="1" height="1" colorInterpolationFilters="sRGB">
        {exposure !== 0 && (
          <feComponentTransfer>
            <feFuncR type="table" tableValues={table} />
            <feFuncG type="table" tableValues={table} />
            <feFuncB type="table" tableValues={table} />
          </feComponentTransfer>
        )}
        {channel !== 'colour' && <feColorMatrix type="matrix" values={channelMatrix(channel)} />}
        {falseColour && <FalseColour />}
      </filter>
    </svg>
  )
}

/** Colours by the luma of the image as it is shown: of one channel and exposed, if so chosen. */
function FalseColour() {
  const [red, green, blue] = falseColourTables()
  return (
    <>
      <feColorMatrix type="matrix" values={channelMatrix('luma')} />
      <feComponentTransfer>
        <feFuncR type="discrete" tableValues={red} />
        <feFuncG type="discrete" tableValues={green} />
        <feFuncB type="discrete" tableValues={blue} />
      </feComponentTransfer>
    </>
  )
}
