// Layout rules: nothing overflows, nothing covers a control, and touch targets are large enough.
import type { Page } from 'playwright-core'

/** In CSS pixels, on touch. */
const smallestTarget = 40

/**
 * Markers on a timeline are as close together as their comments, which are also in the list beside it; the handle
 * between panes is dragged, not tapped, and has keys and buttons that do the same.
 */
const mayBeSmall = '[data-marker], [role=separator]'

/** One sentence per violation; an empty list for a page without violations. */
export function layoutFaults(page: Page, { touch }: { touch: boolean }): Promise<string[]> {
  return page.evaluate(findFaults, { least: touch ? smallestTarget : 0, mayBeSmall })
}

/** Runs in the page. */
function findFaults({ least, mayBeSmall }: { least: number; mayBeSmall: string }): string[] {
  const faults = new Set<string>()
  const selector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [role=button], [role=slider], [role=checkbox], [role=radio], [role=switch], [role=combobox], [role=menuitem], [role=tab]'
  // Found once: matching the selector at every point would take half of the time.
  const controls = new Set(document.querySelectorAll<HTMLElement>(selector))
  const labelsByElement = new Map<Element, Element[]>()
  const open = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].filter(
    isShown,
  )
  const top = open.at(-1) ?? document.body

  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth)
    faults.add(`the page is ${root.scrollWidth - root.clientWidth} px wider than the window: ${widest()}`)

  for (const control of controls) {
    if (
      !top.contains(control) ||
      !isShown(control) ||
      control.closest('[inert]') ||
      getComputedStyle(control).pointerEvents === 'none'
    )
      continue
    if (!isReachable(control))
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const point = centreOf(control)
    if (!point) continue
    const hit = controlAt(point.x, point.y)
    if (!isSame(control, hit)) {
      faults.add(
        `${nameOf(control)} is covered by ${nameOf(hit ?? document.elementFromPoint(point.x, point.y))}`,
      )
      continue
    }
    if (least > 0 && !control.matches(mayBeSmall) && !isInText(control)) {
      let { width, height } = sizeOf(control, point)
      if (width < least || height < least) {
        // The element may be partly scrolled out of view.
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        ;({ width, height } = sizeOf(control, centreOf(control) ?? point))
      }
      if (width < least || height < least)
        faults.add(`${nameOf(control)} is a target of ${width} × ${height} px`)
    }
  }
  return [...faults]

  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }

  /** Its centre, if neither the window nor a scrolling ancestor clips it. */
  function centreOf(element: Element): { x: number; y: number } | undefined {
    const clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    for (
      let parent = element.parentElement;
      parent && parent !== document.body;
      parent = parent.parentElement
    ) {
      if (getComputedStyle(parent).overflow === 'visible') continue
      const rect = parent.getBoundingClientRect()
      clip.left = Math.max(clip.left, rect.left)
      clip.top = Math.max(clip.top, rect.top)
      clip.right = Math.min(clip.right, rect.right)
      clip.bottom = Math.min(clip.bottom, rect.bottom)
    }
    // The centre of a link that wraps may be between its lines.
    const rect = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2]
    return x > clip.left && x < clip.right && y > clip.top && y < clip.bottom ? { x, y } : undefined
  }

  function isReachable(element: Element): boolean {
    const point = centreOf(element)
    return point !== undefined && isSame(element, controlAt(point.x, point.y))
  }

  function controlAt(x: number, y: number): Element | null {
    let element = document.elementFromPoint(x, y)
    while (element && !controls.has(element as HTMLElement)) element = element.parentElement
    return element
  }

  /** A checkbox is hit through its label, a label through its checkbox, a field through the icon in it. */
  function isSame(control: Element, hit: Element | null): boolean {
    if (!hit) return false
    if (control === hit || control.contains(hit) || hit.contains(control)) return true
    return (
      labelsOf(control).some((label) => label.contains(hit)) ||
      labelsOf(hit).some((label) => label.contains(control))
    )
  }

  function labelsOf(element: Element): Element[] {
    let labels = labelsByElement.get(element)
    if (!labels) {
      labels = [...((element as HTMLInputElement).labels ?? [])]
      labelsByElement.set(element, labels)
    }
    return labels
  }

  function sizeOf(control: Element, point: { x: number; y: number }) {
    return { width: extent(control, point, 'x'), height: extent(control, point, 'y') }
  }

  /**
   * How far from the centre a tap still hits the element, in total, up to the required size. Finding the element at a
   * point is slow, so that only an element that is too small is measured to the pixel.
   */
  function extent(control: Element, point: { x: number; y: number }, axis: 'x' | 'y'): number {
    const roughly = extentInSteps(control, point, axis, 4)
    return roughly >= least ? roughly : extentInSteps(control, point, axis, 1)
  }

  function extentInSteps(
    control: Element,
    { x, y }: { x: number; y: number },
    axis: 'x' | 'y',
    stride: number,
  ): number {
    let sum = 1
    for (const sign of [-1, 1]) {
      for (let step = stride; step < least; step += stride) {
        const [px, py] = axis === 'x' ? [x + sign * step, y] : [x, y + sign * step]
        // The edge of the window catches every tap beyond it.
        const isOutside = px < 0 || py < 0 || px >= innerWidth || py >= innerHeight
        if (!isOutside && !isSame(control, controlAt(px, py))) break
        sum += stride
      }
      if (sum >= least) break
    }
    return sum
  }

  /** An inline link is as high as its line. */
  function isInText(control: Element): boolean {
    if (control.tagName !== 'A' || getComputedStyle(control).display !== 'inline') return false
    return (
      (control.parentElement?.textContent ?? '').trim().length > (control.textContent ?? '').trim().length
    )
  }

  function widest(): string {
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => isShown(element) && element.getBoundingClientRect().right > root.clientWidth + 1,
    )
    return wide.slice(-1).map(nameOf).join()
  }

  function nameOf(element: Element | null): string {
    if (!element) return 'nothing'
    const text =
      element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.getAttribute('name'))
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase()
    return `${kind} “${(text || element.className || '').toString().slice(0, 50)}”`
  }
}
