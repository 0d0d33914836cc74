// A studio in the middle of its work, with records of every kind that the app shows.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Dailies, mention } from '@dailies/sdk'
import sharp from 'sharp'
import { connect } from '../../server/test/helpers/mcp-client.ts'
import { rateClips } from '../../server/test/media-corpus/clips.ts'
import { makeClip } from '../../server/test/media-corpus/make-clip.ts'
import { coloredBox, glb, pdf } from '../../server/test/media-corpus/stills.ts'
import { newConnectedApp, newInvitation, newPasskey } from '../../server/test/worlds/account-records.ts'
import { newGeneration } from '../../server/test/worlds/samples/generation.ts'
import { newWebhook, newWebhookDelivery } from '../../server/test/worlds/samples.ts'
import type { Person, World } from '../../server/test/worlds/world.ts'

export async function furnish(world: World) {
  const owner = await world.person({ role: 'OWNER', name: 'Olga Marten' })
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  const { id: project } = await world.project({ owner, name: 'Harbour' })
  const { id: empty } = await world.project({ owner, name: 'Nothing yet' })
  const { id: going } = await world.project({ owner, name: 'Going' })
  await client.projects.scheduleDeletion(going)
  const { id: old } = await world.project({ owner, name: 'Old film' })
  await client.projects.update(old, { archived: true })
  const bo = await world.member(project, 'PROJECT_REVIEWER', { name: 'Bo Lindqvist' })
  await new Dailies({ baseUrl: world.url, token: bo.key }).comments.createOnProject(project, {
    content: `Is this the last cut, ${mention({ id: owner.userId, name: 'Olga Marten' })}?`,
  })
  await world.person({ name: 'Not in the project' })
  await client.accessLinks.create(project, { role: 'PROJECT_REVIEWER', description: 'For the client' })
  await client.folders.create(project, { name: 'Day 1' })
  await client.comments.createOnProject(project, { content: 'Delivery is on Friday.' })
  const files = await uploadAll(client, project)
  const reviews = await createReviews(client, project, files.video)
  const users = [{ id: owner.userId }]
  await client.reviewRequests.create(reviews.review, {
    users,
    message: 'Colours only.',
    dueAt: '2031-05-04 12:00:00.000000',
  })
  await throwAway(client, project)
  const toOwner = `@[Olga Marten](user:${owner.userId}) Which take is this?`
  await new Dailies({ baseUrl: world.url, token: bo.key }).comments.createOnFile(files.unknown, {
    content: toOwner,
  })
  return {
    owner,
    ids: {
      ...{ project, empty },
      ...files,
      ...reviews,
      comment: await talkAbout(client, files.video),
      share: await shareWithClient(world, client, project, [reviews.review, files.paper]),
      failed: await newGeneration(world, project, owner, 'FAILED'),
      skill: await writeSkill(client),
      drafted: await draftSkill(world, owner),
      checkProfile: await writeCheckProfile(client, project),
      connection: owner.keyId,
      webhook: await fillSettings(world, project, owner),
    },
  }
}

