import type { Skill, SkillExample } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { parseNotes } from './notes.ts'

/** Records the answer that a model or an agent gave elsewhere. */
export function AnswerDialog({
  skill,
  example,
  onClose,
}: {
  skill: Skill
  example: SkillExample
  onClose: () => void
}) {
  const [versionId, setVersionId] = useState(skill.default?.id ?? skill.versions.at(-1)?.id ?? '')
  const [model, setModel] = useState('')
  const [json, setJson] = useState('')
  const notes = json.trim() === '' ? undefined : parseNotes(json)
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    async mutationFn() {
      if (!Array.isArray(notes)) return
      const fields = { skillVersionId: versionId, model: model.trim() || null, notes }
      await client.skillExamples.recordAnswer(example.id, fields)
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.skills })
      onClose()
      showDone('Answer recorded.')
    },
    meta: { ownErrors: true },
  })
  return (
    <Dialog open onClose={onClose} title={`Answer for ${example.name}`} wide>
      <Form onSubmit={() => mutate()}>
        <SelectField
          label="Version"
          hint="The version of the skill that the model or agent followed."
          options={skill.versions.toReversed().map(({ id, version }) => [id, `Version ${version}`] as const)}
          value={versionId}
          onValue={setVersionId}
        />
        <TextField
          label="Model or agent"
          maxLength={200}
          value={model}
          onChange={({ currentTarget }) => setModel(currentTarget.value)}
        />
        <TextArea
          label="Notes, as JSON"
          hint={'[{ "firstFrame": 120, "lastFrame": 130, "text": "Black frames" }]'}
          rows={8}
          spellCheck={false}
          value={json}
          error={typeof notes === 'string' ? notes : undefined}
          onChange={({ currentTarget }) => setJson(currentTarget.value)}
        />
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={isPending} disabled={!Array.isArray(notes)}>
            Record answer
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
