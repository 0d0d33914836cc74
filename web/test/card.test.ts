// The review card in Chromium, as a chat app shows it: the official bridge for apps, the strictest policy, the real server.
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { CallToolRequest, CallToolResult, Client } from '@modelcontextprotocol/client'
import type { Frame } from 'playwright-core'
import {
  numberOf,
  startViewing,
  type Viewed,
} from '../../server/src/operations/files/fixtures/viewed-files.ts'
import { buildWhenStale } from '../../server/src/surfaces/web/build.ts'
import { needsBrowser, startBrowser } from '../../server/test/helpers/browser.ts'
import { connect } from '../../server/test/helpers/mcp-client.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { requireAccessible } from './axe.ts'
import { type CardOptions, type OpenedCard, openCard } from './card-host.ts'
import { clipBytes } from './frame-numbers.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
await buildWhenStale()
const world = await startWorld()
const browser = 'skip' in options ? undefined : await startBrowser()
const { projectId, owner, newMedia, comment } = await startViewing(world)
const client = new Dailies({ baseUrl: world.url, token: owner.key })

/** Encoded like a proxy, so that it needs no processing. */
const clip = {
  ...{ name: 'card', extension: 'mp4', mimeType: 'video/mp4', rate: '25/1', frames: 50 },
  args: '-c:v libx264 -preset ultrafast -crf 18 -bf 0 -g 13 -keyint_min 13 -sc_threshold 0 -movflags +faststart',
}
const info = {
  kind: 'VIDEO',
  width: 192,
  height: 112,
  durationMs: 2000,
  frames: 50,
  frameRate: { num: 25, den: 1 },
} as const

const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
const box = {
  kind: 'box',
  points: [
    [0.3, 0.6],
    [0.7, 0.9],
  ],
  colour: '#ff453a',
  width: 0.03,
}

async function newReview(name: string) {
  const fileId = await newMedia(info, { 'proxy.mp4': await clipBytes(clip) })
  const notes = [
    await comment(fileId, { content: 'Softer here.', frame: 11, annotation: { shapes: [box] } }),
    await comment(fileId, { content: hostile, frame: 30 }),
  ]
  const { id: versionId } = await client.versions.create(projectId, { name, files: [{ id: fileId }] })
  return { fileId, notes, versionId }
}

const cards = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
const mcp: Client = await connect(world.url, owner.key, '2025-11-25', { capabilities: cards })
const html = await cardOf(mcp)
const opened = new Set<OpenedCard>()
after(() => mcp.close())

async function cardOf(from: Client): Promise<string> {
  const { contents } = await from.readResource({ uri: 'ui://dailies/review' })
  return (contents[0] as { text: string }).text
}

const callTool = (params: CallToolRequest['params']) => mcp.callTool(params) as Promise<CallToolResult>

/** As a chat app does: calls the tool for the model, and shows its card. */
async function show(
  name: string,
  args: Record<string, unknown>,
  more: Partial<CardOptions> = {},
): Promise<OpenedCard> {
  const result = await callTool({ name, arguments: args })
  const shown = await openCard(browser!, { html, callTool, args, result, ...more })
  opened.add(shown)
  return shown
}

afterEach(async () => {
  const complaints: string[] = []
  for (const one of opened) {
    await one.page.context().close()
    complaints.push(...one.complaints)
  }
  opened.clear()
  assert.deepEqual(complaints, [], 'what the pages complained of')
})

const button = (card: Frame, name: string) => card.getByRole('button', { name, exact: true })
const note = (card: Frame, text: string) => card.getByRole('listitem').filter({ hasText: text }).first()
const status = (card: Frame) => card.locator('.message')

/** The number of the frame that the card shows. */
async function frameShown(card: Frame, caption: string): Promise<number> {
  await card.getByText(caption, { exact: true }).waitFor()
  const src = await card.locator('.screen img').getAttribute('src')
  assert.match(src!, /^data:image\/jpeg;base64,/)
  return numberOf({ data: src!.split(',')[1]! } as Viewed)
}

test('the card shows the frame of each note, and text of strangers as text', options, async () => {
  const { versionId } = await newReview('Frames')
  const { card } = await show('get_review', { versionId })
  assert.equal(await frameShown(card, 'frame 11, 00:00:00:11'), 11)
  await button(card, 'Next note').click()
  assert.equal(await frameShown(card, 'frame 30, 00:00:01:05'), 30)
  await card.getByText(hostile, { exact: true }).waitFor()
  assert.equal(await card.title(), 'Dailies review')
  await card.getByRole('button', { name: /^00:00:00:11 ?, with a drawing$/ }).click()
  assert.equal(await frameShown(card, 'frame 11, 00:00:00:11'), 11)
})

