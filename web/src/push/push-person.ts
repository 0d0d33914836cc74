// Remembers the person who turned push on in this browser. Others who sign in here get no messages before they turn it on.
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
