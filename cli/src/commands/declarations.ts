// The commands that are more than a call of one operation: their words, flags and help. Their code is loaded when they run,
// so that help and completion start fast.
import type { Command } from '../declaration.ts'

export const loginCommand: Command = {
  words: ['login'],
  summary: 'Sign in with your browser, or with an API key.',
  args: [],
  flags: [
    {
      name: 'key',
      value: 'KEY',
      valueOptional: true,
      help: 'Use an API key. Without a value it is asked for, or read from stdin.',
    },
    {
      name: 'scopes',
      value: 'SCOPES',
      help: 'What to ask for, with commas between. Default: everything; you can untick it.',
    },
    { name: 'no-browser', help: 'Only print the address of the page.' },
  ],
  details:
    'What you get is kept in a profile (--profile, or "default"), in a file that only you can read. The app shows up under "Connected apps" in the settings, where it can be disconnected.',
  examples: [
    'dailies login --url https://review.example.com',
    'dailies login --profile studio --url https://studio.example.com',
    'dailies login --key < key.txt',
  ],
  run: async (parsed, context) => (await import('./profiles.ts')).login(parsed, context),
}

export const logoutCommand: Command = {
  words: ['logout'],
  summary: 'Sign out: what the login gave is revoked, and forgotten here.',
  args: [],
  flags: [],
  details: 'An API key is only forgotten. To revoke it, use the settings in the browser.',
  examples: ['dailies logout', 'dailies logout --profile studio'],
  run: async (_parsed, context) => (await import('./profiles.ts')).logout(context),
}

export const profileCommands: Command[] = [
  {
    words: ['profiles'],
    summary: 'List the profiles: servers that you are signed in to.',
    args: [],
    flags: [],
    examples: ['dailies profiles', 'dailies profiles use studio'],
    run: async (_parsed, context) => (await import('./profiles.ts')).listProfiles(context),
  },
  {
    words: ['profiles', 'list'],
    summary: 'List the profiles: servers that you are signed in to.',
    args: [],
    flags: [],
    examples: ['dailies profiles list'],
    run: async (_parsed, context) => (await import('./profiles.ts')).listProfiles(context),
  },
  {
    words: ['profiles', 'use'],
    summary: 'Choose the profile that is used when none is named.',
    args: [{ name: 'name', help: 'Name of the profile.' }],
    flags: [],
    examples: ['dailies profiles use studio'],
    run: async ({ args }, context) => (await import('./profiles.ts')).useProfile(args[0]!, context),
  },
  {
    words: ['profiles', 'remove'],
    summary: 'Sign out of a profile and forget it.',
    args: [{ name: 'name', help: 'Name of the profile.' }],
    flags: [],
    examples: ['dailies profiles remove studio'],
    run: async ({ args }, context) => (await import('./profiles.ts')).forget(args[0]!, context),
  },
]

export const uploadCommand: Command = {
  words: ['files', 'upload'],
  summary: 'Upload files to a project.',
  args: [
    { name: 'project-id', help: 'Project ID.' },
    { name: 'path', help: 'The files.', many: true },
  ],
  flags: [
    { name: 'folder', value: 'ID', help: 'The folder to put them in.' },
    { name: 'replaces', value: 'ID', help: 'The file that this one is the next revision of.' },
    { name: 'name', value: 'NAME', help: 'Another name than that of the file.' },
    { name: 'resume', help: 'Go on with what was begun before and cut off.' },
    { name: 'concurrency', value: 'N', help: 'How many parts are sent at a time. Default: 4.' },
  ],
  details:
    'Many files go up together: small ones are started and completed in batches. Parts that do not arrive are sent again. What was cut off by Ctrl-C, a crash or a power failure goes on with --resume and the same words.',
  examples: [
    'dailies files upload PROJECT shot-010.mov shot-020.mov',
    'dailies files upload PROJECT stills/*.png --folder DX…',
    'dailies files upload PROJECT cut.mov --replaces FX…',
    'dailies files upload PROJECT big.mov --resume',
  ],
  run: async (parsed, context) => (await import('./transfers.ts')).upload(parsed, context),
}

export const downloadCommand: Command = {
  words: ['files', 'download'],
  summary: 'Download a file.',
  args: [{ name: 'file-id', help: 'File ID.' }],
  flags: [
    {
      name: 'out',
      short: 'o',
      value: 'PATH',
      help: 'Where to put it: a file, a folder, or - for stdout. Default: under its own name, here.',
    },
    { name: 'force', help: 'Write over a file that is there.' },
  ],
  examples: ['dailies files download FX…', 'dailies files download FX… --out - | ffprobe -'],
  run: async (parsed, context) => (await import('./transfers.ts')).download(parsed, context),
}

export const waitCommand: Command = {
  words: ['files', 'wait'],
  summary: 'Wait until a file is there: uploaded or generated.',
  args: [{ name: 'file-id', help: 'File ID.' }],
  flags: [
    {
      name: 'until',
      value: 'uploaded|processed',
      values: ['uploaded', 'processed'],
      help: 'Whether its previews have to be there, too. Default: uploaded.',
    },
    { name: 'timeout', value: 'SECONDS', help: 'Give up after so many seconds. Default: never.' },
  ],
  examples: ['dailies files wait FX… --timeout 600'],
  run: async (parsed, context) => (await import('./wait.ts')).wait(parsed, context),
}

export function generateCommand(command: Command): Command {
  return {
    ...command,
    flags: [...command.flags, { name: 'wait', help: 'Wait until it is made, and show the file.' }],
    run: async (parsed, context) => (await import('./wait.ts')).generate(command, parsed, context),
  }
}

export const eventsCommand: Command = {
  words: ['events'],
  summary: 'Show what happens in a project, as it happens.',
  args: [{ name: 'project-id', help: 'Project ID.' }],
  flags: [
    {
      name: 'follow',
      short: 'f',
      help: 'Stay and show what happens from now on. Connections that are cut are made anew.',
    },
    { name: 'since', value: 'NUMBER', help: 'First, what happened after the event of this number.' },
    {
      name: 'type',
      value: 'TYPE',
      many: true,
      help: 'Only these, such as comment.created or file.*. Repeat it for several.',
    },
  ],
  details:
    'Without --follow, what is still kept is listed and the command ends. With --json, each event is a line.',
  examples: [
    'dailies events PROJECT --follow',
    "dailies events PROJECT --follow --type 'comment.*' --json",
    'dailies events PROJECT --since 1041',
  ],
  run: async (parsed, context) => (await import('./events.ts')).events(parsed, context),
}

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

export const openCommand: Command = {
  words: ['open'],
  summary: 'Open Dailies, a project or a file in the browser.',
  args: [{ name: 'id', help: 'Project ID or file ID.', optional: true }],
  flags: [{ name: 'print', help: 'Print the address instead.' }],
  examples: ['dailies open', 'dailies open FX… --print'],
  run: async (parsed, context) => (await import('./open.ts')).open(parsed, context),
}

export const completionCommand: Command = {
  words: ['completion'],
  summary: 'Print what makes your shell complete our commands.',
  args: [{ name: 'shell', help: 'bash, zsh or fish.' }],
  flags: [],
  examples: [
    'source <(dailies completion bash) # in ~/.bashrc',
    'source <(dailies completion zsh) # in ~/.zshrc, after compinit',
    'dailies completion fish > ~/.config/fish/completions/dailies.fish',
  ],
  run: async ({ args }, context) =>
    context.print((await import('../completion.ts')).completionScript(args[0]!)),
}
