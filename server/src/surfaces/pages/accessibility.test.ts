// Accessibility that can be checked automatically, in a real browser, in both themes and at two widths.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { needsBrowser, startBrowser } from '../../../test/helpers/browser.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { createOneTimeLink } from '../../auth/one-time-links.ts'
import { hashPassword } from '../../auth/passwords.ts'

const world = await startWorld()
const origin = world.url.replace('127.0.0.1', 'localhost')

const faults = readFileSync(new URL('../../../test/helpers/page-faults.js', import.meta.url), 'utf8')

test(
  'pages have one heading, names for all that can be used, enough contrast, and no sideways scrolling',
  needsBrowser,
  async () => {
    const owner = await world.person({ role: 'OWNER' })
    const { sql } = world.database
    await sql`update users set password_hash = ${await hashPassword('x')} where id = ${owner.userId}`
    const session = await world.session(owner.userId)
    const invite = async (email: string) => {
      const body = { email, role: 'MEMBER' }
      const made = await world.call('POST /api/workspace/invitations', { key: session, body })
      return made.body.data.url.slice(origin.length)
    }
    const invitations = [await invite('new@example.com'), await invite(await strangersEmail())]
    const reset = await createOneTimeLink(sql, '', owner.userId, 'RESET')
    const browser = await startBrowser()
    const stranger = await browser.newContext()
    const signedIn = await browser.newContext()
    const value = session.replace('session:', '')
    await signedIn.addCookies([{ name: 'dailies', value, url: origin }])
    for (const [context, paths] of [
      [stranger, ['/sign-in', '/forgot', reset, '/reset', '/join/nowhere', ...invitations]],
      [signedIn, invitations],
    ] as const) {
      const page = await context.newPage()
      for (const path of paths) {
        for (const [width, colorScheme] of [
          [375, 'light'],
          [1280, 'dark'],
        ] as const) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          await page.goto(origin + path)
          assert.deepEqual(await page.evaluate(faults), [], `${path} ${width} ${colorScheme}`)
        }
      }
    }
  },
)

/** The address of a person who has an account in another workspace. */
async function strangersEmail(): Promise<string> {
  const workspaceId = await world.workspace()
  return (await world.person({ workspaceId, name: 'M'.repeat(90) })).email
}
