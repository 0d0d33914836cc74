// The editor of a check profile: a control for each limit, or JSON, with a live preview on a file.
import type { CheckProfile } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { client } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { isChanged, Overtaken } from './overtaken.tsx'
import { PreviewBar } from './preview-bar.tsx'
import { checksKey, type Place } from './profile-queries.ts'
import styles from './profiles.module.css'
import { draftOf, jsonOf, type Rules, type RulesDraft, readDraft } from './rules-draft.ts'
import { RulesJson } from './rules-json.tsx'
import { RulesList } from './rules-list.tsx'
import { usePreview } from './use-preview.ts'
import { VersionList } from './version-list.tsx'

type Edited = { place: Place; profile: CheckProfile; readOnly: boolean }

export function ProfileEditor({ place, profile, readOnly }: Edited) {
  const [name, setName] = useState(profile.name)
  const [base, setBase] = useState({ version: profile.version, rules: profile.rules as Rules })
  const [draft, setDraft] = useState<RulesDraft>(() => draftOf(base.rules))
  const [view, setView] = useState<'rules' | 'json'>('rules')
  const [jsonError, setJsonError] = useState<string>()
  // The JSON text is written anew for rules that were not typed into it.
  const [loads, setLoads] = useState(0)
  const { rules, errors } = useMemo(() => readDraft(draft), [draft])
  const isValid = jsonError === undefined && Object.keys(errors).length === 0
  const isEdited = useMemo(
    () => jsonOf(rules) !== jsonOf(readDraft(draftOf(base.rules)).rules),
    [rules, base],
  )
  const isRenamed = name.trim() !== profile.name
  const preview = usePreview(place, isValid ? rules : undefined)
  const save = useSave({
    place,
    profile,
    onSaved(version) {
      setBase({ version, rules })
    },
  })
  const load = (next: Rules) => {
    setLoads(loads + 1)
    setDraft(draftOf(next))
    setJsonError(undefined)
  }
  const change = {
    ...(isRenamed && { name: name.trim() }),
    ...(isEdited && { rules, version: base.version }),
  }
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(change)
      }}
    >
      {!readOnly && (
        <div className={styles.name}>
          <TextField
            label="Name"
            required
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </div>
      )}
      <PreviewBar {...{ place, preview, readOnly }} />
      <div className={styles.views}>
        <Choice
          label="Show"
          value={view}
          options={[
            { value: 'rules', label: 'Rules' },
            { value: 'json', label: 'JSON' },
          ]}
          onValue={setView}
        />
      </div>
      {view === 'rules' && jsonError === undefined && (
        <RulesList draft={draft} onDraft={setDraft} errors={errors} preview={preview} readOnly={readOnly} />
      )}
      {(view === 'json' || jsonError !== undefined) && (
        <RulesJson
          key={loads}
          rules={rules}
          error={jsonError ?? Object.entries(errors).map(([field, error]) => `${field}: ${error}`)[0]}
          readOnly={readOnly}
          onDraft={setDraft}
          onError={setJsonError}
        />
      )}
      {!readOnly && (
        <>
          {isChanged(save.error) ? (
            <Overtaken
              profile={profile}
              onTake={(latest) => {
                setBase(latest)
                load(latest.rules)
                save.reset()
              }}
              onKeep={(latest) => {
                setBase(latest)
                save.mutate({ ...change, rules, version: latest.version })
              }}
            />
          ) : (
            <ProblemNote error={save.error} />
          )}
          <div className={styles.save}>
            <p className="quiet small" role="status">
              {statusOf({ isEdited, isRenamed, isValid, next: base.version + 1 })}
            </p>
            <Button
              disabled={!isEdited && !isRenamed && jsonError === undefined}
              onClick={() => {
                load(base.rules)
                setName(profile.name)
                save.reset()
              }}
            >
              Discard
            </Button>
            <Button
              type="submit"
              look="main"
              busy={save.isPending}
              disabled={!isValid || name.trim() === '' || !(isEdited || isRenamed)}
            >
              Save
            </Button>
          </div>
          <VersionList {...{ place, profile }} onLoad={load} />
        </>
      )}
    </form>
  )
}

function statusOf(state: { isEdited: boolean; isRenamed: boolean; isValid: boolean; next: number }): string {
  if (!state.isValid) return 'Correct the marked fields first.'
  if (state.isEdited) return `Not saved. Saving writes version ${state.next}.`
  return state.isRenamed ? 'Not saved.' : 'No changes.'
}

type Change = { name?: string; rules?: Rules; version?: number }
type Saving = { place: Place; profile: CheckProfile; onSaved: (version: number) => void }

function useSave({ place, profile, onSaved }: Saving) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      client.checkProfiles.update(profile.id, change as Parameters<typeof client.checkProfiles.update>[1]),
    async onSuccess({ version }) {
      onSaved(version)
      await queries.invalidateQueries({ queryKey: checksKey(place) })
      showDone(`Check profile saved as version ${version}.`)
    },
    meta: { ownErrors: true },
  })
}
