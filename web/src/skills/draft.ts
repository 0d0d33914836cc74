// Unpublished text, stored in this browser.

export type Draft = {
  text: string
  /** The version that the draft is based on; 0 for none. */
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

/** False if the storage is full. */
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