/** Two revisions of each kind; returns the newest. */
async function uploadAll(client: Dailies, projectId: string) {
  const upload = async (name: string, ...revisions: (Buffer | Promise<Buffer>)[]) => {
    let id: string | undefined
    for (const bytes of revisions) {
      const replaces = id === undefined ? {} : { replaces: { id } }
      id = (await client.files.upload(projectId, await bytes, { name, ...replaces })).id
      await client.files.waitFor(id, { until: 'processed' })
    }
    return id!
  }
  const still = (background: string) =>
    sharp({ create: { width: 320, height: 180, channels: 3, background } })
      .png()
      .toBuffer()
  const page = '/MediaBox [0 0 200 200]'
  const folder = mkdtempSync(join(tmpdir(), 'dailies-furnish-'))
  try {
    const clip = readFileSync(await makeClip(rateClips[0]!, folder))
    const wave = join(folder, 'take.wav')
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=2', wave])
    const take = readFileSync(wave)
    return {
      video: await upload('Film.mp4', clip, clip),
      audio: await upload('Take.wav', take, take),
      image: await upload('Still.png', still('#356'), still('#653')),
      alone: await upload('Alone.png', still('#444')),
      paper: await upload('Script.pdf', pdf([page]), pdf([page, page])),
      model: await upload('Box.glb', glb(await coloredBox()), glb(await coloredBox())),
      unknown: await upload('Notes.txt', Buffer.from('Notes')),
      broken: await upload(
        'Broken.mp4',
        Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1'), Buffer.alloc(5000, 7)]),
      ),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A check profile of the project, in its second version. */
async function writeCheckProfile(client: Dailies, projectId: string): Promise<string> {
  const { rules } = await client.checkProfiles.get('ebu')
  const { id } = await client.checkProfiles.create({ name: 'Cinema', rules: {}, projectId })
  await client.checkProfiles.update(id, { rules, version: 1 })
  return id
}

async function createReviews(client: Dailies, projectId: string, fileId: string) {
  const [approved, review] = [
    await client.versions.create(projectId, { name: 'First cut', files: [{ id: fileId }] }),
    await client.versions.create(projectId, {
      name: 'Second cut',
      description: 'Look at the grade.',
      files: [{ id: fileId }],
    }),
  ]
  await client.versions.setStatus(approved.id, { status: 'APPROVED' })
  return { approved: approved.id, review: review.id }
}

/** A folder with a file, a comment, a review, a file and a skill in the trash. */
async function throwAway(client: Dailies, projectId: string): Promise<void> {
  const folder = await client.folders.create(projectId, { name: 'Dropped takes' })
  const inside = await client.files.upload(projectId, Buffer.from('Take'), { name: 'take-9.txt', folder })
  await client.comments.createOnFile(inside.id, { content: 'Not this one.' })
  const alone = await client.files.upload(projectId, Buffer.from('Notes'), { name: 'old-notes.txt' })
  const version = await client.versions.create(projectId, { name: 'Assembly' })
  const note = await client.comments.createOnProject(projectId, {
    content: 'Can somebody look at the sound of the second reel before we send it to the client on Friday?',
  })
  const skill = await client.skills.create({ name: 'Old house style', description: 'How we named files.' })
  await client.skills.delete(skill.id)
  await client.comments.delete(note.id)
  await client.versions.delete(version.id)
  await client.files.delete(alone.id)
  await client.folders.delete(folder.id, { recursive: true })
}

/** A drawing on a frame with a reply, a reaction and an attachment; and a resolved comment. */
async function talkAbout(client: Dailies, fileId: string): Promise<string> {
  const notes = new TextEncoder().encode('Notes')
  const attachment = await client.commentAttachments.uploadToFile(fileId, notes, { name: 'notes.txt' })
  const { id } = await client.comments.createOnFile(fileId, {
    content: 'Too dark, @Bo Lindqvist. See https://example.com/look',
    frame: 7,
    attachments: [{ id: attachment.id }],
    annotation: {
      shapes: [
        {
          kind: 'arrow',
          points: [
            [0.2, 0.2],
            [0.4, 0.4],
          ],
          colour: '#ff453a',
          width: 0.01,
        },
      ],
    },
  })
  await client.comments.createOnFile(fileId, { content: 'On it.', parent: { id } })
  await client.reactions.create(id, { type: '👍' })
  const done = await client.comments.createOnFile(fileId, { content: 'Louder', frame: 20 })
  await client.comments.resolve(done.id)
  return id
}

/** A share of a review and a document, which a guest has opened. */
async function shareWithClient(
  world: World,
  client: Dailies,
  projectId: string,
  [review, paper]: [string, string],
): Promise<string> {
  const { id, url } = await client.shares.create(projectId, {
    name: 'For the client',
    items: [
      { kind: 'VERSION', id: review },
      { kind: 'FILE', id: paper },
    ],
    verdicts: true,
    email: 'OPTIONAL',
  })
  const visitor = new Dailies({ baseUrl: world.url })
  const guest = { name: 'Gus Client', email: 'gus@example.com' }
  const { token } = await visitor.shares.open({ key: url!.split('/').at(-1)!, ...guest })
  const opened = new Dailies({ baseUrl: world.url, token }).openShare
  await opened.reportView({ fileId: paper })
  await opened.reportView({ fileId: paper, watched: 0.5 })
  return id
}

async function writeSkill(client: Dailies): Promise<string> {
  const { id } = await client.skills.create({
    name: 'Review notes',
    description: 'How to write notes on a cut.',
    content: '# Notes\n\nOne thing per comment.',
    note: 'The first one',
  })
  const more = '- [x] Name the frame\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |'
  await client.skillVersions.publish(id, { content: `# Notes\n\nOne point per comment.\n\n${more}` })
  return id
}

/** A skill with a draft and with proposed details, by an agent. */
async function draftSkill(world: World, { key }: Person): Promise<string> {
  const client = new Dailies({ baseUrl: world.url, token: key })
  const { id } = await client.skills.create({
    name: 'Delivery',
    description: 'What must be true before a cut leaves the house.',
    content: '# Delivery\n\nLoudness is −23 LUFS.',
  })
  const agent = await connect(world.url, key)
  const content = '# Delivery\n\nLoudness is −23 LUFS.\n\nThe slate names the revision.'
  await agent.callTool({ name: 'publish_skill_version', arguments: { skillId: id, content } })
  const description = 'What must be true before a cut leaves the house, and who checks it.'
  await agent.callTool({ name: 'update_skill', arguments: { skillId: id, description } })
  await agent.close()
  return id
}

async function fillSettings(world: World, projectId: string, owner: Person): Promise<string> {
  await newPasskey(world, owner)
  await world.session(owner.userId)
  await newConnectedApp(world, projectId, owner)
  await newInvitation(world, projectId, owner)
  const webhook = await newWebhook(world, projectId, owner)
  await newWebhookDelivery(world, webhook)
  return webhook
}
