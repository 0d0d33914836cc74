// The guest's token, in this browser, so that a name and a password are asked for once. That of a member who looks as a guest is
// kept for the tab only. A preview by its id has none: each page asks for its own.

type Guest = { name: string; email: string | null }

const tokenKey = (key: string) => `dailies.share.${key}`
const guestKey = 'dailies.share-guest'

export function storedToken(key: string): string | null {
  return sessionStorage.getItem(tokenKey(key)) ?? localStorage.getItem(tokenKey(key))
}

export function storeToken(key: string, token: string, { preview }: { preview: boolean }): void {
  try {
    const storage = preview ? sessionStorage : localStorage
    storage.setItem(tokenKey(key), token)
  } catch {
    // The storage is full or closed: the name is asked for again at the next visit.
  }
}

export function forgetToken(key: string): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(tokenKey(key))
}

/** The name that the person last gave, for the next share. */
export function storedGuest(): Guest {
  try {
    const { name, email } = JSON.parse(localStorage.getItem(guestKey) ?? '{}') as Partial<Guest>
    return { name: typeof name === 'string' ? name : '', email: typeof email === 'string' ? email : null }
  } catch {
    return { name: '', email: null }
  }
}

export function storeGuest(guest: Guest): void {
  try {
    localStorage.setItem(guestKey, JSON.stringify(guest))
  } catch {
    // Only a convenience.
  }
}
