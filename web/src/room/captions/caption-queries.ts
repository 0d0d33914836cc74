// The captions of a file, and the ones that a person has chosen. The browser remembers the language for all files.
import type { Captions, CaptionsDetails, FileDetails } from '@dailies/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { createStore, useStore } from '../../data/store.ts'

export type Cue = CaptionsDetails['cues'][number]

const captionsQuery = (fileId: string) =>
  queryOptions({
    queryKey: keys.file(fileId, 'captions'),
    queryFn: ({ signal }) => client.captions.list(fileId, { signal }),
  })

const cuesQuery = (fileId: string, captions: Captions | undefined) =>
  queryOptions({
    queryKey: keys.file(fileId, 'captions', captions?.id, captions?.updatedAt),
    queryFn: ({ signal }) => client.captions.get(fileId, captions!.id, { signal }),
    enabled: captions !== undefined,
    staleTime: Infinity,
  })

const key = 'dailies.captions'

type Choice = {
  /** The language of the shown captions; null: none are shown. */
  language: string | null
  /** The chosen captions, of several in that language. */
  id: string | null
  transcript: boolean
}

const choice = createStore<Choice>({
  language: globalThis.localStorage?.getItem(key) ?? null,
  id: null,
  transcript: false,
})

/** Those that were shown before they were switched off, on this page. */
let last: Pick<Captions, 'id' | 'language'> | undefined

export function chooseCaptions(captions: Captions | undefined): void {
  if (captions) localStorage.setItem(key, captions.language)
  else localStorage.removeItem(key)
  if (captions) last = captions
  choice.set({ language: captions?.language ?? null, id: captions?.id ?? null })
}

/** Off, or on again in the language that was shown before. */
export function switchCaptions(ready: readonly Captions[], chosen: Captions | undefined): void {
  if (chosen) last = chosen
  const before =
    ready.find(({ id }) => id === last?.id) ?? ready.find(({ language }) => language === last?.language)
  chooseCaptions(chosen ? undefined : (before ?? ready[0]))
}

export const showTranscript = (transcript: boolean) => choice.set({ transcript })
export const useTranscriptShown = () => useStore(choice, ({ transcript }) => transcript)

export function useCaptions(file: FileDetails) {
  const { data } = useQuery(captionsQuery(file.id))
  const all = data?.captions ?? []
  const ready = all.filter(({ state }) => state === 'READY')
  const language = useStore(choice, (state) => state.language)
  const chosenId = useStore(choice, (state) => state.id)
  const chosen =
    ready.find(({ id }) => id === chosenId) ??
    ready.find((one) => language !== null && one.language === language)
  return { all, ready, chosen, canTranscribe: data?.canTranscribe ?? false, isKnown: data !== undefined }
}

/** The cues of the chosen captions; with `any`, those of the first ones if none are chosen. */
export function useCues(
  file: FileDetails,
  { any }: { any: boolean },
): { captions: Captions; cues: Cue[] } | undefined {
  const { ready, chosen } = useCaptions(file)
  const captions = chosen ?? (any ? ready[0] : undefined)
  const { data } = useQuery(cuesQuery(file.id, captions))
  return captions && data ? { captions, cues: data.cues } : undefined
}

/** `English`, `Arabic (SDH)`, in English as the rest of the app. */
export function captionsName({ language, label, source }: Captions): string {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  const name = language === 'und' ? 'Unknown language' : (names.of(language) ?? language)
  const more = [label, source === 'TRANSCRIBED' ? 'transcribed' : null].filter(Boolean)
  return more.length > 0 ? `${name} (${more.join(', ')})` : name
}
