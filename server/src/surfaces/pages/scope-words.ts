// Scopes in words, for the consent page: what an app may do, and with what.
import { type Scope, scopes } from '../../core/access.ts'

type Words = Partial<Record<Scope, string>>

/** From harmless to powerful. */
const groups: { title: string; words: Words }[] = [
  {
    title: 'See',
    words: {
      'projects:read': 'projects and reviews',
      'folders:read': 'folders',
      'files:read': 'files and their previews',
      'comments:read': 'comments',
      'skills:read': 'skills',
    },
  },
  { title: 'Comment', words: { 'comments:write': 'write comments in your name' } },
  {
    title: 'Download',
    words: {
      'files:download': 'original files',
      'comments:download': 'attachments and exports of comments',
    },
  },
  {
    title: 'Create, change and delete',
    words: {
      'projects:write': 'projects and reviews (this includes verdicts in your name)',
      'folders:write': 'folders',
      'files:write': 'files',
      'skills:write': 'skills',
    },
  },
  { title: 'Spend money', words: { 'ai:generate': 'generate images, video, audio and text with AI models' } },
  {
    title: 'See people and links',
    words: {
      'workspace-members:read': 'who is in the workspace',
      'project-members:read': 'who is in a project',
      'access-links:read': 'access links without their keys',
      'shares:read': 'shares and who opened them',
    },
  },
  {
    title: 'Oversee the workspace',
    words: {
      'audit:read': 'the audit log: who did what, from which address',
      'usage:read': 'how much projects and people store and generate',
    },
  },
  {
    title: 'Let people in',
    words: {
      'project-members:write': 'add, change and remove members of projects',
      'access-links:write': 'create, change and delete access links',
      'shares:write': 'share files with anybody who has a link',
      'access-links:read.key': 'see the keys of access links, with which anybody can join a project',
    },
  },
]

export type ScopeGroup = { title: string; items: { scope: Scope; words: string }[] }

export function groupedScopes(shown: readonly Scope[]): ScopeGroup[] {
  return groups
    .map(({ title, words }) => ({
      title,
      items: scopes
        .filter((scope) => shown.includes(scope) && words[scope] !== undefined)
        .map((scope) => ({ scope, words: words[scope]! })),
    }))
    .filter(({ items }) => items.length > 0)
}

/** `files, comments and skills` */
export function listed({ items }: ScopeGroup): string {
  return new Intl.ListFormat('en-GB').format(items.map(({ words }) => words))
}
