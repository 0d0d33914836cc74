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
      help: 'Sign in with an API key. Without a value, the key is prompted for or read from stdin.',
    },
    {
      name: 'scopes',
      value: 'SCOPES',
      help: 'The scopes to request, separated by commas. Default: all; you can deselect some in the browser.',
    },
    { name: 'no-browser', help: 'Print the URL without opening a browser.' },
  ],
  details:
    'The credential is stored in a profile (--profile, or "default"), in a file that only you can read. To disconnect the CLI, open "Connected apps" in the settings of the web app.',
  examples: [
    'dailies login --url https://review.example.com',
    'dailies login --profile studio --url https://studio.example.com',
    'dailies login --key < key.txt',
  ],
  run: async (parsed, context) => (await import('./profiles.ts')).login(parsed, context),
}

export const logoutCommand: Command = {
  words: ['logout'],
  summary: 'Sign out: revoke the tokens and delete them from this machine.',
  args: [],
  flags: [],
  details: 'An API key is only deleted from this machine. Revoke it in the settings of the web app.',
  examples: ['dailies logout', 'dailies logout --profile studio'],
  run: async (_parsed, context) => (await import('./profiles.ts')).logout(context),
}

export const profileCommands: Command[] = [
  {
    words: ['profiles'],
    summary: 'List the profiles: the servers you are signed in to.',
    args: [],
    flags: [],
    examples: ['dailies profiles', 'dailies profiles use studio'],
    run: async (_parsed, context) => (await import('./profiles.ts')).listProfiles(context),
  },
  {
    words: ['profiles', 'list'],
    summary: 'List the profiles: the servers you are signed in to.',
    args: [],
    flags: [],
    examples: ['dailies profiles list'],
    run: async (_parsed, context) => (await import('./profiles.ts')).listProfiles(context),
  },
  {
    words: ['profiles', 'use'],
    summary: 'Choose the default profile.',
    args: [{ name: 'name', help: 'Name of the profile.' }],
    flags: [],
    examples: ['dailies profiles use studio'],
    run: async ({ args }, context) => (await import('./profiles.ts')).useProfile(args[0]!, context),
  },
  {
    words: ['profiles', 'remove'],
    summary: 'Sign out of a profile and delete it.',
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
    { name: 'path', help: 'The files to upload.', many: true },
  ],
  flags: [
    { name: 'folder', value: 'ID', help: 'Upload into this folder.' },
    { name: 'replaces', value: 'ID', help: 'Upload as the next revision of this file.' },
    { name: 'name', value: 'NAME', help: 'The name in Dailies. Default: the name of the file.' },
    { name: 'resume', help: 'Continue an interrupted upload.' },
    { name: 'concurrency', value: 'N', help: 'The number of parts sent in parallel. Default: 4.' },
  ],
  details:
    'Small files are started and completed in batches. Parts that fail are sent again. To continue after Ctrl-C, a crash or a power failure, repeat the command with --resume.',
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
      help: 'The destination: a file, a folder, or - for stdout. Default: the name of the file, in the current folder.',
    },
    { name: 'force', help: 'Overwrite an existing file.' },
  ],
  examples: ['dailies files download FX…', 'dailies files download FX… --out - | ffprobe -'],
  run: async (parsed, context) => (await import('./transfers.ts')).download(parsed, context),
}

export const archiveCommand: Command = {
  words: ['archives', 'download'],
  summary: 'Download several files, folders or a version as one ZIP.',
  args: [
    { name: 'project-id', help: 'Project ID.' },
    { name: 'file-id', help: 'The files to download.', many: true, optional: true },
  ],
  flags: [
    {
      name: 'folder',
      value: 'ID',
      many: true,
      help: 'Download this folder: the latest revision of each file in it. Repeat the flag for several folders.',
    },
    { name: 'version', value: 'ID', help: 'Download the files of this version.' },
    { name: 'proxies', help: 'Proxies of video and audio and previews of images, instead of originals.' },
    { name: 'comments', help: 'Add a CSV of the comments on the files.' },
    {
      name: 'out',
      short: 'o',
      value: 'PATH',
      help: 'The destination: a file, a folder, or - for stdout. Default: the name of the archive, in the current folder.',
    },
    { name: 'resume', help: 'Continue an interrupted download.' },
    { name: 'force', help: 'Overwrite an existing file.' },
  ],
  details:
    'The contents are fixed when the download begins. To continue after Ctrl-C, a crash or a power failure, repeat the command with --resume within 24 hours.',
  examples: [
    'dailies archives download PROJECT FX… FX…',
    'dailies archives download PROJECT --folder DX… --comments',
    'dailies archives download PROJECT --version VERSION --proxies --out review.zip',
    'dailies archives download PROJECT --folder DX… --resume',
  ],
  run: async (parsed, context) => (await import('./archives.ts')).downloadArchive(parsed, context),
}

export const waitCommand: Command = {
  words: ['files', 'wait'],
  summary: 'Wait until a file is uploaded or generated.',
  args: [{ name: 'file-id', help: 'File ID.' }],
  flags: [
    {
      name: 'until',
      value: 'uploaded|processed',
      values: ['uploaded', 'processed'],
      help: 'processed: wait for the previews as well. Default: uploaded.',
    },
    { name: 'timeout', value: 'SECONDS', help: 'Fail after this many seconds. Default: wait forever.' },
  ],
  examples: ['dailies files wait FX… --timeout 600'],
  run: async (parsed, context) => (await import('./wait.ts')).wait(parsed, context),
}

