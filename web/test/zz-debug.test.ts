import { test } from 'node:test'
import { follow, needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
test('menu', needsBrowser, async () => {
  const { owner } = await app.world.project({ name: 'Harbour' })
  const page = await app.open('/projects', { user: owner, size: 'phone' })
  page.on('requestfailed', (r) => console.log('FAILED', r.url()))
  page.on('pageerror', (r) => console.log('ERR', r.stack))
  page.on('console', (m) => console.log(m.text()))
  await page.getByRole('link', { name: 'Harbour' }).first().waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').waitFor()
  await follow(page, '/skills/a/page/that/does/not/exist')
  await page.waitForTimeout(2000)
  console.log(page.url(), await page.locator('body').innerText())
  await page.screenshot({ path: '/tmp/menu.png' })
})
