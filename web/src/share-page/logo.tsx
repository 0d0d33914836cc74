import type { ShareBrand } from '@dailies/sdk'
import { useState } from 'react'
import styles from './logo.module.css'

/** The logo of the workspace; without one, its initial in its colour. The name is written beside it or in a label. */
export function Logo({ brand, size }: { brand: ShareBrand; size: number }) {
  const [broken, setBroken] = useState(false)
  const measures = { inlineSize: size, blockSize: size, fontSize: size * 0.5, borderRadius: size * 0.22 }
  if (brand.avatarUrl && !broken)
    return (
      <img
        className={styles.logo}
        src={`${brand.avatarUrl}?size=${size > 32 ? 512 : 128}`}
        alt=""
        style={measures}
        onError={() => setBroken(true)}
      />
    )
  return (
    <span
      className={styles.logo}
      style={measures}
      data-initial={[...brand.name.trim()][0]?.toLocaleUpperCase()}
      aria-hidden="true"
    />
  )
}
