import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { noDetails, parseDetails, wrongPair } from './details.ts'
import { DetailsFields } from './details-form.tsx'

export function NewSkillDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(noDetails)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.skills.create(parseDetails(typed)),
    async onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: keys.skills })
      await navigate({ to: '/skills/$skillId', params: { skillId: id }, search: { edit: true } })
    },
    meta: { ownErrors: true },
  })
  return (
    <Dialog open onClose={onClose} title="New skill" description="You write the text in the next step.">
      <Form onSubmit={() => mutate()}>
        <DetailsFields typed={typed} onTyped={setTyped} error={error} />
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            busy={isPending}
            disabled={wrongPair(typed.metadata) !== undefined}
          >
            Create
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
