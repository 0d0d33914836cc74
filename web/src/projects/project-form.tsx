// Creates a project, or edits its details.
import type { Project } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { keys, projectQuery } from '../data/queries.ts'
import { choiceOf, type RuleChoice, RuleFields, ruleOf } from '../reviews/rule-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { CheckField, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import type { ListedProject } from './project-actions.ts'
import styles from './project-form.module.css'

type Range = Project['accessRange']

const ranges: readonly (readonly [Range, string])[] = [
  ['ONLY_PROJECT_MEMBER', 'Only people who are added'],
  ['ALLOW_WORKSPACE_MEMBER', 'Everyone in the workspace, as reviewers'],
]

/** Creates a new project and opens it if no project is given. */
export function ProjectForm({ project, onClose }: { project?: ListedProject; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [fields, setFields] = useState({
    name: project?.name ?? '',
    description: project?.description ?? '',
    deadline: project?.deadline ?? '',
    accessRange: project?.accessRange ?? ('ONLY_PROJECT_MEMBER' as Range),
  })
  // Lists of projects do not contain the rule. It is sent only when it was changed.
  const { data: details } = useQuery({ ...projectQuery(project?.id ?? ''), enabled: project !== undefined })
  const [rule, setRule] = useState<RuleChoice>()
  const [agentVerdictsCount, setAgentVerdictsCount] = useState<boolean>()
  const change = (next: Partial<typeof fields>) => setFields({ ...fields, ...next })
  const save = useMutation({
    meta: { ownErrors: true },
    async mutationFn() {
      const { name, accessRange } = fields
      const given = {
        name: name.trim(),
        accessRange,
        description: fields.description.trim() || null,
        deadline: fields.deadline || null,
      }
      if (!project) return (await client.projects.create(given)).id
      const reviewRule = rule && ruleOf(rule)
      await client.projects.update(project.id, { ...given, reviewRule, agentVerdictsCount })
      return project.id
    },
    async onSuccess(projectId) {
      await queries.invalidateQueries({ queryKey: keys.projects, refetchType: project ? 'active' : 'none' })
      if (project) await queries.invalidateQueries({ queryKey: keys.project(projectId, 'details') })
      else await navigate({ to: '/projects/$projectId', params: { projectId } })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={project ? 'Edit project' : 'New project'}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={100}
          autoFocus
          value={fields.name}
          error={fieldError(save.error, '/name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextArea
          label="Description"
          maxLength={2000}
          value={fields.description}
          error={fieldError(save.error, '/description')}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <div className={styles.pair}>
          <TextField
            label="Deadline"
            type="date"
            value={fields.deadline}
            error={fieldError(save.error, '/deadline')}
            onChange={(event) => change({ deadline: event.currentTarget.value })}
          />
          <SelectField
            label="Who can see it"
            options={ranges}
            value={fields.accessRange}
            onValue={(accessRange) => change({ accessRange })}
          />
        </div>
        {details && (
          <>
            <RuleFields
              projectId={details.id}
              value={rule ?? choiceOf(details.reviewRule)}
              onValue={setRule}
              error={fieldError(save.error, '/reviewRule/user/id')}
            />
            <CheckField
              label="Verdicts by tools count"
              checked={agentVerdictsCount ?? details.agentVerdictsCount}
              onChange={({ currentTarget }) => setAgentVerdictsCount(currentTarget.checked)}
              hint="Verdicts that a connected app gives for a person are always marked."
            />
          </>
        )}
        <ProblemNote error={save.error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" busy={save.isPending} disabled={fields.name.trim() === ''}>
            {project ? 'Save' : 'Create project'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
