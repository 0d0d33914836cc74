// Operates the controls of web/src/ui as a person does.
import type { Locator, Page } from 'playwright-core'
import type { sizes } from './start-app.ts'

/** Opens a select and chooses an option by its text. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click()
  await select.page().getByRole('option', { name: option, exact: true }).click()
}

/** On a phone in landscape the comments of the review room are in a drawer over the image. */
export async function openComments(page: Page, size: keyof typeof sizes): Promise<void> {
  if (size === 'landscape') await page.getByRole('button', { name: 'Show comments' }).click()
}