export const verifyCommand: Command = {
  words: ['verify'],
  summary: 'Check the receipt of a review, and originals on this machine, without a server.',
  args: [
    { name: 'receipt', help: 'The receipt: receipt.json or receipt.pdf.' },
    { name: 'original', help: 'Files to compare with those in the receipt.', many: true, optional: true },
  ],
  flags: [
    {
      name: 'key',
      value: 'PATH',
      help: 'The public key you trust, as the server publishes it at /.well-known/dailies-receipt-key.',
    },
  ],
  details:
    'Fails when the receipt was altered by a single byte, when it is signed with another key, or when an original is not one of its files.',
  examples: ['dailies verify receipt.json', 'dailies verify receipt.pdf master.mov --key receipt-key.pem'],
  run: async (parsed, context) => (await import('./verify.ts')).verify(parsed, context),
}

export function generateCommand(command: Command): Command {
  return {
    ...command,
    flags: [...command.flags, { name: 'wait', help: 'Wait until the file is generated, then show it.' }],
    run: async (parsed, context) => (await import('./wait.ts')).generate(command, parsed, context),
  }
}

export function viewCommand(command: Command): Command {
  return {
    ...command,
    summary:
      'Look at a file: exact frames of a video, pages of a document, an image, the waveform of audio, a 3D model from six sides. Writes JPEG files.',
    flags: [
      ...command.flags,
      {
        name: 'out',
        short: 'o',
        value: 'PATH',
        help: 'The destination: a folder, or for a single image a file, or - for stdout. Default: the current folder.',
      },
      { name: 'force', help: 'Overwrite existing files.' },
    ],
    details:
      'Prints the path of each image and what it shows. With --json, the images are printed in base64 instead; with --json and --out, they are written, and their paths printed.',
    examples: [
      'dailies files view FX… --at 120 --at 00:00:10:00 --drawings',
      "dailies files view FX… --at 'page 3' --out page.jpg",
    ],
    run: async (parsed, context) => (await import('./view.ts')).view(command, parsed, context),
  }
}

export const eventsCommand: Command = {
  words: ['events'],
  summary: 'Show the events of a project, or follow them live.',
  args: [{ name: 'project-id', help: 'Project ID.' }],
  flags: [
    {
      name: 'follow',
      short: 'f',
      help: 'Keep running and print new events. Reconnects when the connection is lost.',
    },
    { name: 'since', value: 'NUMBER', help: 'Start after the event with this number.' },
    {
      name: 'type',
      value: 'TYPE',
      many: true,
      help: 'Only events of this type, such as comment.created or file.*. Repeat the flag for several types.',
    },
  ],
  details: 'Without --follow, the stored events are listed. With --json, each event is one line.',
  examples: [
    'dailies events PROJECT --follow',
    "dailies events PROJECT --follow --type 'comment.*' --json",
    'dailies events PROJECT --since 1041',
  ],
  run: async (parsed, context) => (await import('./events.ts')).events(parsed, context),
}

export const listenCommand: Command = {
  words: ['webhooks', 'listen'],
  summary: 'Receive webhooks on this machine, check their signatures and show each delivery.',
  args: [],
  flags: [
    { name: 'port', value: 'PORT', help: 'The port to listen on. Default: a free port.' },
    {
      name: 'secret-file',
      value: 'PATH',
      help: 'Read the secret of the webhook (whsec_…) from a file; - for stdin.',
    },
    { name: 'secret', value: 'SECRET', help: 'The secret itself. Other users of this machine can see it.' },
    {
      name: 'forward',
      value: 'URL',
      help: 'Forward each delivery to this URL and return its response status.',
    },
    { name: 'create', help: 'Create a webhook, and delete it when the command ends.' },
    {
      name: 'events',
      value: 'TYPE',
      many: true,
      help: 'With --create: the events to subscribe to, such as comment.*. Default: all.',
    },
    {
      name: 'public-url',
      value: 'URL',
      help: 'With --create: the URL at which the server reaches this machine, such as a tunnel to --port.',
    },
  ],
  details:
    'With --create, the server must be able to reach this machine. A server on the same machine reaches 127.0.0.1 only when it is started with WEBHOOK_ALLOW_HOSTS=127.0.0.1: other private addresses are refused. For a server elsewhere, open a tunnel and pass its address as --public-url.',
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
  flags: [{ name: 'print', help: 'Print the URL instead of opening it.' }],
  examples: ['dailies open', 'dailies open FX… --print'],
  run: async (parsed, context) => (await import('./open.ts')).open(parsed, context),
}

export const inboxCommand: Command = {
  words: ['inbox'],
  summary: 'Show what waits for you: reviews, mentions, unanswered notes and generations.',
  args: [],
  flags: [],
  details: 'Reviews that wait for your verdict come first, the most overdue one on top.',
  examples: ['dailies inbox', "dailies inbox --json | jq -r '.reviews.items[].version.id'"],
  run: async (_parsed, context) => (await import('./inbox.ts')).inbox(context),
}

export const completionCommand: Command = {
  words: ['completion'],
  summary: 'Print the completion script for your shell.',
  args: [{ name: 'shell', help: 'bash, zsh or fish.' }],
  flags: [],
  examples: [
    'source <(dailies completion bash) # in ~/.bashrc',
    'source <(dailies completion zsh) # in ~/.zshrc, after compinit',
    'dailies completion fish > ~/.config/fish/completions/dailies.fish',
  ],
  run: async ({ args }, context) =>
    context.print((await import('../completion-scripts.ts')).completionScript(args[0]!)),
}
