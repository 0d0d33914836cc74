// The settings, as tests find them.
import type { Page } from 'playwright-core'

export const dialog = (page: Page) => page.getByRole('dialog')

/** The secret in the dialog. */
export async function shownOnce(page: Page): Promise<string> {
  await dialog(page)
    .getByText(/shown only once/)
    .waitFor()
  return (await dialog(page).locator('code').textContent())!
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
