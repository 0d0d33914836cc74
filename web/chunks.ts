// The files of the build that hold what the first pages load: a few instead of forty, because compressed together they are 9 %
// smaller. The share page is opened on a phone in a hotel, so it loads nothing of the app, neither at first nor later.
import { join } from 'node:path'

type Links = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type Graph = { getModuleInfo(id: string): Links | null }
type Group = {
  name: string | ((id: string, graph: Graph) => string | undefined)
  test?: (id: string) => boolean
  tags?: ['$initial']
  priority: number
}

/** The pages that most people open first. */
const firstPages = [
  'work/my-work-page.tsx',
  'projects/projects-page.tsx',
  'app/project-frame.tsx',
  'files/files-page.tsx',
]

type Reached = Record<'share' | 'shareLater' | 'app' | 'appLater' | 'pages', ReadonlySet<string>>

type File = {
  name: string
  /** Only what is really loaded at first: a library may import more than is used of it. */
  first?: true
  belongs: (reached: Reached, id: string) => boolean
}

/** A module is in the first of these files that it belongs to. */
const files: readonly File[] = [
  // The share page loads these at first, and the app at first or with its first pages.
  {
    name: 'core',
    first: true,
    belongs: ({ share, app, pages }, id) => share.has(id) && (app.has(id) || pages.has(id)),
  },
  // The share page loads these at first, and the app later. Not with the share page itself, which would start in the app.
  { name: 'forms', first: true, belongs: ({ share, appLater }, id) => share.has(id) && appLater.has(id) },
  { name: 'share', first: true, belongs: ({ share }, id) => share.has(id) },
  // The app loads these at first, and the share page later.
  { name: 'parts', first: true, belongs: ({ shareLater }, id) => shareLater.has(id) },
  {
    name: 'parts',
    belongs: ({ shareLater, pages }, id) => shareLater.has(id) && pages.has(id) && !isPopup(id),
  },
  { name: 'app', first: true, belongs: () => true },
]

/** Menus and dialogs are loaded when the first of them opens. */
const isPopup = (id: string) => /@base-ui|@floating-ui/.test(id)

export function createGroups(folder: string): Group[] {
  let known: Reached | undefined
  const groups = files.map(
    ({ name, first, belongs }, place): Group => ({
      name(id, graph) {
        known ??= findReached(folder, graph)
        return belongs(known, id) ? name : undefined
      },
      ...(first && { tags: ['$initial'] }),
      // A group takes the imports of its modules along: those that need less come first.
      priority: files.length - place,
    }),
  )
  const test = (id: string) => firstPages.some((page) => id === join(folder, 'src', page))
  return [...groups, { name: 'projects', test, priority: 0 }]
}

function findReached(folder: string, graph: Graph): Reached {
  const [app, share] = [join(folder, 'index.html'), join(folder, 'share.html')]
  const pages = firstPages.map((page) => join(folder, 'src', page))
  return {
    share: reachedFrom([share], graph),
    shareLater: reachedFrom([share], graph, true),
    app: reachedFrom([app], graph),
    appLater: reachedFrom([app], graph, true),
    pages: reachedFrom(pages, graph),
  }
}

/** `later`: with what is imported on demand. */
function reachedFrom(entries: readonly string[], graph: Graph, later = false): ReadonlySet<string> {
  const reached = new Set(entries)
  // The set grows while it is walked.
  for (const id of reached) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const next of later ? [...importedIds, ...dynamicallyImportedIds] : importedIds) reached.add(next)
  }
  return reached
}
