import assert from 'node:assert/strict'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Fails with what axe finds against WCAG 2.2 AA on the page as it is now. */
export async function requireAccessible(page: Page): Promise<void> {
  await requireNothing(page, (axe) => axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']))
}

/** The same for both themes. In the second one only the colours are others, so only what is about them is asked again. */
export async function requireAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await requireAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await requireNothing(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))
}

async function requireNothing(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // Within the page, without a second one: there are no frames of others.
  const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode()).analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  )
  assert.deepEqual(found, [], page.url())
}
