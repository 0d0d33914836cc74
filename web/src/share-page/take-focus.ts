/** The link that opened the page is gone: screen readers go on here. */
export function takeFocus(main: HTMLElement | null): void {
  if (main && document.activeElement === document.body) main.focus({ preventScroll: true })
}
