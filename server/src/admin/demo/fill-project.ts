// The content of the demo project: files, a version under review, and comments by two people.
import type { z } from 'zod'
import type { Services } from '../../core/services.ts'
import { createFileComment } from '../../operations/comments/create-file-comment.ts'
import { createProjectComment } from '../../operations/comments/create-project-comment.ts'
import { resolveComment } from '../../operations/comments/resolve-comment.ts'
import { setFileTag } from '../../operations/files/set-file-tag.ts'
import { createFolder } from '../../operations/folders/create-folder.ts'
import { createProject } from '../../operations/projects/create-project.ts'
import { createReaction } from '../../operations/reactions/create-reaction.ts'
import { createVersion } from '../../operations/versions/create-version.ts'
import { arrow, atFrame, box, clapperCamera, loop, note } from './annotation-shapes.ts'
import { act, type Person, upload } from './demo-person.ts'
import type { Assets } from './draw-assets.ts'

export const demoName = 'Demo: Night Harbour'

export function startProject(services: Services, owner: Person, guest: Person): Promise<string> {
  return act(services, owner, createProject, {
    name: demoName,
    description:
      'A short film that does not exist, to try things out on. Archive or delete it whenever you like.',
    accessRange: 'ALLOW_WORKSPACE_MEMBER',
    members: [{ user: { id: guest.userId }, role: 'PROJECT_REVIEWER' }],
  }).then(({ id }) => id)
}

export type DemoProject = {
  services: Services
  projectId: string
  owner: Person
  guest: Person
  assets: Assets
  signal: AbortSignal
}

/** The ids of the files. */
type Files = Assets

/** Returns the file that the first sign-in opens: the newer revision of the video, if there is one. */
export async function fillProject(demo: DemoProject): Promise<string> {
  const { services, projectId, owner, guest } = demo
  const files = await uploadFiles(demo)
  const review = [files.film?.[1] ?? null, files.poster, files.treatment, files.clapper].filter(
    (id) => id !== null,
  )
  await act(services, owner, createVersion, {
    projectId,
    name: 'Director’s review',
    description: 'Second pass on shot 040, with the poster, the treatment and the clapper for the title.',
    files: review.map((id) => ({ id })),
  })
  if (files.film) await discussVideo(demo, files.film)
  await discussPoster(demo, files.poster)
  if (files.treatment) await discussTreatment(demo, files.treatment)
  await discussModel(demo, files.clapper)
  const welcome = await act(services, owner, createProjectComment, { projectId, content: welcomeText })
  await act(services, guest, createReaction, { commentId: welcome.id, type: '👋' })
  if (!files.film) await act(services, owner, createProjectComment, { projectId, content: missingVideoText })
  return files.film?.[1] ?? files.poster
}

const welcomeText =
  'Welcome to Dailies. Open the shot and step through it with the arrow keys: each comment takes you to its frame. ' +
  'Compare both revisions, then approve the review or request changes. Change and delete what you like.'

const missingVideoText =
  'The video of this demo is missing: this server has no ffmpeg, which renders it and the previews of other videos. ' +
  'The administrator of the server can install the package “ffmpeg”.'

async function uploadFiles({ services, projectId, owner, assets, signal }: DemoProject): Promise<Files> {
  const papers = await act(services, owner, createFolder, { projectId, name: 'Documents' })
  const add = async (
    name: string,
    path: string,
    where: { folder?: { id: string }; replaces?: { id: string } } = {},
  ) => {
    signal.throwIfAborted()
    return (await upload(services, owner, { projectId, name, path, ...where })).id
  }
  const treatment =
    assets.treatment && (await add('Night Harbour treatment.pdf', assets.treatment, { folder: papers }))
  // Images are at the project root, so that the first view of the project shows them.
  const clapper = await add('Clapper.glb', assets.clapper)
  const poster = await add('Poster.png', assets.poster)
  await act(services, owner, setFileTag, { fileId: poster, tag: 'APPROVED' })
  if (!assets.film) return { treatment, clapper, poster, film: null }
  const [first, second] = assets.film
  const before = await add('SC12_SH040.mp4', first)
  await act(services, owner, setFileTag, { fileId: before, tag: 'NEED_EDIT' })
  const after = await add('SC12_SH040.mp4', second, { replaces: { id: before } })
  return { treatment, clapper, poster, film: [before, after] }
}

