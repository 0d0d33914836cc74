// The comments on the project itself, newest first. Comments on a file are in its review room.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTitle } from '../data/page-title.ts'
import { ParticipantContext, useProjectParticipant } from '../data/participant.ts'
import { projectQuery } from '../data/queries.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { showProblem } from '../ui/toasts.tsx'
import styles from './comments-page.module.css'
import { Composer } from './composer.tsx'
import { DiscussionContext, useDiscussion, useNewDiscussion, useThreads } from './discussion-context.ts'
import { ThreadList } from './thread-list.tsx'

export function CommentsPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/comments' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useTitle('Discussion', project.name)
  return (
    <ParticipantContext value={useProjectParticipant(projectId)}>
      <WithDiscussion projectId={projectId} />
    </ParticipantContext>
  )
}

function WithDiscussion({ projectId }: { projectId: string }) {
  const discussion = useNewDiscussion({ projectId }, 'time')
  return (
    <DiscussionContext value={discussion}>
      <ProjectDiscussion projectId={projectId} />
    </DiscussionContext>
  )
}

function ProjectDiscussion({ projectId }: { projectId: string }) {
  const { items: comments, read, complete, empty } = useThreads()
  const selected = useLinked()
  return (
    <section className={styles.page} aria-label="Discussion">
      <Composer
        label="Comment on the project"
        placeholder="Write to everyone in the project… @ mentions someone"
        draftKey={`project:${projectId}`}
      />
      <ThreadList
        comments={comments}
        gapAt={complete || comments.length === read ? undefined : read}
        selected={selected}
      >
        {!empty && comments.length === 0 && (
          <EmptyState title="No comments yet">
            <p className="quiet">
              Discuss the project as a whole: deadlines, deliveries, who does what. To comment on a file, open
              it.
            </p>
          </EmptyState>
        )}
      </ThreadList>
    </section>
  )
}

/** The comment that the URL points to. */
function useLinked(): string | null {
  const discussion = useDiscussion()
  const navigate = useNavigate({ from: '/projects/$projectId/comments' })
  const { comment: linked } = useSearch({ from: '/projects/$projectId/comments' })
  const [selected, setSelected] = useState<string | null>(null)
  useEffect(() => {
    if (linked === undefined) return
    let ended = false
    discussion.lead(linked).then(
      ({ id }) => {
        if (!ended) setSelected(id)
      },
      (error: unknown) => {
        if (ended) return
        showProblem(error)
        void navigate({ search: {}, replace: true })
      },
    )
    return () => {
      ended = true
    }
  }, [discussion, linked, navigate])
  return selected
}
