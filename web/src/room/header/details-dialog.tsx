import type { FileDetails, Media } from '@dailies/sdk'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { sizeInWords } from '../../ui/size.ts'
import { statusName } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { clockTime } from '../frames.ts'
import { rateInWords } from '../player/clock.ts'
import styles from './details-dialog.module.css'

const kinds: Record<NonNullable<Media['kind']>, string> = {
  VIDEO: 'Video',
  AUDIO: 'Sound',
  IMAGE: 'Image',
  DOCUMENT: 'Document',
  MODEL: '3D model',
}

type Fact = readonly [string, ReactNode]

/** What is known of the file. */
export function DetailsDialog({ file, onClose }: { file: FileDetails; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={file.name} description={file.description}>
      <Facts facts={factsOf(file)} />
      {file.generation && (
        <section className={styles.section}>
          <h3>How it was generated</h3>
          <Facts facts={generationFacts(file.generation)} />
        </section>
      )}
    </Dialog>
  )
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function factsOf({ media, ...file }: FileDetails): Fact[] {
  return [
    ['Kind', media?.kind ? kinds[media.kind] : null],
    ['Type', file.mimeType],
    ['Size', file.size === null ? null : sizeInWords(file.size)],
    ['Picture', media?.width ? `${media.width} × ${media.height} pixels` : null],
    ['Length', media?.durationMs ? lengthOf(media) : null],
    ['Frame rate', media ? rateInWords(media) : null],
    ['Sound', media?.kind === 'VIDEO' ? (media.hasAudio ? 'Yes' : 'None') : null],
    ['Pages', media?.pages],
    ['Revision', `v${file.stack.number}`],
    ['Status', statusName(file.tag)],
    ['Restricted reviewers', file.allowRestricted ? 'See it' : 'Do not see it'],
    ['Uploaded by', file.author?.name ?? 'Somebody whose account is gone'],
    ['Uploaded', <Time key="created" of={file.createdAt} />],
    ['File ID', <code key="id">{file.id}</code>],
  ]
}

function lengthOf({ durationMs, frames }: Media): string {
  const time = clockTime(durationMs ?? 0)
  return frames === null ? time : `${time}, ${frames} frames`
}

function generationFacts({
  outputModel,
  provider,
  prompt,
  configs,
}: NonNullable<FileDetails['generation']>): Fact[] {
  return [
    ['Model', provider === 'local' ? `${outputModel}, as a draft` : outputModel],
    [
      'Prompt',
      <span key="prompt" className={styles.prompt}>
        {prompt}
      </span>,
    ],
    ['Resolution', configs?.resolution],
    ['Duration', configs?.durationSeconds ? `${configs.durationSeconds} s` : null],
    ['Aspect ratio', configs?.aspectRatio],
    ['Sound', configs?.generateAudio == null ? null : configs.generateAudio ? 'Generated' : 'None'],
  ]
}
