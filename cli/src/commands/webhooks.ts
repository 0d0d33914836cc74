import type { Command } from '../command.ts'

export const listenCommand: Command = {
  words: ['webhooks', 'listen'],
  summary: 'Receive webhooks on this machine and show each delivery, with the verdict on its signature.',
  args: [],
  flags: [
    { name: 'port', value: 'PORT', help: 'Where to listen; default: a free one.' },
    {
      name: 'secret-file',
      value: 'PATH',
      help: 'The secret of the webhook (whsec_…), from a file; - for stdin.',
    },
    { name: 'secret', value: 'SECRET', help: 'The same, as a word: others on this machine may see it.' },
    { name: 'forward', value: 'URL', help: 'Pass each delivery on, unchanged, and answer with its answer.' },
    { name: 'create', help: 'Make a webhook for the time of listening, and delete it at the end.' },
    {
      name: 'events',
      value: 'TYPE',
      many: true,
      help: 'With --create: which events, such as comment.*. Default: all.',
    },
    {
      name: 'public-url',
      value: 'URL',
      help: 'With --create: where the server reaches us, such as a tunnel to --port.',
    },
  ],
  details:
    'With --create, the server must be able to reach this machine. A server on the same machine reaches 127.0.0.1 only when it is started with WEBHOOK_ALLOW_HOSTS=127.0.0.1: private addresses are refused otherwise. Elsewhere, give a tunnel by --public-url.',
  examples: [
    'dailies webhooks listen --create',
    'dailies webhooks listen --port 4000 --secret-file secret.txt --forward http://localhost:3000/hooks',
    'dailies webhooks listen --port 4000 --create --public-url https://abc.tunnel.example --events "comment.*"',
  ],
  run: async (parsed, context) => (await import('./listen.ts')).listen(parsed, context),
}
