// Every dialog focuses its first field, and on a phone its buttons stay above the keyboard.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { choose } from './controls.ts'
import { furnish } from './furnished-studio.ts'
import { followFromNowhere, needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
// Without previews: no dialog shows any.
const app = await startApp({ work: true })
const made = 'skip' in options ? undefined : await furnish(app.world)

const fill = (path: string) =>
  path.replaceAll(/\$(\w+)/g, (_, name: string) => (made!.ids as Record<string, string>)[name]!)

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const item = (menu: string | RegExp, name: RegExp) => async (page: Page) => {
  await click(menu)(page)
  await page.getByRole('menuitem', { name }).first().click()
}
const key = (pressed: string) => async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press(pressed)
}

type Line = [path: string, open: (page: Page) => Promise<unknown>]

const lines: Line[] = [
  ['/', key('n')],
  ['/', key('?')],
  ['/projects', item('Options for Harbour', /^Edit/)],
  ['/projects/$project', click(/^Generate/)],
  ['/projects/$project', key('f')],
  ['/projects/$project', item('Options for Still.png', /^Rename/)],
  ['/projects/$project', item('Options for Still.png', /^Move/)],
  ['/projects/$project', item('Options for Still.png', /^Delete/)],
  ['/projects/$project/versions', click(/^New review/)],
  ['/projects/$project/versions/$review', click(/^Ask people/)],
  ['/projects/$project/versions/$review', click('Request changes')],
  ['/projects/$project/versions/$review', item('Review options', /^Download files/)],
  ['/projects/$project/versions/$review', item('Review options', /^Download receipt/)],
  ['/projects/$project/people', click(/^New link|^Create link/)],
  ['/projects/$project/people', click(/^Add people/)],
  ['/settings/passkeys', click(/^Rename/)],
  ['/settings/passkeys', click(/^Delete/)],
  ['/settings/apps', click(/^Disconnect/)],
  ['/settings/api-keys', click('Create key')],
  ['/settings/members', click('Invite a member')],
  ['/settings/members', click(/^Remove/)],
  ['/settings/webhooks', click('Create webhook')],
  ['/settings/webhooks?webhook=$webhook', click('Edit')],
  ['/settings/webhooks?webhook=$webhook', click('New secret')],
  ['/settings/webhooks?webhook=$webhook', click('Delete')],
  ['/skills', click('New skill')],
  ['/skills/$skill', click('Details')],
  ['/skills/$skill', click('Delete')],
]

/**
 * The element with the focus: `field` is the first field of the dialog, `button` any button but Close, `dialog` the
 * dialog itself.
 */
const focused = (page: Page) =>
  page.waitForFunction(() => {
    const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
    const active = document.activeElement
    if (!dialog || !active || !dialog.contains(active)) return undefined
    const fields = [...dialog.querySelectorAll<HTMLElement>('input, textarea, select, [role=combobox]')]
    const usable = fields.filter((field) => field.offsetParent !== null && field.matches(':enabled'))
    const first = usable[0]
    const isRadio = first instanceof HTMLInputElement && first.type === 'radio'
    const sameGroup = isRadio && active instanceof HTMLInputElement && active.name === first.name
    if (first && (active === first || sameGroup)) return 'field'
    if (active === dialog) return usable.length === 0 ? 'dialog' : 'dialog before its fields'
    return active.getAttribute('aria-label') === 'Close'
      ? 'close'
      : usable.length === 0
        ? 'button'
        : 'elsewhere'
  })

test('each dialog focuses its first field, and never its close button', options, async (t) => {
  const page = await app.open('/', { user: made!.owner })
  let shown = '/'
  for (const [path, open] of lines)
    await t.test(
      `${path}, number ${lines.filter((line) => line[0] === path).findIndex((line) => line[1] === open) + 1}`,
      async () => {
        if (path !== shown) await followFromNowhere(page, fill(path))
        shown = path
        await open(page)
        await page.getByRole('dialog').waitFor()
        const place = await (await focused(page)).jsonValue()
        assert.ok(place === 'field' || place === 'button' || place === 'dialog', `${place}`)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      },
    )
})

for (const [upright, turned] of [
  ['phone', 'landscape'],
  ['desktop', 'tablet'],
] as const) {
  test(`a form in a dialog: focus, button order and keyboard: ${upright}, ${turned}`, options, async () => {
    const page = await app.open('/', { user: made!.owner, size: upright })
    const touch = upright === 'phone'
    for (const size of [upright, turned]) {
      await setSize(page, sizes[size])
      await page.goto('/settings/api-keys')
      await click('Create key')(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).waitFor()
      const place = await (await focused(page)).jsonValue()
      assert.equal(place, touch ? 'dialog before its fields' : 'field')

      await choose(dialog.getByRole('combobox', { name: 'Expires' }), 'Never')
      const [cancel, main] = [
        dialog.getByRole('button', { name: 'Cancel' }),
        dialog.getByRole('button', { name: 'Create key' }),
      ]
      const right = async (locator: typeof cancel) => (await locator.boundingBox())!.x
      assert.ok((await right(cancel)) < (await right(main)), 'the main button is last')
      // A keyboard of 150 px opens: the browser shrinks the visual viewport and fires an event.
      const visible = await page.evaluate(() => {
        const height = window.innerHeight - 150
        Object.defineProperty(window.visualViewport, 'height', { value: height, configurable: true })
        window.visualViewport!.dispatchEvent(new Event('resize'))
        return height
      })
      for (const button of [cancel, main]) {
        const box = (await button.boundingBox())!
        assert.ok(box.y >= 0 && box.y + box.height <= visible, `${size}: ${JSON.stringify(box)}`)
        assert.ok(box.height >= (touch ? 44 : 32), `${size}: ${box.height} px high`)
      }
    }
  })
}
