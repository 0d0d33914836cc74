import type { NotificationLevel } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { MenuRadioGroup } from '../ui/menu.tsx'
import { showDone } from '../ui/toasts.tsx'
import { levelQuery } from './notification-queries.ts'

const levels: readonly (readonly [NotificationLevel, string])[] = [
  ['EVERYTHING', 'Everything'],
  ['CONCERNS_ME', 'What concerns me'],
  ['MENTIONS', 'Mentions only'],
  ['NOTHING', 'Nothing'],
]

/** The part of a project's menu that chooses what the person hears of. */
export function LevelGroup({ project }: { project: { id: string; name: string } }) {
  const queries = useQueryClient()
  const { queryKey } = levelQuery(project.id)
  const { data: level } = useQuery(levelQuery(project.id))
  const { mutate } = useMutation({
    mutationFn: (next: NotificationLevel) => client.notifications.setLevel(project.id, { level: next }),
    onSuccess(_answer, next) {
      queries.setQueryData(queryKey, next)
      const [, name] = levels.find(([one]) => one === next)!
      showDone(`Notifications of ${project.name}: ${name.toLowerCase()}`, { key: `level ${project.id}` })
    },
  })
  return (
    <MenuRadioGroup
      label="Notifications"
      value={level ?? ''}
      options={levels}
      onChange={(next) => mutate(next as NotificationLevel)}
    />
  )
}
