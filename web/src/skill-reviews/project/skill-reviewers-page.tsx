// The skills that review the files of a project, and what they may spend.
import type { SkillReviewer } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTitle } from '../../data/page-title.ts'
import { usePermissions } from '../../data/permissions.ts'
import { projectQuery } from '../../data/queries.ts'
import { Badge, EmptyList, ItemList, ListItem, SectionHead } from '../../settings/section-layout.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { skillReviewersQuery, useDeleteReviewer } from '../skill-review-queries.ts'
import { BudgetSheet } from './budget-sheet.tsx'
import { kindNames } from './kinds.ts'
import { ReviewerDialog } from './reviewer-dialog.tsx'
import styles from './skill-reviewers-page.module.css'

type Open = { kind: 'edit'; reviewer: SkillReviewer | null } | { kind: 'delete'; reviewer: SkillReviewer }

export function SkillReviewersPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/skill-reviewers' })
  const { manage } = usePermissions(projectId)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data } = useSuspenseQuery(skillReviewersQuery(projectId))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  useTitle('Skill reviewers', project.name)
  return (
    <div className={styles.column}>
      <SectionHead
        title="Skill reviewers"
        action={
          manage && (
            <Button look="main" onClick={() => setOpen({ kind: 'edit', reviewer: null })}>
              Add a skill
            </Button>
          )
        }
      >
        Published skills that look at files and draft notes. People decide which drafts become comments.{' '}
        <a href="/docs/skill-reviewers">How it works</a>
      </SectionHead>
      {data.skillReviewers.length === 0 ? (
        <EmptyList>
          <p>No skill reviews this project.</p>
          <p className="quiet small">
            {data.model === null
              ? 'This server has no vision model: skills can use the checks, for free.'
              : `Skills can use the checks, for free, or ${data.model}.`}
          </p>
        </EmptyList>
      ) : (
        <ItemList label="Skill reviewers">
          {data.skillReviewers.map((reviewer) => (
            <ListItem
              key={reviewer.id}
              title={
                <Link to="/skills/$skillId" params={{ skillId: reviewer.skill.id }} className="target">
                  {reviewer.skill.name}
                </Link>
              }
              badges={reviewer.trigger === 'NEW_REVISIONS' && <Badge tone="good">New revisions</Badge>}
              about={<About reviewer={reviewer} />}
              actions={
                manage && (
                  <>
                    <Button
                      small
                      aria-label={`Change ${reviewer.skill.name}`}
                      onClick={() => setOpen({ kind: 'edit', reviewer })}
                    >
                      Change
                    </Button>
                    <Button
                      small
                      aria-label={`Remove ${reviewer.skill.name}`}
                      onClick={() => setOpen({ kind: 'delete', reviewer })}
                    >
                      Remove
                    </Button>
                  </>
                )
              }
            />
          ))}
        </ItemList>
      )}
      <BudgetSheet projectId={projectId} budget={data.budget} mayManage={manage} />
      {open?.kind === 'edit' && (
        <ReviewerDialog {...{ projectId, reviewer: open.reviewer, model: data.model, onClose: close }} />
      )}
      {open?.kind === 'delete' && (
        <RemoveDialog {...{ projectId, reviewer: open.reviewer, onClose: close }} />
      )}
    </div>
  )
}

function About({ reviewer: { kinds, model, brief } }: { reviewer: SkillReviewer }) {
  const names = kinds.map((kind) => kindNames[kind]).join(', ')
  return (
    <>
      <p>
        {names} · {model === null ? 'by the checks, without cost' : `by ${model}`}
      </p>
      {brief && (
        <p className={styles.brief} dir="auto">
          {brief}
        </p>
      )}
    </>
  )
}

function RemoveDialog({
  projectId,
  reviewer,
  onClose,
}: {
  projectId: string
  reviewer: SkillReviewer
  onClose: () => void
}) {
  const remove = useDeleteReviewer(projectId)
  return (
    <ConfirmDialog
      title={`Remove ${reviewer.skill.name}?`}
      action="Remove"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(reviewer, { onSuccess: onClose })}
      onClose={onClose}
    >
      It reviews no more files of this project. Its comments stay, and so does the skill.
    </ConfirmDialog>
  )
}
