// Who turned push on in this browser. Somebody else who signs in here gets no messages before they turn it on themselves.
const key = 'dailies:push'

export function hasPush(userId: string): boolean {
  return localStorage.getItem(key) === userId
}

/** Whether anybody has turned it on and not off. */
export function hasPushHere(): boolean {
  return localStorage.getItem(key) !== null
}

export function writePushPerson(userId: string): void {
  localStorage.setItem(key, userId)
}

export function forgetPushPerson(): void {
  localStorage.removeItem(key)
}
