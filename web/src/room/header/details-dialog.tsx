// All details of a file, in groups; values that people compare with their own documents can be copied.
import type { FileDetails, Media } from '@dailies/sdk'
import { adjustmentsInWords } from '../../generate/generation-texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sizeInWords } from '../../ui/size.ts'
import { statusName } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { loudnessFacts } from '../audio/loudness.ts'
import { rateInWords } from '../player/clock.ts'
import { clockTime } from '../timecode.ts'
import styles from './details-dialog.module.css'
import { audioFacts, colourFacts, type Fact, imageFacts, videoFacts } from './technical-facts.ts'

const kinds: Record<NonNullable<Media['kind']>, string> = {
  VIDEO: 'Video',
  AUDIO: 'Audio',
  IMAGE: 'Image',
  DOCUMENT: 'Document',
  MODEL: '3D model',
}

export function DetailsDialog({ file, onClose }: { file: FileDetails; onClose: () => void }) {
  const { media, generation } = file
  const technical = media?.technical
  return (
    <Dialog open wide onClose={onClose} title="Details" description={file.description}>
      <div className={styles.groups}>
        <Group title="File" facts={fileFacts(file)} />
        {media?.kind === 'VIDEO' && <Group title="Video" facts={videoFacts(media)} />}
        {technical && technical.audio.length > 0 && (
          <Group title="Audio" facts={[...audioFacts(technical), ...loudnessFacts(media!)]} />
        )}
        {technical?.image && <Group title="Image" facts={imageFacts(technical.image)} />}
        {technical?.video && <Group title="Colour" facts={colourFacts(technical.video)} />}
        {media && <Checksum sha256={media.sha256} isReady={media.state === 'READY'} />}
        {generation && <Group title="Generation" facts={generationFacts(generation)} />}
      </div>
    </Dialog>
  )
}

function Group({ title, facts }: { title: string; facts: Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined)
  if (known.length === 0) return null
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Checksum({ sha256, isReady }: { sha256: string | null; isReady: boolean }) {
  return (
    <section className={styles.group}>
      <h3>Checksum</h3>
      {sha256 === null ? (
        <p className={styles.none}>
          {isReady ? 'Not computed for this file.' : 'Computed when processing has finished.'}
        </p>
      ) : (
        <Copied label="Copy SHA-256" text={sha256} name="SHA-256" />
      )}
    </section>
  )
}

function Copied({ name, label, text }: { name?: string; label: string; text: string }) {
  return (
    <div className={styles.copied}>
      {name && <span className={styles.none}>{name}</span>}
      <code>{text}</code>
      <CopyButton small text={text} aria-label={label}>
        Copy
      </CopyButton>
    </div>
  )
}

function fileFacts({ media, ...file }: FileDetails): Fact[] {
  const technical = media?.technical
  const sheet = technical?.document
  return [
    ['Name', file.name],
    ['Kind', media?.kind ? kinds[media.kind] : null],
    ['Type', file.mimeType],
    ['Container', technical?.container],
    ['Size', file.byteSize === null ? null : sizeInWords(file.byteSize)],
    ['Dimensions', media?.kind === 'IMAGE' && media.width ? `${media.width} × ${media.height} pixels` : null],
    ['Duration', media?.durationMs ? durationOf(media) : null],
    ['Frame rate', media ? rateInWords(media) : null],
    ['Pages', media?.pages],
    ['Page size', sheet && `${sheet.pageWidth} × ${sheet.pageHeight} points`],
    ['PDF version', sheet?.pdfVersion],
    ['Source timecode', media?.timecode?.start ?? technical?.timecode],
    ['Reel', technical?.reel],
    ['Revision', `v${file.stack.number}`],
    ['Status', statusName(file.tag)],
    ['Restricted reviewers', file.allowRestricted ? 'Can see it' : 'Cannot see it'],
    ['Uploaded by', file.author?.name ?? 'A deleted account'],
    ['Uploaded', <Time key="created" of={file.createdAt} />],
    ['File ID', <Copied key="id" label="Copy file ID" text={file.id} />],
  ]
}

function durationOf({ durationMs, frames }: Media): string {
  const time = clockTime(durationMs ?? 0)
  return frames === null ? time : `${time} (${frames} frames)`
}

function generationFacts(generation: NonNullable<FileDetails['generation']>): Fact[] {
  const { outputModel, provider, prompt, configs } = generation
  const adjustments = adjustmentsInWords(generation)
  return [
    ['Model', provider === 'local' ? `${outputModel} (draft)` : outputModel],
    [
      'Prompt',
      <span key="prompt" className={styles.prompt}>
        {prompt}
      </span>,
    ],
    ['Resolution', configs?.resolution],
    ['Duration', configs?.durationSeconds ? `${configs.durationSeconds} s` : null],
    ['Aspect ratio', configs?.aspectRatio],
    ['Audio', configs?.generateAudio == null ? null : configs.generateAudio ? 'Generated' : 'None'],
    [
      'Adjusted',
      adjustments.length === 0 ? null : (
        <ul key="adjusted" className={styles.adjusted}>
          {adjustments.map((adjustment) => (
            <li key={adjustment}>{adjustment}</li>
          ))}
        </ul>
      ),
    ],
  ]
}
