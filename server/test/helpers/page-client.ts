// A browser without scripts, for server-rendered pages: keeps its cookie, follows no redirects, and sends an Origin.

export type PageAnswer = { status: number; headers: Headers; text: string; location: string | null }

export type PageClient = ReturnType<typeof pageClient>

export function pageClient(url: string, origin = url.replace('127.0.0.1', 'localhost')) {
  let cookie: string | undefined

  async function send(path: string, options: RequestInit): Promise<PageAnswer> {
    const headers = new Headers(options.headers)
    if (cookie !== undefined) headers.set('Cookie', cookie)
    headers.set('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0')
    const answer = await fetch(url + path, { ...options, headers, redirect: 'manual' })
    const [set] = answer.headers.getSetCookie()
    if (set !== undefined) cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0]
    return {
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
      location: answer.headers.get('location'),
    }
  }

  return {
    get: (path: string) => send(path, {}),
    post: (
      path: string,
      fields: Record<string, string | string[]> = {},
      headers: Record<string, string> = {},
    ) => {
      const body = new URLSearchParams()
      for (const [name, value] of Object.entries(fields))
        for (const one of [value].flat()) body.append(name, one)
      return send(path, { method: 'POST', body, headers: { Origin: origin, ...headers } })
    },
    /** The signed-in person and workspace, as `Ann · Studio`; undefined without a session. */
    who: async () => {
      const { status, text } = await send('/api/account', {})
      if (status !== 200) return undefined
      const { data } = JSON.parse(text)
      return `${data.name} · ${data.workspace.name}`
    },
    /** The value of the cookie. */
    token: () => cookie?.split('=')[1],
    setCookie(value: string) {
      cookie = value
    },
  }
}

/** The path and query of the first link to this server in a text. */
export function linkIn(text: string): string {
  const found = /https?:\/\/[^\s"<]+\/([a-z-]+(?:\/link)?\?token=\w+)/.exec(text.replaceAll('&amp;', '&'))
  if (!found) throw new Error(`no link in: ${text.slice(0, 2_000)}`)
  return `/${found[1]}`
}

export function textOf(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}
