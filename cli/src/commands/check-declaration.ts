// The words, flags and help of `dailies check`. Its code is loaded when it runs.
import type { Command } from '../declaration.ts'

export const checkCommand: Command = {
  words: ['check'],
  summary: 'Check files for technical faults: on this machine without a server, or files of a server by ID.',
  args: [{ name: 'file', help: 'Paths of files on this machine, or file IDs.', many: true }],
  flags: [
    {
      name: 'profile',
      value: 'PROFILE',
      values: ['web', 'ebu', 'social', 'vfx'],
      help: 'The check profile: web, ebu, social, vfx, the path of a JSON file, or for files of a server an ID. Default: web, or that of the project.',
    },
    {
      name: 'format',
      value: 'text|json|junit|sarif',
      values: ['text', 'json', 'junit', 'sarif'],
      help: 'Default: text.',
    },
    {
      name: 'output',
      short: 'o',
      value: 'PATH',
      help: 'Write the report to this file, and print the results as text.',
    },
    {
      name: 'fail-on',
      value: 'problem|warning',
      values: ['problem', 'warning'],
      help: 'The level of open findings from which the exit code is 10. Default: problem.',
    },
    { name: 'no-wait', help: 'Do not wait for checks that the server has not finished.' },
    {
      name: 'timeout',
      value: 'SECONDS',
      help: 'Wait at most this long for the server. Default: wait forever.',
    },
  ],
  details:
    'Files on this machine are measured here, by the same code as on a server, without a sign-in; ffmpeg must be installed. The exit code is 10 for open problems, and 11 if a file could not be checked. Rules that do not apply or could not be measured are listed, and never count as passed. To use a sign-in profile, put it before the command: dailies --profile studio check FX… --profile ebu.',
  examples: [
    'dailies check cut.mp4 --profile web',
    'dailies check renders/*.mov --profile ./delivery.json --format junit --output checks.xml',
    'dailies check FX… --format sarif > checks.sarif',
  ],
  run: async (parsed, context) => (await import('./check.ts')).check(parsed, context),
}
