import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** Fails on WCAG 2.2 AA violations that axe finds on the current page. */
export function requireAccessible(page: Page | Frame): Promise<void> {
  return requireNothing(page, {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  })
}

/**
 * The same for both themes. Only colours differ in the second one, so only the rules about colours run again, and only
 * if a colour has changed: the review room is dark in both.
 */
export async function requireAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await requireAccessible(page)
  const before = await page.evaluate(coloursOf)
  await page.emulateMedia({ colorScheme: 'light' })
  if ((await page.evaluate(coloursOf)) === before) return
  await requireNothing(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })
}

/** Runs in the page. */
function coloursOf(): string {
  return [...document.querySelectorAll('*')]
    .map((element) => {
      const { color, backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
      return `${color} ${backgroundColor} ${backgroundImage} ${opacity}`
    })
    .join()
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function requireNothing(page: Page | Frame, runOnly: Axe.RunOnly): Promise<void> {
  // axe stays in the page until it is left, and describes violations only: this takes half of the time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
    )
  }, runOnly)
  assert.deepEqual(found, [], page.url())
}
