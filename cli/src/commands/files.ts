// Files: what more there is to do with them than one call.
import type { Command } from '../command.ts'

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
