import type { EvaluationSource, Skill } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { showDone } from '../../ui/toasts.tsx'

export const sourceLabels: Record<EvaluationSource, string> = {
  CHECKS: 'Checks',
  RECORDED: 'Recorded answers',
  LIVE: 'Live model',
}

const hints: Record<EvaluationSource, string> = {
  CHECKS: 'Judges the files by the checks in the front matter. Free, and the same every time.',
  RECORDED: 'Uses the answers that are stored with the examples. Free.',
  LIVE: 'Asks the model about every example. Each answer costs money, and is recorded.',
}

/** The sources that this server offers. */
export function sourceOptions(model: string | null): (readonly [EvaluationSource, string])[] {
  return [
    ['CHECKS', sourceLabels.CHECKS],
    ['RECORDED', sourceLabels.RECORDED],
    ...(model === null ? [] : [['LIVE', `${sourceLabels.LIVE}: ${model}`] as const]),
  ]
}

export function SourceField({
  model,
  value,
  onValue,
}: {
  model: string | null
  value: EvaluationSource
  onValue: (source: EvaluationSource) => void
}) {
  return (
    <SelectField
      label="Source"
      hint={hints[value]}
      options={sourceOptions(model)}
      value={value}
      onValue={onValue}
    />
  )
}

export function RunDialog({
  skill,
  model,
  onClose,
}: {
  skill: Skill
  model: string | null
  onClose: () => void
}) {
  const [versionId, setVersionId] = useState(skill.default?.id ?? skill.versions.at(-1)!.id)
  const [source, setSource] = useState<EvaluationSource>('CHECKS')
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.skillEvaluations.run(skill.id, { skillVersionId: versionId, source }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.skills })
      onClose()
      showDone('Evaluation started.')
    },
    meta: { ownErrors: true },
  })
  return (
    <Dialog open onClose={onClose} title="Run evaluation">
      <Form onSubmit={() => mutate()}>
        <SelectField
          label="Version"
          options={skill.versions
            .toReversed()
            .map(({ id, version, draft }) => [id, `Version ${version}${draft ? ' (draft)' : ''}`] as const)}
          value={versionId}
          onValue={setVersionId}
        />
        <SourceField model={model} value={source} onValue={setSource} />
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={isPending}>
            Run
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
