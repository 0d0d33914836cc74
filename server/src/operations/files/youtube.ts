const hosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
]

/** The id of the video that a URL leads to; undefined when it is no URL of a video on YouTube. */
export function youtubeId(text: string): string | undefined {
  const url = URL.parse(text)
  // A port or a password in it: made to look like YouTube, not copied from there.
  if (!url || !/^https?:$/.test(url.protocol) || url.port || url.username || url.password) return undefined
  const id = idIn(url)
  return id && /^[\w-]{11}$/.test(id) ? id : undefined
}

function idIn({ hostname, pathname, searchParams }: URL): string | undefined {
  const [, first, second, ...rest] = pathname.replace(/\/$/, '').split('/')
  if (hostname === 'youtu.be') return second === undefined ? first : undefined
  if (!hosts.includes(hostname) || rest.length > 0) return undefined
  if (first === 'watch' && second === undefined) return searchParams.get('v') ?? undefined
  return /^(shorts|embed|live)$/.test(first ?? '') ? second : undefined
}
