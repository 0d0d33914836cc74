// Scopes as people read them.
import { type Scope, scopes } from '../../core/access.ts'

const words: Record<Scope, string> = {
  'projects:read': 'Projects and versions',
  'projects:write': 'Create, change and delete projects and versions',
  'folders:read': 'Folders',
  'folders:write': 'Create, move and delete folders',
  'files:read': 'Files and what is known of them',
  'files:write': 'Upload, change and delete files',
  'files:download': 'Download files',
  'ai:generate': 'Generate pictures, video, sound and text',
  'comments:read': 'Comments',
  'comments:write': 'Write, resolve and delete comments, in your name',
  'comments:download': 'Download attachments and export comments',
  'workspace-members:read': 'Who is in the workspace',
  'project-members:read': 'Who is in a project',
  'project-members:write': 'Add and remove members of projects',
  'access-links:read': 'Access links',
  'access-links:write': 'Create, change and delete access links',
  'access-links:read.key': 'The keys of access links',
  'skills:read': 'Skills',
  'skills:write': 'Create, publish and delete skills',
}

type Group = { title: string; note?: string; has(scope: Scope): boolean }

const groups: Group[] = [
  { title: 'See', has: (scope) => scope.endsWith(':read') || scope.endsWith(':download') },
  { title: 'Change', has: (scope) => scope.endsWith(':write') },
  { title: 'Spend', note: 'AI models cost money.', has: (scope) => scope === 'ai:generate' },
  {
    title: 'Keys',
    note: 'Whoever has such a key can join the project.',
    has: (scope) => scope.endsWith('.key'),
  },
]

export type ScopeGroup = {
  title: string
  note?: string | undefined
  items: { scope: Scope; words: string }[]
}

export function groupedScopes(asked: readonly Scope[]): ScopeGroup[] {
  return groups
    .map(({ title, note, has }) => ({
      title,
      note,
      items: scopes
        .filter((scope) => asked.includes(scope) && has(scope))
        .map((scope) => ({ scope, words: words[scope] })),
    }))
    .filter(({ items }) => items.length > 0)
}
