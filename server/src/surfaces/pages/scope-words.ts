// Scopes in words, for the consent page: what an app may do, and with what.
import { type Scope, scopes } from '../../core/access.ts'

const words: Record<Scope, string> = {
  'projects:read': 'projects and versions',
  'projects:write': 'projects and versions',
  'folders:read': 'folders',
  'folders:write': 'folders',
  'files:read': 'files and their details',
  'files:write': 'files',
  'files:download': 'what is in the files',
  'ai:generate': 'generate images, video, audio and text with AI models',
  'comments:read': 'comments',
  'comments:write': 'comments in your name',
  'comments:download': 'attachments and exports of comments',
  'workspace-members:read': 'who is in the workspace',
  'project-members:read': 'who is in a project',
  'project-members:write': 'members of projects',
  'access-links:read': 'access links',
  'access-links:write': 'access links',
  'access-links:read.key': 'the keys of access links, with which anybody can join a project',
  'skills:read': 'skills',
  'skills:write': 'skills',
}

const groups: { title: string; has(scope: Scope): boolean }[] = [
  { title: 'See', has: (scope) => scope.endsWith(':read') || scope.endsWith(':download') },
  { title: 'Create, change and delete', has: (scope) => scope.endsWith(':write') },
  { title: 'Spend money', has: (scope) => scope === 'ai:generate' },
  { title: 'See keys', has: (scope) => scope.endsWith('.key') },
]

export type ScopeGroup = { title: string; items: { scope: Scope; words: string }[] }

export function groupedScopes(asked: readonly Scope[]): ScopeGroup[] {
  return groups
    .map(({ title, has }) => ({
      title,
      items: scopes
        .filter((scope) => asked.includes(scope) && has(scope))
        .map((scope) => ({ scope, words: words[scope] })),
    }))
    .filter(({ items }) => items.length > 0)
}

/** `files, comments and skills` */
export function listed({ items }: ScopeGroup): string {
  return new Intl.ListFormat('en-GB').format(items.map((item) => item.words))
}
