// Elements without a framework. Text is always set as text: names and comments are written by strangers.

export type Child = Node | string | undefined | false
export type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>

/** `on…` attributes are listeners; `true` is an empty attribute; `false` and undefined are left out. */
export function h(name: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag!)
  element.classList.add(...classes)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== undefined && child !== false),
  )
  return element
}

const svg = 'http://www.w3.org/2000/svg'

/** An icon of the app: 20 units wide. The button around it carries the label. */
export function icon(path: string): SVGElement {
  const element = document.createElementNS(svg, 'svg')
  for (const [key, value] of Object.entries({ viewBox: '0 0 20 20', 'aria-hidden': 'true', class: 'icon' }))
    element.setAttribute(key, value)
  const line = document.createElementNS(svg, 'path')
  line.setAttribute('d', path)
  element.append(line)
  return element
}

export const icons = {
  back: 'm12 4-6 6 6 6',
  next: 'm8 4 6 6-6 6',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  open: 'M11 3.5h5.5V9M16.5 3.5 9 11M8 4.5H4.5v11h11V12',
  pen: 'm4 16 1-4L14 3l3 3-9 9-4 1Z',
}

/** Moves the focus to the element with this `data-key`, if there is one. */
export function focusOn(key: string): Element | null {
  const element = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
  element?.focus({ preventScroll: true })
  return element
}

/**
 * Replaces the children of an element, and returns the focus and the caret to the element with the same `data-key`: the
 * card is drawn anew after each change.
 */
export function redraw(parent: HTMLElement, ...children: Child[]): void {
  const active = document.activeElement
  const key = active instanceof HTMLElement && parent.contains(active) ? active.dataset.key : undefined
  const caret = active instanceof HTMLTextAreaElement ? active.selectionStart : undefined
  parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)))
  if (key === undefined) return
  const again = focusOn(key)
  if (again instanceof HTMLTextAreaElement && caret !== undefined) again.setSelectionRange(caret, caret)
}

let isPressed = false
let late: (() => void) | undefined

/** Draws now; while a button is pressed, only when it is released: a press on an element that is replaced is no click. */
export function drawWhenReleased(draw: () => void): void {
  if (isPressed) late = draw
  else draw()
}

function release(): void {
  isPressed = false
  const draw = late
  late = undefined
  draw?.()
}

addEventListener('pointerdown', ({ button }) => {
  isPressed = button === 0
})
addEventListener('keydown', ({ key, target }) => {
  if (key === ' ' && target instanceof HTMLButtonElement) isPressed = true
})
// The card draws at once what a click changes.
addEventListener(
  'click',
  () => {
    isPressed = false
  },
  true,
)
// The click comes after these events, in the same task.
for (const type of ['pointerup', 'pointercancel', 'contextmenu', 'keyup', 'blur'])
  addEventListener(type, () => setTimeout(release))
