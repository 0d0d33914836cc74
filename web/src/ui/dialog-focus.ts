// The initial focus of a dialog, and its lower edge while an on-screen keyboard is open.
import styles from './dialog.module.css'

const fields = 'input, textarea, select, [role=combobox], [contenteditable=true]'

/**
 * The first field; without fields, the first of the buttons at the end, which is Cancel where something is deleted. On
 * touch undefined: focus in a field would open the keyboard over a dialog that nobody has read yet.
 */
export function firstControl(popup: HTMLElement): HTMLElement | undefined {
  if (matchMedia('(pointer: coarse)').matches) return undefined
  return firstField(popup) ?? popup.querySelector<HTMLElement>(`.${styles.buttons} button`) ?? undefined
}

function firstField(popup: HTMLElement): HTMLElement | undefined {
  const usable = (field: HTMLElement) => field.matches(':enabled') && field.offsetParent !== null
  const all = [...popup.querySelectorAll<HTMLElement>(fields)].filter(usable)
  // Of radio buttons, the checked one gets the focus.
  const [first] = all
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return all.find((field) => field instanceof HTMLInputElement && field.name === first.name && field.checked)
}

/** Whether a dialog is open over this element. */
export function isBehindDialog(element: HTMLElement | null): boolean {
  const top = [...document.querySelectorAll(`.${styles.popup}`)].at(-1)
  return top !== undefined && !top.contains(element)
}

/** Moves the focus to the first field when it appears after the dialog, unless the person has already moved it. */
export function focusLater(popup: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    const active = document.activeElement
    if (active !== popup && active !== document.body) return observer.disconnect()
    const control = firstControl(popup)
    if (!control) return
    observer.disconnect()
    control.focus()
  })
  observer.observe(popup, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Sets `--keyboard` to the height of the window that an on-screen keyboard covers. */
export function followKeyboard(): () => void {
  const view = window.visualViewport
  if (!view) return () => {}
  const measure = () => {
    const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop)
    document.documentElement.style.setProperty('--keyboard', `${covered}px`)
  }
  measure()
  view.addEventListener('resize', measure)
  view.addEventListener('scroll', measure)
  return () => {
    view.removeEventListener('resize', measure)
    view.removeEventListener('scroll', measure)
    document.documentElement.style.removeProperty('--keyboard')
  }
}
