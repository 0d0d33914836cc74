import type { CheckPreview, CheckRule, File, PreviewedFinding } from '@dailies/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { useDebounced } from '../../ui/debounced.ts'
import type { Place } from './profile-queries.ts'
import { jsonOf, type Rules } from './rules-draft.ts'

export type Preview = {
  file: File | undefined
  setFile: (file: File | undefined) => void
  result: CheckPreview | undefined
  error: unknown
  /** The result is of earlier rules. */
  isStale: boolean
  ruleOf: (rule: string) => CheckRule | undefined
  findingsOf: (rule: string) => readonly PreviewedFinding[]
}

/** The file that was chosen last, so that several check profiles are tried on the same one. */
const lastFiles = new Map<Place, File>()

/**
 * The findings that these rules would have on a file. They are judged again when typing pauses. The rules are part of the key, so
 * an answer to earlier rules is never shown as that of the present ones, whichever arrives first. Without rules, which are not
 * valid for the moment, the last result stays.
 */
export function usePreview(place: Place, rules: Rules | undefined): Preview {
  const [file, setFile] = useState(() => lastFiles.get(place))
  const [lastValid, setLastValid] = useState(rules)
  if (rules !== undefined && rules !== lastValid) setLastValid(rules)
  const text = lastValid === undefined ? '{}' : jsonOf(lastValid)
  const rested = useDebounced(text)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: keys.file(file?.id ?? '', 'checks', 'preview', rested),
    queryFn: ({ signal }) => client.checks.preview(file!.id, { rules: JSON.parse(rested) }, { signal }),
    enabled: file !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
    meta: { ownErrors: true },
  })
  const result = file === undefined || error ? undefined : data
  return {
    file,
    setFile(next) {
      if (next === undefined) lastFiles.delete(place)
      else lastFiles.set(place, next)
      setFile(next)
    },
    result,
    error: file === undefined ? null : error,
    isStale: isFetching || isPlaceholderData || rested !== text || rules === undefined,
    ruleOf: (name) => result?.rules.find(({ rule }) => rule === name),
    findingsOf: (name) => result?.findings.filter(({ rule }) => rule === name) ?? [],
  }
}
