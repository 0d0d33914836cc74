// The content security policy of the web app, and the other headers of its document. A part of the app that needs more adds
// it here, with the reason.

/** Hashes of the styles that libraries write into their own shadow root. Their text is fixed. */
const libraryStyles = [
  // wavesurfer.js, once for each height that the app draws a waveform in.
  "'sha256-U+wOyz6RyxfmjgGP/zCgeX2UqDaDGqr0JM2ok4ksXpY='",
  "'sha256-q8eT0Q0uNe4qUYGwCupZ4weoOLvq3TS0yaHwZRMIT/Q='",
]

/** `files`: other origins where browsers send and fetch files. */
export function documentHeaders(files: readonly string[]): Record<string, string> {
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...libraryStyles],
    'font-src': ["'self'"],
    // Images that are made in the browser: drawings, frames, previews of uploads.
    'img-src': ["'self'", 'data:', 'blob:', ...files],
    'media-src': ["'self'", 'blob:', ...files],
    // The loaders of the 3D viewer fetch the parts of a model from blobs and data URLs.
    'connect-src': ["'self'", 'blob:', 'data:', ...files],
    // The decoder of Draco starts its worker from a blob.
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  }
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, values]) => [name, ...values].join(' '))
      .join('; '),
    'X-Frame-Options': 'DENY',
    // With `no-referrer`, Origin would be null.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}

/** Links of shares are secrets: search engines must neither list them nor follow what they show. */
export const unlisted = { 'X-Robots-Tag': 'noindex, nofollow' }

/** The service worker may call this server, to renew its subscription, and nothing else. */
export const pushWorkerHeaders = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
  'Cache-Control': 'no-cache',
}