test('opened by view_file, the card keeps the frames that the assistant looked at', options, async () => {
  const { fileId } = await newReview('Looked at')
  const { card } = await show('view_file', { fileId, at: ['7', '23'] })
  assert.equal(await frameShown(card, 'frame 7, 00:00:00:07'), 7)
  await button(card, 'Next image').click()
  assert.equal(await frameShown(card, 'frame 23, 00:00:00:23'), 23)
  await card.getByRole('heading', { name: 'Looked at' }).waitFor()
})

test('with the keyboard: reply and resolve, as the person and not as an agent', options, async () => {
  const { versionId, notes } = await newReview('Keyboard')
  const { page, card, modelContext } = await show('get_review', { versionId })
  await note(card, 'Softer here.').getByRole('button', { name: 'Reply' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Yes, by a stop.')
  await page.keyboard.press('Control+Enter')
  await status(card).getByText('Reply sent.').waitFor()
  await note(card, 'Yes, by a stop.').waitFor()
  // The focus returns to where it was, not to the start of the page.
  await card.locator('button:focus', { hasText: 'Reply' }).waitFor()
  const replies = await Array.fromAsync(client.comments.listReplies(notes[0]!))
  assert.deepEqual(
    replies.map(({ content, agent }) => [content, agent]),
    [['Yes, by a stop.', false]],
  )

  await note(card, 'Softer here.').getByRole('button', { name: 'Resolve' }).focus()
  await page.keyboard.press('Space')
  await status(card).getByText('Note resolved.').waitFor()
  await note(card, 'Softer here.').getByRole('button', { name: 'Reopen' }).waitFor()
  assert.notEqual((await client.comments.get(notes[0]!)).resolvedAt, null)
  assert.deepEqual(modelContext, [
    `In the review card, the user replied to the comment ${notes[0]}.`,
    `In the review card, the user resolved the comment ${notes[0]}.`,
  ])
})

test('a press is not lost when the card changes before the release', options, async () => {
  const { versionId } = await newReview('Slow press')
  const { page, card } = await show('get_review', { versionId })
  const change = () =>
    card.evaluate(() => {
      const data = {
        jsonrpc: '2.0',
        method: 'ui/notifications/host-context-changed',
        params: { locale: 'en' },
      }
      window.dispatchEvent(new MessageEvent('message', { source: window.parent, data }))
    })
  await note(card, 'Softer here.').getByRole('button', { name: 'Resolve' }).hover()
  await page.mouse.down()
  await change()
  await page.mouse.up()
  await status(card).getByText('Note resolved.').waitFor()
  await note(card, 'Softer here.').getByRole('button', { name: 'Reopen' }).focus()
  await page.keyboard.down('Space')
  await change()
  await page.keyboard.up('Space')
  await status(card).getByText('Note reopened.').waitFor()
})

/** A card whose actions on notes wait until they are let go. */
async function showHeld(versionId: string) {
  const held = Promise.withResolvers<void>()
  const shown = await show(
    'get_review',
    { versionId },
    {
      async callTool(params) {
        if (params.name === 'review_card_note') await held.promise
        return callTool(params)
      },
    },
  )
  return { ...shown, letGo: held.resolve }
}

test(
  'while an action is in progress no other can begin; the next one can, and its text is kept',
  options,
  async () => {
    const { versionId, notes } = await newReview('In progress')
    const { card, calls, letGo } = await showHeld(versionId)
    const other = note(card, hostile)
    await other.getByRole('button', { name: 'Reply' }).click()
    await other.getByRole('textbox').fill('As text.')
    await note(card, 'Softer here.').getByRole('button', { name: 'Resolve' }).click()
    for (const name of ['Send reply', 'Approve', 'Request changes…', 'Reject…'])
      assert.ok(await button(card, name).isDisabled(), name)
    await other.getByRole('textbox').press('Control+Enter')
    letGo()
    await status(card).getByText('Note resolved.').waitFor()
    await button(card, 'Send reply').click()
    await status(card).getByText('Reply sent.').waitFor()
    assert.equal(calls.filter((name) => name === 'review_card_note').length, 2)
    const [reply] = await Array.fromAsync(client.comments.listReplies(notes[1]!))
    assert.equal(reply!.content, 'As text.')
  },
)

test('a reply that is begun while another one is sent stays open', options, async () => {
  const { versionId } = await newReview('Two replies')
  const { card, letGo } = await showHeld(versionId)
  const [first, second] = [note(card, 'Softer here.'), note(card, hostile)]
  await first.getByRole('button', { name: 'Reply' }).click()
  await first.getByRole('textbox').fill('One.')
  await button(card, 'Send reply').click()
  await second.getByRole('button', { name: 'Reply' }).click()
  await second.getByRole('textbox').fill('Two.')
  letGo()
  await status(card).getByText('Reply sent.').waitFor()
  assert.equal(await second.getByRole('textbox').inputValue(), 'Two.')
  await button(card, 'Send reply').click()
  await note(card, 'Two.').waitFor()
})

test('a click gives the person’s own verdict; a click of a script gives none', options, async () => {
  const { versionId } = await newReview('Verdict')
  const { card, calls, modelContext } = await show('get_review', { versionId })
  await button(card, 'Approve').waitFor()
  await button(card, 'Approve').dispatchEvent('click')
  await button(card, 'Request changes…').click()
  await card.getByLabel('What should change?').fill('Louder.')
  await button(card, 'Request changes').click()
  await status(card).getByText('You requested changes.').waitFor()
  await card.getByText('Needs changes').waitFor()
  const given = async () =>
    (await client.verdicts.list(versionId)).map(({ verdict, note, agent }) => [verdict, note, agent])
  assert.deepEqual(await given(), [['NEED_EDIT', 'Louder.', false]])
  assert.equal(calls.filter((name) => name === 'review_card_verdict').length, 1)
  assert.deepEqual(modelContext, [
    `In the review card, the user gave the verdict NEED_EDIT on the review ${versionId}.`,
  ])

  await button(card, 'Withdraw yours').click()
  await status(card).getByText('Your verdict is withdrawn.').waitFor()
  await card.getByText('Needs review').waitFor()
  assert.deepEqual(await given(), [])
})

test('a verdict by a tool is marked, and the card says that it does not count', options, async () => {
  const { versionId } = await newReview('By a tool')
  await callTool({ name: 'give_verdict', arguments: { versionId, verdict: 'REJECTED', note: 'Too long.' } })
  const { card } = await show('get_review', { versionId })
  const given = card.getByRole('listitem').filter({ hasText: 'Too long.' })
  await given.getByText('Agent', { exact: true }).waitFor()
  await given.getByText('does not count').waitFor()
  await card.getByText('Needs review').waitFor()
  await requireAccessible(card)
  await client.projects.update(projectId, { agentVerdictsCount: true })
  const counted = await show('get_review', { versionId })
  await counted.card.getByText('Rejected', { exact: true }).waitFor()
  await button(counted.card, 'Approve').waitFor()
  assert.equal(await counted.card.getByText('does not count').count(), 0)
  await client.projects.update(projectId, { agentVerdictsCount: false })
})

test(
  'a new revision while the card is open: no verdict until the person has seen the change',
  options,
  async () => {
    const { versionId, fileId } = await newReview('Stale')
    const { card } = await show('get_review', { versionId })
    await button(card, 'Approve').waitFor()
    const revision = await client.files.upload(projectId, new TextEncoder().encode('v2'), {
      name: 'v2.txt',
      replaces: { id: fileId },
    })
    assert.ok(revision.id)
    await button(card, 'Approve').click()
    await status(card).getByText('The review has changed since the card showed it.').waitFor()
    await card.getByText(/There is a newer revision of/).waitFor()
    assert.deepEqual(await client.verdicts.list(versionId), [])
    await button(card, 'Approve').click()
    await status(card).getByText('You approved.').waitFor()
    assert.equal((await client.verdicts.list(versionId)).length, 1)
  },
)

test('a press that began before a change gives no verdict', options, async () => {
  const { versionId, fileId } = await newReview('Changed under the pointer')
  const { page, card } = await show('get_review', { versionId })
  await button(card, 'Approve').hover()
  await page.mouse.down()
  await client.files.upload(projectId, new TextEncoder().encode('v2'), {
    name: 'v2.txt',
    replaces: { id: fileId },
  })
  const params = await callTool({ name: 'get_review', arguments: { versionId } })
  await card.evaluate((result) => {
    const data = { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result }
    window.dispatchEvent(new MessageEvent('message', { source: window.parent, data }))
  }, params)
  await card.getByText(/There is a newer revision of/).waitFor()
  await page.mouse.up()
  assert.deepEqual(await client.verdicts.list(versionId), [])
})

test(
  'a host that refuses tool calls: the card shows what the assistant saw, and the way into the app',
  options,
  async () => {
    const { versionId } = await newReview('Refused')
    const refuse = () => Promise.reject(new Error('The user declined.'))
    const { card, links } = await show('get_review', { versionId }, { callTool: refuse })
    await card.getByText(/Your chat app did not load the current one: .*The user declined\./).waitFor()
    await card.getByRole('heading', { name: 'Refused' }).waitFor()
    await note(card, 'Softer here.').waitFor()
    assert.equal(await button(card, 'Approve').count(), 0)
    await button(card, 'Give your verdict in Dailies').click()
    await button(card, 'Try again').waitFor()
    assert.deepEqual(
      links.map((url) => new URL(url).pathname),
      [`/projects/${projectId}/versions/${versionId}`],
    )
  },
)

test('a host that refuses only the verdict: the card says so, and links to the review', options, async () => {
  const { versionId } = await newReview('Half refused')
  const { card, links } = await show(
    'get_review',
    { versionId },
    {
      callTool: (params) =>
        params.name === 'review_card_verdict' ? Promise.reject(new Error('Not allowed.')) : callTool(params),
    },
  )
  await button(card, 'Approve').click()
  await status(card).getByText('Not allowed.').waitFor()
  await button(card, 'Give your verdict in Dailies').click()
  await button(card, 'Approve').waitFor()
  assert.equal(links.length, 1)
  assert.deepEqual(await client.verdicts.list(versionId), [])
})

test('loading, an unknown review, a cancelled call and a review without notes', options, async () => {
  const waiting = await openCard(browser!, { html, callTool, args: {} })
  opened.add(waiting)
  await waiting.card.getByRole('heading', { name: 'Loading the review…' }).waitFor()
  await waiting.page.evaluate(() =>
    (window as never as { bridge: { sendToolCancelled(p: object): void } }).bridge.sendToolCancelled({}),
  )
  await waiting.card.getByText('The request was cancelled.').waitFor()

  const { card } = await show('get_review', { versionId: 'nothing' })
  await card.getByText('There is nothing here that you can see.').waitFor()

  const fileId = await newMedia(info, { 'proxy.mp4': await clipBytes(clip) })
  const bare = await show('get_review', { fileId })
  await bare.card.getByText('No notes yet.').waitFor()
  await bare.card.locator('.screen img').waitFor()
})

test(
  'accessible from 320 to 1,000 pixels, in both themes and in the colours of a host',
  options,
  async () => {
    const { versionId } = await newReview('A name that is long enough to need two lines on a narrow screen')
    await client.verdicts.give(versionId, { verdict: 'NEED_EDIT', note: 'Louder.' })
    const variables = {
      '--color-background-primary': 'light-dark(#faf9f5, #262624)',
      '--color-background-secondary': 'light-dark(#f0eee6, #30302e)',
      '--color-text-primary': 'light-dark(#141413, #faf9f5)',
      '--color-text-secondary': 'light-dark(#5e5d59, #c2c0b6)',
      '--color-border-primary': 'light-dark(#dddddd, #444444)',
    }
    for (const [width, theme, styles, touch] of [
      [320, 'light', {}, true],
      [1000, 'dark', {}, false],
      [420, 'dark', { styles: { variables } }, true],
      [844, 'light', {}, true],
      [760, 'light', { styles: { variables } }, false],
    ] as const) {
      const look = { width, theme, touch, context: styles }
      const { page, card } = await show('get_review', { versionId }, look)
      await button(card, 'Approve').waitFor()
      await card.locator('.screen img').waitFor()
      await note(card, 'Softer here.').getByRole('button', { name: 'Reply' }).click()
      await button(card, 'Reject…').click()
      const overflow = await card.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      assert.ok(overflow <= 0, `${overflow} pixels too wide at ${width}`)
      const [inner, outer] = [
        await card.evaluate(() => document.documentElement.scrollHeight),
        await page.evaluate(() => document.querySelector('iframe')!.clientHeight),
      ]
      assert.equal(inner, outer, 'the host gives the card the height that it needs')
      await requireAccessible(card)
      assert.deepEqual(touch ? await smallTargets(card) : [], [], `${width} pixels`)
    }
  },
)

/** The buttons that are smaller than 40 pixels. */
function smallTargets(card: Frame): Promise<string[]> {
  return card.evaluate(() =>
    [...document.querySelectorAll('button')].flatMap((each) => {
      const { width, height } = each.getBoundingClientRect()
      return width < 40 || height < 40 ? [`${each.textContent} ${width} × ${height}`] : []
    }),
  )
}
