// The comments of a review room, as tests find them.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { readFrame } from './frame-numbers.ts'

export const panel = (page: Page) => page.getByRole('complementary')

export const field = (page: Page) =>
  panel(page).getByRole('textbox', { name: 'Comment', exact: true }).and(page.locator(':visible'))

/** The thread with this text. */
export const thread = (page: Page, text: string) =>
  panel(page).getByRole('listitem').filter({ hasText: text })

export const rows = (page: Page) => panel(page).locator('li[data-index]')

export const drawing = (page: Page) => page.getByRole('img', { name: 'Drawing on the image' })

export async function goTo(page: Page, frame: number): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.type(String(frame))
  await page.keyboard.press('Enter')
  await requireFrame(page, frame)
}

export async function requireFrame(page: Page, frame: number): Promise<void> {
  await page.locator('[aria-busy=false] [data-frame]').getByText(String(frame), { exact: true }).waitFor()
  assert.equal(await readFrame(page.locator('video')), frame)
}

/** Draws with the pen, once it is there, from one spot of the image to another, in fractions of its size. */
export async function draw(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const { x, y, width, height } = (await page.getByTestId('sheet').boundingBox())!
  await page.mouse.move(x + from[0] * width, y + from[1] * height)
  await page.mouse.down()
  await page.mouse.move(x + ((from[0] + to[0]) / 2) * width, y + to[1] * height)
  await page.mouse.move(x + to[0] * width, y + to[1] * height)
  await page.mouse.up()
}

export const box = {
  kind: 'box' as const,
  points: [
    [0.2, 0.2],
    [0.4, 0.4],
  ] as [number, number][],
  colour: '#ff453a',
  width: 0.01,
}
