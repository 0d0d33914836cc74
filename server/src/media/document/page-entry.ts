/**
 * An entry of `pages.json`. `image` is relative to the manifest; null when the page is broken. Sizes are in
 * points.
 */
export type PageEntry = { number: number; width: number; height: number; image: string | null }

export function imageOf(page: number): string {
  return `pages/${page}.webp`
}
