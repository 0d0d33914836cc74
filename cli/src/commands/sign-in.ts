// login, logout and profiles: what they are called and take.
import type { Command } from '../command.ts'

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
  run: async (parsed, context) => (await import('./login.ts')).login(parsed, context),
}

export const logoutCommand: Command = {
  words: ['logout'],
  summary: 'Sign out: what the login gave is revoked, and forgotten here.',
  args: [],
  flags: [],
  details: 'An API key is only forgotten. To revoke it, use the settings in the browser.',
  examples: ['dailies logout', 'dailies logout --profile studio'],
  run: async (_parsed, context) => (await import('./login.ts')).logout(context),
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
    run: async ({ args }, context) => (await import('./login.ts')).forget(args[0]!, context),
  },
]
