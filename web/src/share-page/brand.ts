// The colour of the workspace on this page, instead of that of the app.
import type { ShareBrand } from '@dailies/sdk'
import { useLayoutEffect } from 'react'
import { accentIn } from '../ui/accent.ts'

export function useBrand({ accentColor }: Pick<ShareBrand, 'accentColor'>): void {
  useLayoutEffect(() => {
    if (accentColor === null) return
    const [light, dark] = [accentIn('light', accentColor), accentIn('dark', accentColor)]
    const colours = {
      '--accent': `light-dark(${light.accent}, ${dark.accent})`,
      '--on-accent': `light-dark(${light.onAccent}, ${dark.onAccent})`,
      '--accent-ground': `light-dark(${light.ground}, ${dark.ground})`,
      '--stage-accent': dark.accent,
    }
    const { style } = document.documentElement
    for (const [name, value] of Object.entries(colours)) style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(colours)) style.removeProperty(name)
    }
  }, [accentColor])
}

/** The title of the tab: what is shared, and by whom. */
export function useShareTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = parts.filter(Boolean).join(' · ')
  useLayoutEffect(() => {
    if (title) document.title = title
  }, [title])
}
