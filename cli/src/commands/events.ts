import type { Command } from '../command.ts'

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
  run: async (parsed, context) => (await import('./follow-events.ts')).events(parsed, context),
}
