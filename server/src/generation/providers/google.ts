// Google under one name and key: Gemini returns images at once, Veo generates videos in the background.
import type { Provider } from '../../core/provider.ts'
import { limitsOfProvider } from '../limits.ts'
import { startImage } from './google-image.ts'
import { fetchVeo, pollVeo, startVeo, validateVeo } from './google-veo.ts'
import type { ProviderOptions } from './http.ts'

export function createGoogleProvider(options: ProviderOptions): Provider {
  return {
    name: 'google',
    concurrency: 4,
    deadlineSeconds: 1800,
    pollSeconds: 10,
    limits: limitsOfProvider,
    validate: (request) => (request.video ? validateVeo(request) : []),
    start: (request, signal) =>
      request.video ? startVeo(options, request, signal) : startImage(options, request, signal),
    poll: (handle, signal) => pollVeo(options, handle, signal),
    fetch: (handle, signal) => fetchVeo(options, handle, signal),
  }
}
