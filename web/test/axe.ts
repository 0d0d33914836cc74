import assert from 'node:assert/strict'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Fails on WCAG 2.2 AA violations that axe finds on the current page. */
export async function requireAccessible(page: Page): Promise<void> {
  await requireNothing(page, (axe) => axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']))
}

/** The same for both themes. Only colours differ in the second one, so only the rules about colours run again. */
export async function requireAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await requireAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await requireNothing(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))
}

async function requireNothing(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // Runs axe in the page itself, without a second page: there are no cross-origin frames.
  const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode()).analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  )
  assert.deepEqual(found, [], page.url())
}
