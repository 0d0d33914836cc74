// A project with something to share, and guests who open it in the browser.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CreateShareFields, Dailies, type FileDetails, type Share } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { makeClip } from '../../server/test/media-corpus/make-clip.ts'
import { pdf } from '../../server/test/media-corpus/stills.ts'
import type { Person, World } from '../../server/test/worlds/world.ts'
import { playableClip } from './frame-numbers.ts'

export type ShareStudio = {
  ann: Person
  client: Dailies
  projectId: string
  folderId: string
  versionId: string
  files: Record<'video' | 'image' | 'paper' | 'secret', FileDetails>
  share: (fields: Partial<CreateShareFields> & Pick<CreateShareFields, 'items'>) => Promise<Share>
}

/** A review of a video and an image, a document beside it, and an image that no share shows. */
export async function openStudio(world: World): Promise<ShareStudio> {
  const ann = await world.person({ name: 'Ann Lee', role: 'OWNER' })
  const client = new Dailies({ baseUrl: world.url, token: ann.key })
  const { id: projectId } = await world.project({ owner: ann, name: 'Night Harbour' })
  const upload = async (name: string, bytes: Buffer) => {
    const { id } = await client.files.upload(projectId, bytes, { name })
    return client.files.waitFor(id, { until: 'processed' })
  }
  const image = (background: string) =>
    sharp({ create: { width: 1280, height: 720, channels: 3, background } })
      .png()
      .toBuffer()
  const folder = mkdtempSync(join(tmpdir(), 'dailies-share-'))
  try {
    const page = '/MediaBox [0 0 300 400]'
    const files = {
      video: await upload('Trailer.mp4', readFileSync(await makeClip(playableClip, folder))),
      image: await upload('Still.png', await image('#356')),
      paper: await upload('Script.pdf', pdf([page, page, page])),
      secret: await upload('Secret.png', await image('#a33')),
    }
    const version = await client.versions.create(projectId, {
      name: 'Trailer, cut 3',
      files: [{ id: files.video.id }, { id: files.image.id }],
    })
    const { id: folderId } = await client.folders.create(projectId, { name: 'From the client' })
    return {
      ...{ ann, client, projectId, folderId, files, versionId: version.id },
      share: (fields) => client.shares.create(projectId, { name: 'Night Harbour: trailer', ...fields }),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const pathOf = ({ url }: Share) => new URL(url!).pathname

/** Gives a name at the door. */
export async function enter(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Open' }).click()
}

export const card = (page: Page, name: string) => page.getByRole('link', { name })

/** The title of the file that is open. */
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

export const videoShown = '[aria-busy=false] [data-frame]'
