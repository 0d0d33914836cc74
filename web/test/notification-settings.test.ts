// Mail about notifications in the settings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../server/test/helpers/until.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { choose } from './controls.ts'
import { layoutFaults } from './layout-rules.ts'
import { button } from './settings-page.ts'
import { needsBrowser, resize, startApp, views } from './start-app.ts'

// Nothing listens there: the settings only show whether mail can be sent.
const app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'review@example.com' } })
const { world } = app
const { sql } = world.database

const settingsOf = async (key: string) =>
  (await world.call('GET /api/notification-settings', { key })).body.data

test(
  'the frequency and the time zone are saved, and a stopped address is tried again',
  needsBrowser,
  async () => {
    const user = await world.person({ name: 'Ann', email: 'ann@example.com' })
    const page = await app.open('/settings/notifications', { user })
    await page.getByText('Sent to ann@example.com.').waitFor()
    await page.getByText('One mail about what you have not seen for 10 minutes.').waitFor()
    // The time zone of the browser is stored once.
    const own = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    await until(async () => (await settingsOf(user.key)).timeZone === own)

    await page.getByLabel('Daily').check()
    await page.getByText('One mail a day at 9:00').waitFor()
    await choose(page.getByLabel('Time zone'), 'Europe/Berlin')
    await until(async () => {
      const { mail, timeZone } = await settingsOf(user.key)
      return mail === 'DAILY' && timeZone === 'Europe/Berlin'
    })

    await sql`
    update notification_settings set stopped_email = 'ann@example.com', stopped_at = now(),
      stopped_reason = '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in virtual mailbox table'
    where user_id = ${user.userId}`
    await page.reload()
    await page.getByText(/Mail to ann@example.com stopped/).waitFor()
    await requireAccessibleInBothThemes(page)
    for (const view of views) {
      await resize(page, view)
      assert.deepEqual(await layoutFaults(page, { touch: false }), [])
    }
    await button(page, 'Try again').click()
    await page.getByText('Mail is sent to this address again.').waitFor()
    assert.equal((await settingsOf(user.key)).mailStopped, null)
  },
)
