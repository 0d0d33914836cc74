import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()

test('a signed-in person sees the app', needsBrowser, async () => {
  const user = await app.world.person()
  const page = await app.open('/', { user, size: 'phone' })
  await page.getByRole('heading').first().waitFor()
  assert.equal(page.url(), `${app.origin}/`)
})

test('a signed-out person is redirected to sign in, and back', needsBrowser, async () => {
  const page = await app.open('/files/x?t=1&v=2')
  assert.equal(page.url(), `${app.origin}/sign-in?next=${encodeURIComponent('/files/x?t=1&v=2')}`)
})
