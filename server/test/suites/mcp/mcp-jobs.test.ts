// Five jobs that people give to agents, each as few calls as an agent needs, with the bytes that a model reads.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { createLocalProvider } from '../../../src/generation/local/local-provider.ts'
import { numberOf, startViewing, type Viewed } from '../../../src/operations/files/fixtures/viewed-files.ts'
import { connect } from '../../helpers/mcp-client.ts'
import { missing } from '../../helpers/media-tools.ts'
import { type Clip, makeClip } from '../../media-corpus/make-clip.ts'
import { startWorkshop } from '../../media-corpus/workshop.ts'
import { startWorld } from '../../worlds/world.ts'

const mostCalls = 6
const mostBytes = 12 * 1024

// Files are generated as drafts, on this machine, and their previews are made as in production.
const world = await startWorld({
  work: true,
  providers: [createLocalProvider()],
  findProcessor: 'configured',
})
const { projectId, owner, newMedia, comment } = await startViewing(world)
const { folder } = startWorkshop()
const options = { skip: missing('ffmpeg') }
const clip: Clip = {
  ...{ name: 'clip', extension: 'mp4', mimeType: 'video/mp4', rate: '25/1', frames: 50 },
  args: '-c:v libx264 -preset ultrafast -crf 18 -bf 0 -g 13 -keyint_min 13 -sc_threshold 0 -movflags +faststart',
}

/** An agent: counts its calls, and the text that its model reads. */
async function newAgent() {
  const client: Client = await connect(world.url, owner.key)
  after(() => client.close())
  const cost = { calls: 0, bytes: 0 }
  return {
    cost,
    // biome-ignore lint/suspicious/noExplicitAny: tests read its fields.
    async use(name: string, input: object = {}): Promise<any> {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...input } })
      const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
      cost.calls++
      cost.bytes += texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      assert.notEqual(isError, true, texts.join())
      return structuredContent ?? content
    },
  }
}

function job(name: string, work: (agent: Awaited<ReturnType<typeof newAgent>>) => Promise<void>): void {
  test(name, options, async (t) => {
    const agent = await newAgent()
    await work(agent)
    const { calls, bytes } = agent.cost
    t.diagnostic(`${calls} calls, ${bytes} bytes of text`)
    assert.ok(calls <= mostCalls, `${calls} calls`)
    assert.ok(bytes <= mostBytes, `${bytes} bytes`)
  })
}

const video = async (frames = 50) => {
  const rate = { num: 25, den: 1 }
  const info = {
    kind: 'VIDEO',
    width: 192,
    height: 112,
    durationMs: frames * 40,
    frames,
    frameRate: rate,
  } as const
  return newMedia(info, { 'proxy.mp4': await makeClip({ ...clip, frames }, folder) })
}

const send = async (route: string, body: object) => {
  const answer = await world.call(route, { key: owner.key, body })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body?.data
}

job('summarise the open notes of a file and resolve those that are done', async ({ use }) => {
  const fileId = await video()
  for (let i = 0; i < 20; i++) await comment(fileId, { content: `Note ${i}: too dark here.`, frame: i * 2 })
  const done = await comment(fileId, { content: 'Logo is wrong.', frame: 48 })
  await comment(fileId, { content: 'Fixed in this cut.', parent: { id: done } })
  const { files } = await use('get_review', { fileId })
  const { notes } = files[0]
  assert.equal(notes.length, 21)
  const fixed = notes.filter(({ replies = [] }: { replies?: string[] }) =>
    replies.some((text) => /Fixed/.test(text)),
  )
  assert.deepEqual(
    fixed.map(({ id }: { id: string }) => id),
    [done],
  )
  for (const { id } of fixed) await use('update_comment', { commentId: id, resolved: true })
  const after = await use('get_review', { fileId })
  assert.equal(after.files[0].notes.length, 20)
})

job('generate a poster from a brief, look at it, ask for a review', async ({ use }) => {
  await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Ann' })
  const made = await use('generate_file', {
    ...{
      projectId,
      outputType: 'IMAGE',
      outputModel: 'gpt-image-2',
      prompt: 'A poster for the spring campaign',
    },
    idempotencyKey: 'poster-1',
  })
  const fileId = made.data.id
  const waited = await use('wait_for_file', { fileId })
  assert.equal(waited.state, 'READY')
  const seen = await use('view_file', { fileId })
  assert.equal(seen.filter(({ type }: { type: string }) => type === 'image').length, 1)
  const asked = await use('request_review', {
    projectId,
    fileIds: [fileId],
    name: 'Poster',
    reviewers: ['Ann'],
  })
  assert.deepEqual(asked.asked, ['Ann'])
  assert.match(asked.url, /\/versions\//)
})

job('review a new revision against a skill, with notes on the right frames', async ({ use }) => {
  const skill = await send('POST /api/skills', {
    ...{ name: 'Safe areas', description: 'How we check titles.' },
    content: 'Look at frame 10 and frame 30. Titles keep 5 % from the edge.',
  })
  const fileId = await video()
  const { skills } = await use('get_skills', { skillId: skill.id })
  const frames = [...skills[0].content.matchAll(/frame (\d+)/g)].map(([, frame]) => Number(frame))
  assert.deepEqual(frames, [10, 30])
  const content = await use('view_file', { fileId, at: frames.map(String) })
  const images = content.filter(({ type }: { type: string }) => type === 'image')
  assert.deepEqual(await Promise.all(images.map((image: Viewed) => numberOf(image))), frames)
  for (const frame of frames)
    await use('create_file_comment', { fileId, frame, content: 'The title is too close.' })
  const { body } = await world.call(`QUERY /api/files/${fileId}/comments`, { key: owner.key, body: {} })
  const placed = body.data.map(({ frame, agent }: { frame: number; agent: boolean }) => [frame, agent])
  assert.deepEqual(placed, [
    [10, true],
    [30, true],
  ])
})

job('say what waits for approval everywhere', async ({ use }) => {
  const names = ['North', 'South', 'West']
  for (const name of names) {
    const { id } = await world.project({ owner, name })
    await send(`POST /api/projects/${id}/versions`, { name: `Cut ${name}` })
  }
  const { waitingForReview } = await use('overview')
  const found = waitingForReview.map(
    ({ name, project }: { name: string; project: string }) => `${project}: ${name}`,
  )
  for (const name of names) assert.ok(found.includes(`${name}: Cut ${name}`), found.join())
})

job('give the feedback on a file as an EDL', async ({ use }) => {
  const fileId = await video()
  await world.database.sql`update files set name = 'Teaser final.mov' where id = ${fileId}`
  await comment(fileId, { content: 'Trim this shot', frame: 25 })
  const found = await use('search', { keyword: 'teaser final' })
  const file = JSON.stringify(found).match(/FX\w+/)?.[0]
  assert.equal(file, fileId)
  const exported = await use('export_comments', { fileId, format: 'edl' })
  const text = JSON.stringify(exported)
  assert.match(text, /TITLE/)
  assert.match(text, /01:00:01:00/)
  assert.match(text, /Trim this shot/)
})
