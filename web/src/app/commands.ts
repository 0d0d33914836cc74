// The commands of the command menu, and which of them match the typed text.
import type { Account } from '@dailies/sdk'
import { client } from '../data/client.ts'
import { recentPlaces } from '../data/page-title.ts'
import { fileQuery, membersQuery, projectQuery } from '../data/queries.ts'
import { queryClient } from '../data/query-client.ts'
import { managers } from '../generated/roles.ts'
import { sectionGroups, sections } from '../settings/sections.ts'
import { keyName, runnable, shortcutGroups } from '../ui/shortcuts.ts'
import { menuPages, pages } from './pages.ts'

export type Command = {
  id: string
  label: string
  /** Shown beside the label: the project of a file, the group of a shortcut. */
  note?: string
  /** The shortcut of the same command. */
  keys?: string
  /** Opens the page or runs the command. */
  href?: string
  run?: () => void
}

export type CommandGroup = { value: string; items: Command[] }

/** Commands that need no request. */
export function pageCommands(me: Account, params: { projectId?: string; fileId?: string }): CommandGroup[] {
  return [
    { value: 'Recent', items: recents() },
    { value: 'Actions', items: actions() },
    { value: 'Go to', items: places(me, projectOf(params)) },
  ]
}

/** Search results: projects by name, files of the open project, and words that are said in videos and audio. */
export async function foundCommands(
  text: string,
  projectId: string | undefined,
  signal: AbortSignal,
): Promise<CommandGroup[]> {
  const inProject = projectId === undefined ? [] : [findFiles(text, projectId, signal)]
  return Promise.all([...inProject, findProjects(text, signal), findWords(text, signal)])
}

const maxFound = 8

async function findFiles(keyword: string, projectId: string, signal: AbortSignal): Promise<CommandGroup> {
  const { data } = await client.files.list(projectId, { keyword, latest: true }, { signal }).page()
  const items = data.slice(0, maxFound).map(({ id, name }) => link(`/files/${id}`, name))
  return { value: 'Files in this project', items }
}

async function findProjects(keyword: string, signal: AbortSignal): Promise<CommandGroup> {
  const { data } = await client.projects.list({ keyword }, { signal }).page()
  const items = data.slice(0, maxFound).map(({ id, name }) => link(`/projects/${id}`, name))
  return { value: 'Projects', items }
}

async function findWords(keyword: string, signal: AbortSignal): Promise<CommandGroup> {
  const found = await client.search.find({ keyword, kinds: ['CAPTION'], limit: maxFound }, { signal })
  const items = (found.captions ?? []).map(({ file, startMs, text }) =>
    link(`/files/${file.id}?at=${startMs}`, text.replaceAll('\n', ' '), file.name),
  )
  return { value: 'Words in captions', items }
}

/** Undefined outside of a project. */
export function projectOf({
  projectId,
  fileId,
}: {
  projectId?: string
  fileId?: string
}): string | undefined {
  if (projectId !== undefined || fileId === undefined) return projectId
  return queryClient.getQueryData(fileQuery(fileId).queryKey)?.project.id
}

function link(href: string, label: string, note?: string): Command {
  return { id: href, label, href, ...(note !== undefined && { note }) }
}

function recents(): Command[] {
  return recentPlaces()
    .filter(({ href }) => href !== location.pathname)
    .map(({ href, label }) => ({ ...link(href, label), id: `recent ${href}` }))
}

function actions(): Command[] {
  return shortcutGroups().flatMap(({ title, shortcuts }) =>
    shortcuts.flatMap((shortcut) => {
      const run = runnable(shortcut)
      const { keys, label } = shortcut
      return run ? [{ id: `${title} ${keys}`, label, note: title, keys: keyName(keys), run }] : []
    }),
  )
}

const archive = link(`${pages.projects.path}?show=archived`, 'Archive')

function places(me: Account, projectId: string | undefined): Command[] {
  const project = projectId && queryClient.getQueryData(projectQuery(projectId).queryKey)?.name
  const inProject =
    projectId === undefined
      ? []
      : menuPages('project').filter(({ managersOnly }) => !managersOnly || manages(me, projectId))
  const inApp = menuPages('app').filter(({ membersOnly }) => !membersOnly || !me.guest)
  return [
    ...inProject.map(({ path, title }) => link(path.replace('$projectId', projectId!), title, project)),
    ...inApp.flatMap(({ path, title }) =>
      path === pages.projects.path ? [link(path, title), archive] : [link(path, title)],
    ),
    ...sectionGroups(me).flatMap((group) =>
      group.sections.map((section) => link(`/settings/${section}`, sections[section], 'Settings')),
    ),
  ]
}

/** As far as the members of the project are known. */
function manages(me: Account, projectId: string): boolean {
  const members = queryClient.getQueryData(membersQuery(projectId).queryKey)
  const role = members?.find(({ user }) => user.id === me.id)?.role
  return managers.some((one) => one === role)
}

/** Every typed word is in the label. Equal labels come first, then labels that begin with it, then words that do. */
export function matching(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return groups.flatMap(({ value, items }) => {
    const ranked = items
      .map((item) => ({ item, rank: rankOf(item, words) }))
      .filter(({ rank }) => rank < Infinity)
      .sort((a, b) => a.rank - b.rank)
    return ranked.length > 0 ? [{ value, items: ranked.map(({ item }) => item) }] : []
  })
}

function rankOf({ label, note = '' }: Command, words: readonly string[]): number {
  const text = `${label} ${note}`.toLowerCase()
  if (label.toLowerCase() === words.join(' ')) return -1
  if (!words.every((word) => text.includes(word))) return Infinity
  const [first = ''] = words
  if (text.startsWith(first)) return 0
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first)) ? 1 : 2
}
