// Driving the controls of web/src/ui as a person does.
import type { Locator } from 'playwright-core'

/** Opens a select and takes one of its options, by its text. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click()
  await select.page().getByRole('option', { name: option, exact: true }).click()
}
