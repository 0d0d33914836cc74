// What is said about the project itself, the newest on top. What is said about a file stands beside the file.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { projectQuery } from '../../app/queries.ts'
import { useTitle } from '../../app/title.ts'
import { Composer } from '../../room/comments/composer.tsx'
import {
  DiscussionContext,
  useDiscussion,
  useNewDiscussion,
  useThreads,
} from '../../room/comments/discussion-context.ts'
import { ThreadList } from '../../room/comments/thread-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showProblem } from '../../ui/toasts.tsx'
import styles from './comments-page.module.css'

export function CommentsPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/comments' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useTitle('Discussion', project.name)
  const discussion = useNewDiscussion({ projectId }, 'time')
  return (
    <DiscussionContext value={discussion}>
      <ProjectDiscussion projectId={projectId} />
    </DiscussionContext>
  )
}

function ProjectDiscussion({ projectId }: { projectId: string }) {
  const { comments, read, complete, empty } = useThreads()
  const { opened, setOpened, selected } = useLinked()
  return (
    <section className={styles.page} aria-label="Discussion of the project">
      <Composer
        label="Comment on the project"
        placeholder="Write to everybody in the project. @ names somebody."
        draftKey={`project:${projectId}`}
      />
      <ThreadList
        comments={comments}
        gapAt={complete || comments.length === read ? undefined : read}
        selected={selected}
        opened={opened}
        onOpened={setOpened}
      >
        {!empty && comments.length === 0 && (
          <EmptyState title="Nothing said yet">
            <p className="quiet">
              Here is room for what is about the project as a whole: deadlines, deliveries, who does what.
              What is about a picture is said beside it, in the review room.
            </p>
          </EmptyState>
        )}
      </ThreadList>
    </section>
  )
}

/** The comment that the address leads to, with its thread opened. */
function useLinked() {
  const discussion = useDiscussion()
  const navigate = useNavigate({ from: '/projects/$projectId/comments' })
  const { comment: linked } = useSearch({ from: '/projects/$projectId/comments' })
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<string | null>(null)
  useEffect(() => {
    if (linked === undefined) return
    let ended = false
    discussion.lead(linked).then(
      ({ id, parent }) => {
        if (ended) return
        if (parent) setOpened((open) => new Set(open).add(parent.id))
        setSelected(id)
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
  return { opened, setOpened, selected }
}
