// A project with a check profile of its own, and a video with a fault at known frames, for tests of checks in the browser.
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { Dailies, type FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { playableClip, uploadClips, withProbedVideos } from './frame-numbers.ts'
import { type OpenOptions, startApp } from './start-app.ts'

const rules = {
  black: { level: 'PROBLEM', seconds: 0.4, allowedHead: 0, allowedTail: 0 },
  size: { level: 'WARNING', sizes: ['1920x1080'] },
  frameRate: { level: 'PROBLEM', rates: ['25'] },
  loudness: { level: 'INFO', target: -14, tolerance: 2, gating: 'PROGRAMME' },
}

/** The frames that are black. */
export const [first, last] = [60, 84]

/** The number of each frame is in its pixels, except for those that are black. */
const faulty = {
  ...playableClip,
  name: 'Ferry',
  frames: 150,
  filters: `scale=out_color_matrix=bt601:out_range=tv,format=yuv420p,drawbox=x=0:y=0:w=iw:h=ih:c=black:t=fill:enable='between(n,${first},${last})'`,
}

export async function startChecks() {
  const app = await startApp({ work: true, findProcessor: withProbedVideos(), measure: 'configured' })
  const { id: projectId, owner } = await app.world.project()
  const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
  await app.world.database.sql`
    with own as (
      insert into check_profiles (id, workspace_id, name, version)
      select 'delivery', workspace_id, 'Delivery', 3 from projects where id = ${projectId} returning id, workspace_id
    ), versioned as (
      insert into check_profile_versions (profile_id, version, rules)
      select id, 3, ${JSON.stringify(rules)}::jsonb from own
    )
    insert into check_settings (workspace_id, project_id, profile_id) select workspace_id, ${projectId}, id from own`

  /** Waits for the checks of a file. */
  async function checked(file: Pick<FileDetails, 'id'>): Promise<void> {
    for (;;) {
      const { state, failure } = await client.checks.get(file.id)
      if (state === 'READY') return
      assert.ok(state === 'QUEUED' || state === 'MEASURING', `${state} ${failure?.message}`)
      await setTimeout(50)
    }
  }

  async function upload(replaces?: FileDetails): Promise<FileDetails> {
    const [file] = await uploadClips(client, projectId, [faulty], replaces ? [replaces] : [])
    await checked(file!)
    return file!
  }

  let uploaded: Promise<FileDetails> | undefined
  return {
    app,
    projectId,
    owner,
    client,
    checked,
    upload,
    /** For tests that change nothing about its findings. */
    unchanged: () => (uploaded ??= upload()),
    open: (file: Pick<FileDetails, 'id'>, options: OpenOptions = {}, search = '') =>
      app.open(`/files/${file.id}${search}`, { user: owner, ...options }),
  }
}

export const ready = (page: Page) => page.locator('[aria-busy=false] [data-frame]').waitFor()
export const panelOf = (page: Page) => page.getByRole('tabpanel', { name: /^Checks of/ })
export const checksTab = (page: Page) => page.getByRole('tab', { name: /^Checks/ })

export async function frameAt(page: Page, frame: number): Promise<void> {
  await page.locator('[aria-busy=false] [data-frame]').getByText(String(frame), { exact: true }).waitFor()
}
