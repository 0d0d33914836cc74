export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'dailies.theme'

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(key)
  return themes.find((theme) => theme === kept) ?? 'system'
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  localStorage.setItem(key, theme)
  document.documentElement.dataset.theme = theme
}