type CommentInput = Omit<z.input<typeof createFileComment.input>, 'fileId'>

function commentsOn({ services }: DemoProject, fileId: string) {
  const say = (person: Person, words: CommentInput) =>
    act(services, person, createFileComment, { fileId, ...words })
  return {
    say,
    reply: (person: Person, parent: { id: string }, content: string) => say(person, { content, parent }),
    react: (person: Person, { id }: { id: string }, type: string) =>
      act(services, person, createReaction, { commentId: id, type }),
  }
}

async function discussVideo(demo: DemoProject, [before, after]: [string, string]): Promise<void> {
  const { services, owner, guest } = demo
  const first = commentsOn(demo, before)
  const tooFast = await first.say(guest, {
    ...atFrame(30),
    content: 'The boat rushes through the frame. Can it take at least twice as long?',
    annotation: {
      shapes: [
        box([0.63, 0.5], [0.77, 0.75]),
        arrow([0.9, 0.56], [0.79, 0.6]),
        note([0.8, 0.46], 'too fast'),
      ],
    },
  })
  await first.reply(owner, tooFast, 'Yes. It crosses in its own time in v2, and never reaches the headland.')
  await first.reply(guest, tooFast, 'Exactly that. Thank you!')
  await first.react(owner, tooFast, '👍')
  await act(services, owner, resolveComment, { commentId: tooFast.id })
  const cold = await first.say(guest, {
    ...atFrame(72),
    content: 'The light feels like an office. Warmer, please.',
  })
  await first.reply(owner, cold, 'Warm lamp and a warmer horizon in v2.')
  await act(services, owner, resolveComment, { commentId: cold.id })

  const second = commentsOn(demo, after)
  const mood = await second.say(guest, {
    ...atFrame(12, 60),
    content: 'This is the mood of the whole film. Hold it as long as you dare.',
  })
  await second.react(owner, mood, '❤️')
  const moon = await second.say(guest, {
    ...atFrame(84),
    content: 'Could the moon sit a little lower, so that it almost touches the sail?',
    annotation: {
      shapes: [
        loop([0.77, 0.285], 0.048, 0.085),
        arrow([0.77, 0.4], [0.77, 0.52]),
        note([0.83, 0.24], 'lower?'),
      ],
    },
  })
  await second.reply(
    owner,
    moon,
    'I will try it in the next pass. It would meet the boat at about 4 seconds.',
  )
  await second.react(guest, moon, '🌙')
  await second.say(owner, {
    ...atFrame(120),
    content: 'Sound: the sea should swell here, before the lamp comes round.',
  })
}

async function discussPoster(demo: DemoProject, poster: string): Promise<void> {
  const { owner, guest } = demo
  const { say, reply, react } = commentsOn(demo, poster)
  const title = await say(guest, {
    content: 'I love the title. A touch more air between the two lines, and it is done.',
    annotation: { shapes: [box([0.21, 0.11], [0.8, 0.26]), arrow([0.88, 0.36], [0.78, 0.27])] },
  })
  await reply(owner, title, 'Done in the print file. Approved from my side.')
  await react(guest, title, '🎉')
}

async function discussTreatment(demo: DemoProject, treatment: string): Promise<void> {
  const { owner, guest } = demo
  const pages = commentsOn(demo, treatment)
  const lens = await pages.say(owner, {
    anchor: 1,
    content: 'Shot 050 has no lens in the list yet. Mira, what would you take?',
    annotation: { shapes: [box([0.42, 0.73], [0.58, 0.795])] },
  })
  await pages.reply(guest, lens, 'The 85. Close on the hands, nothing else.')
  const chord = await pages.say(guest, {
    anchor: 2,
    content: 'One chord in twelve minutes. I would not change a word.',
  })
  await pages.react(owner, chord, '🎵')
}

async function discussModel(demo: DemoProject, clapper: string): Promise<void> {
  await commentsOn(demo, clapper).say(demo.guest, {
    content: 'The stripes of the arm could be wider, so that they read from far away.',
    annotation: {
      shapes: [loop([0.48, 0.23], 0.17, 0.15), note([0.7, 0.16], 'wider')],
      camera: clapperCamera,
    },
  })
}
