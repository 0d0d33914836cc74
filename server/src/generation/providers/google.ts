// Google under one name and key: Gemini draws pictures at once, Veo makes videos by and by.
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
    validate: (job) => (job.video ? validateVeo(job) : []),
    start: (job, signal) => (job.video ? startVeo(options, job, signal) : startImage(options, job, signal)),
    poll: (handle, signal) => pollVeo(options, handle, signal),
    fetch: (handle, signal) => fetchVeo(options, handle, signal),
  }
}
