import type { InboxGeneration, InboxMention, InboxReview, InboxUpload } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../ui/avatar.tsx'
import { SparkIcon, VideoIcon } from '../ui/object-icons.tsx'
import { parseTime } from '../ui/parse-time.ts'
import { StatusBadge } from '../ui/status.tsx'
import { Time } from '../ui/time.tsx'
import { dueInWords } from './due.ts'
import styles from './my-work.module.css'
import { Thumbnail, WorkRow } from './work-list.tsx'

const link = `whole ${styles.name}`

export function ReviewRow({ review }: { review: InboxReview }) {
  const { version, project, requestedBy, message, lastVerdict, files, thumbnail, dueAt, createdAt } = review
  return (
    <WorkRow
      sign={<Thumbnail url={thumbnail} icon={<VideoIcon />} />}
      link={
        <Link
          to="/projects/$projectId/versions/$versionId"
          params={{ projectId: project.id, versionId: version.id }}
          className={link}
        >
          {version.name}
        </Link>
      }
      text={message}
      facts={
        <>
          <span>{project.name}</span>
          {files.total > 0 && <span>{count(files.total, 'file')}</span>}
          <span>
            asked {requestedBy && `by ${requestedBy.name} `}
            <Time of={createdAt} />
          </span>
          {lastVerdict && <span>{staleInWords(lastVerdict)}</span>}
        </>
      }
      aside={
        <>
          {dueAt !== null && <Due at={dueAt} />}
          {version.status !== 'NEED_REVIEW' && <StatusBadge status={version.status} />}
        </>
      }
    />
  )
}

function Due({ at }: { at: string }) {
  const due = parseTime(at)
  const { text, look } = dueInWords(due)
  return (
    <time className={styles.due} data-look={look} dateTime={due.toISOString()} title={due.toLocaleString()}>
      {text}
    </time>
  )
}

const verdictTexts = { APPROVED: 'approved', NEED_EDIT: 'requested changes', REJECTED: 'rejected' }
const staleTexts = {
  REOPENED: 'before the review was reopened',
  FILES_CHANGED: 'before a file was deleted',
  NEW_REVISION: 'an earlier revision',
}

function staleInWords({ verdict, stale }: NonNullable<InboxReview['lastVerdict']>): string {
  const did = verdictTexts[verdict]
  if (stale === null) return `a tool ${did} for you, which does not count here`
  const joint = stale === 'NEW_REVISION' && verdict === 'NEED_EDIT' ? ' on' : ''
  return `you ${did}${joint} ${staleTexts[stale]}`
}

export function MentionRow({ mention }: { mention: InboxMention }) {
  const { comment, author, file, project, createdAt } = mention
  const name = author?.name ?? 'Deleted account'
  const search = { comment: comment.id }
  return (
    <WorkRow
      sign={<Avatar name={name} url={author?.avatarUrl ?? null} id={author?.id} size={32} />}
      link={
        file ? (
          <Link to="/files/$fileId" params={{ fileId: file.id }} search={search} className={link}>
            {name} in {file.name}
          </Link>
        ) : (
          <Link
            to="/projects/$projectId/comments"
            params={{ projectId: project.id }}
            search={search}
            className={link}
          >
            {name} in the discussion
          </Link>
        )
      }
      text={comment.excerpt}
      facts={
        <>
          <span>{project.name}</span>
          {file && file.revision > 1 && <span>v{file.revision}</span>}
          <Time of={createdAt} />
        </>
      }
    />
  )
}

export function UploadRow({ upload }: { upload: InboxUpload }) {
  const { file, project, unanswered, newest, author } = upload
  return (
    <WorkRow
      sign={<Thumbnail url={file.thumbnail} icon={<VideoIcon />} />}
      link={
        <Link
          to="/files/$fileId"
          params={{ fileId: file.id }}
          search={{ comment: newest.id }}
          className={link}
        >
          {file.name}
        </Link>
      }
      text={[author?.name, newest.excerpt].filter(Boolean).join(': ')}
      facts={
        <>
          <span>{project.name}</span>
          {file.revision > 1 && <span>v{file.revision}</span>}
          <Time of={newest.createdAt} />
        </>
      }
      aside={
        <span className={styles.notes}>{unanswered >= 100 ? '100+ notes' : count(unanswered, 'note')}</span>
      }
    />
  )
}

const stateTexts: Partial<Record<InboxGeneration['state'], string>> = {
  QUEUED: 'Queued',
  STARTING: 'Starting',
  FETCHING: 'Almost there',
}

export function GenerationRow({ generation }: { generation: InboxGeneration }) {
  const { file, project, state, progress } = generation
  const running = progress === null ? 'Generating' : `Generating, ${Math.floor(progress * 100)} %`
  return (
    <WorkRow
      sign={<Thumbnail url={null} icon={<SparkIcon />} />}
      link={
        <Link to="/files/$fileId" params={{ fileId: file.id }} className={link}>
          {file.name}
        </Link>
      }
      facts={
        <>
          <span>{project.name}</span>
          <span>{stateTexts[state] ?? running}</span>
        </>
      }
    />
  )
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
