// The session cookie. `__Host-` makes browsers require https, this exact host, and the path `/`.

export function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-dailies' : 'dailies'
}

/** Browsers keep the cookie for the longest time they allow; the server decides when the session ends. */
export function sessionCookie(baseUrl: string, token: string): string {
  return cookie(baseUrl, token, 400 * 86_400)
}

export function endedCookie(baseUrl: string): string {
  return cookie(baseUrl, '', 0)
}

function cookie(baseUrl: string, value: string, seconds: number): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(baseUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
