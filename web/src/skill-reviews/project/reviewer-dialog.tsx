import type { SkillReviewer } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { skillsQuery } from '../../skills/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { CheckField, SelectField, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useCreateReviewer, useUpdateReviewer } from '../skill-review-queries.ts'
import { allKinds, type Kind, kindNames } from './kinds.ts'
import styles from './skill-reviewers-page.module.css'

const byChecks = 'checks'

/** Adds a skill reviewer, or changes one. */
export function ReviewerDialog({
  projectId,
  reviewer,
  model,
  onClose,
}: {
  projectId: string
  reviewer: SkillReviewer | null
  /** The one of this server. */
  model: string | null
  onClose: () => void
}) {
  const { data: skills } = useSuspenseQuery(skillsQuery)
  const published = skills.filter((skill) => skill.default !== null)
  const [skillId, setSkillId] = useState(reviewer?.skill.id ?? published[0]?.id ?? '')
  const [kinds, setKinds] = useState<readonly Kind[]>(reviewer?.kinds ?? ['VIDEO', 'IMAGE'])
  const [trigger, setTrigger] = useState<SkillReviewer['trigger']>(reviewer?.trigger ?? 'ON_REQUEST')
  const [used, setUsed] = useState(reviewer ? (reviewer.model ?? byChecks) : (model ?? byChecks))
  const [brief, setBrief] = useState(reviewer?.brief ?? '')
  const create = useCreateReviewer(projectId)
  const update = useUpdateReviewer(projectId, reviewer?.id ?? '')
  const error = create.error ?? update.error
  const models = [...new Set([model, reviewer?.model])].filter((one) => typeof one === 'string')
  function save() {
    const fields = {
      kinds: [...kinds],
      trigger,
      model: used === byChecks ? null : used,
      brief: brief.trim() === '' ? null : brief.trim(),
    }
    if (reviewer) update.mutate(fields, { onSuccess: onClose })
    else create.mutate({ skillId, ...fields }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={reviewer ? `Change ${reviewer.skill.name}` : 'Add a skill reviewer'}
    >
      <Form onSubmit={save}>
        {!reviewer && (
          <SelectField
            label="Skill"
            hint={published.length === 0 ? 'Publish a skill first.' : 'Its default version is used.'}
            options={published.map(({ id, name }): [string, string] => [id, name])}
            value={skillId}
            onValue={setSkillId}
          />
        )}
        <fieldset className={styles.kinds}>
          <legend>Kinds of files</legend>
          {allKinds.map((kind) => (
            <CheckField
              key={kind}
              label={kindNames[kind]}
              checked={kinds.includes(kind)}
              onChange={({ currentTarget: { checked } }) =>
                setKinds(allKinds.filter((one) => (one === kind ? checked : kinds.includes(one))))
              }
            />
          ))}
        </fieldset>
        <SelectField<SkillReviewer['trigger']>
          label="When"
          options={[
            ['ON_REQUEST', 'On request'],
            ['NEW_REVISIONS', 'Each new file and revision'],
          ]}
          value={trigger}
          onValue={setTrigger}
        />
        <SelectField
          label="Model"
          hint={
            used === byChecks
              ? 'The skill names a check profile or rules. Nothing leaves this server.'
              : 'Frames, texts and notes of the file are sent to the model. Each review is paid once.'
          }
          options={[
            [byChecks, 'None: the checks alone, for free'],
            ...models.map((one): [string, string] => [one, one]),
          ]}
          value={used}
          onValue={setUsed}
        />
        <TextArea
          label="Brief"
          maxLength={10_000}
          value={brief}
          hint="What the files should achieve. The model reads it."
          onChange={({ currentTarget }) => setBrief(currentTarget.value)}
        />
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            busy={create.isPending || update.isPending}
            disabled={kinds.length === 0 || skillId === ''}
          >
            {reviewer ? 'Save' : 'Add'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
