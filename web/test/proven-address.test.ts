// A new email address on a server that sends mail: it is pending in the profile until its link is opened.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkIn } from '../../server/test/helpers/page-client.ts'
import { startMailServer } from '../../server/test/stand-ins/mail-server.ts'
import { requireAccessible } from './axe.ts'
import { needsBrowser, startApp } from './start-app.ts'

const mail = await startMailServer()
const app = await startApp({ env: { SMTP_URL: mail.url, MAIL_FROM: 'review@example.com' } })
const { world } = app

async function letterTo(address: string) {
  for (;;) {
    const letter = await mail.next()
    if (letter.to.includes(address)) return letter.text
  }
}

test(
  'the profile says where the link was sent, and shows the address once it is confirmed',
  needsBrowser,
  async () => {
    const user = await world.person({ name: 'Ann', email: 'ann@example.com' })
    const page = await app.open('/settings/profile', { user })
    await page.getByLabel('Email').fill('anna@example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/We sent a link to anna@example.com.*until then ann@example.com stays/).waitFor()
    await requireAccessible(page)
    await page.goto(linkIn(await letterTo('anna@example.com')))
    await requireAccessible(page)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByRole('heading', { name: 'Address confirmed' }).waitFor()
    await page.goto('/settings/profile')
    await page.getByLabel('Email').waitFor()
    assert.equal(await page.getByLabel('Email').inputValue(), 'anna@example.com')
    assert.equal(await page.getByText('We sent a link').count(), 0)
  },
)

test('an unconfirmed address is confirmed from the profile', needsBrowser, async () => {
  const user = await world.person({ name: 'Bo', email: 'bo@example.com' })
  await world.database.sql`update users set email_proven_at = null where id = ${user.userId}`
  const page = await app.open('/settings/profile', { user })
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByText('We sent a link to bo@example.com').waitFor()
  await page.goto(linkIn(await letterTo('bo@example.com')))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('heading', { name: 'Address confirmed' }).waitFor()
  await page.goto('/settings/profile')
  await page.getByLabel('Email').waitFor()
  assert.equal(await page.getByText('not confirmed yet').count(), 0)
})

test('after a reset, the profile says what was removed', needsBrowser, async () => {
  const { email } = await world.person({ name: 'Cleo' })
  const page = await app.open('/forgot')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.goto(linkIn(await letterTo(email)))
  await page.getByText(/removes all passkeys, API keys and connected apps of the account/).waitFor()
  await page.getByLabel('New password').fill('a long enough password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('all passkeys, API keys and connected apps of your account are removed').waitFor()
  await requireAccessible(page)
})
