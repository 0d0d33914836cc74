import type { CheckProfile, CheckSettings } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { SelectField } from '../../ui/field.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { checksKey, type Place, settingsQuery } from './profile-queries.ts'
import styles from './profiles.module.css'

const off = 'off'
const inherit = 'inherit'

/** Which check profile judges new files. A choice is stored at once. */
export function ChooseProfile({
  place,
  mayManage,
  profiles,
  settings,
}: {
  place: Place
  mayManage: boolean
  profiles: CheckProfile[]
  settings: CheckSettings
}) {
  const queries = useQueryClient()
  const choose = useMutation({
    async mutationFn(chosen: string) {
      const body = { profileId: chosen === off || chosen === inherit ? null : chosen, off: chosen === off }
      if (place === null) await client.checkSettings.setWorkspace(body)
      else await client.checkSettings.set(place, body)
    },
    async onSuccess(_done, chosen) {
      await queries.invalidateQueries({ queryKey: checksKey(place) })
      showDone(chosen === off ? 'Checks switched off.' : 'Check profile chosen.')
    },
    onError: () => queries.invalidateQueries({ queryKey: settingsQuery(place).queryKey }),
  })
  const stored = settings.off ? off : (settings.profileId ?? inherit)
  const value = choose.isPending ? choose.variables : stored
  return (
    <div className={styles.choose}>
      <SelectField
        label={place === null ? 'Default check profile' : 'Check profile of this project'}
        hint={hintOf(place, settings)}
        disabled={!mayManage}
        options={[
          [inherit, place === null ? 'Web 1080p (the standard)' : 'As in the workspace'],
          ...profiles.map(({ id, name }): [string, string] => [id, name]),
          [off, 'Do not check'],
        ]}
        value={value}
        onValue={(chosen) => choose.mutate(chosen)}
      />
    </div>
  )
}

function hintOf(place: Place, { effective: { profile, source } }: CheckSettings): string {
  const name = profile?.name ?? ''
  if (place === null)
    return profile
      ? 'For all projects that have not chosen one. Files that are already checked keep their results.'
      : 'New files are checked only in projects that have chosen a check profile.'
  if (profile === null)
    return source === 'PROJECT'
      ? 'New files are not checked.'
      : 'New files are not checked: checks are off in the workspace.'
  if (source === 'PROJECT')
    return `New files are judged by ${name}. Files that are already checked keep their results.`
  return `New files are judged by ${name}, ${source === 'WORKSPACE' ? 'the choice of the workspace' : 'the standard'}.`
}
