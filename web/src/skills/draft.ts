// Unpublished text, stored in this browser.

export type Draft = {
  text: string
  /** The version that it was begun on; 0: none. */
  base: number
  savedAt: number
}

const key = (skillId: string) => `dailies.draft.${skillId}`

export function readDraft(skillId: string): Draft | undefined {
  try {
    const { text, base, savedAt } = JSON.parse(localStorage.getItem(key(skillId)) ?? 'null') as Draft
    return { text: String(text), base: Number(base), savedAt: Number(savedAt) }
  } catch {
    return undefined
  }
}

/** False: there is no room for it. */
export function saveDraft(skillId: string, draft: Omit<Draft, 'savedAt'>): boolean {
  try {
    localStorage.setItem(key(skillId), JSON.stringify({ ...draft, savedAt: Date.now() }))
    return true
  } catch {
    return false
  }
}

export function dropDraft(skillId: string): void {
  localStorage.removeItem(key(skillId))
}
