// A fetch that records requests and responses.

export type Exchange = {
  method: string
  path: string
  headers: Headers
  search: string
  body: unknown
  status: number
  text: string
  json: unknown
}

/** Also sends these headers, like a browser that is signed in. */
export function recording(extra: Record<string, string>) {
  const exchanges: Exchange[] = []
  const record: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(extra)) headers.set(name, value)
    const response = await fetch(input, { ...init, headers })
    const text = await response.clone().text()
    const url = new URL(String(input))
    exchanges.push({
      method: init?.method ?? 'GET',
      path: url.pathname,
      headers,
      search: url.search,
      body: init?.body === undefined ? undefined : JSON.parse(String(init.body)),
      status: response.status,
      text,
      json: text === '' ? undefined : JSON.parse(text),
    })
    return response
  }
  return { fetch: record, exchanges }
}
