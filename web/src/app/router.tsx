// The routes of the pages in pages.ts, with the search parameters of each. A page is loaded when it is opened.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { accountQuery, scopesQuery } from '../data/queries.ts'
import { queryClient } from '../data/query-client.ts'
import { readFilesSearch } from '../files/files-view.ts'
import { readNotificationFilter } from '../notifications/notification-filter.ts'
import { readAt } from '../room/read-at.ts'
import { type AuditFilter, readAuditFilter } from '../settings/audit-filter.ts'
import { NotFoundPage } from '../ui/problem-page.tsx'
import { pages } from './pages.ts'
import { RootProblem, RouteProblem } from './route-problem.tsx'
import { Shell } from './shell.tsx'

/** A version by its number, the editor, the changes from one version to another, or the evaluations: all, or one by its id. */
type SkillView = {
  version?: number
  edit?: true
  from?: number
  to?: number
  evaluation?: true | string
}

const projectPath = '/projects/$projectId'

type PathInProject<Path extends string> = Path extends `${typeof projectPath}${infer Rest}`
  ? Rest extends ''
    ? '/'
    : Rest
  : never

/** The path of a page relative to the project that it belongs to. */
function inProject<const Path extends string>(path: Path): PathInProject<Path> {
  return (path.slice(projectPath.length) || '/') as PathInProject<Path>
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <NotFoundPage />,
  errorComponent: RootProblem,
  loader: () => {
    void queryClient.prefetchQuery(scopesQuery)
    return queryClient.ensureQueryData(accountQuery)
  },
})

type ProjectsSearch = { q?: string; show?: 'archived'; sort?: 'name' | 'created' }

function readProjectsSearch(search: Record<string, unknown>): ProjectsSearch {
  return {
    ...(typeof search.q === 'string' && search.q !== '' && { q: search.q }),
    ...(search.show === 'archived' && { show: 'archived' as const }),
    ...((search.sort === 'name' || search.sort === 'created') && { sort: search.sort }),
  }
}

const myWork = createRoute({
  getParentRoute: () => root,
  path: pages.myWork.path,
  // The list of projects was here: bookmarks of a search or of the archive still work.
  beforeLoad({ location }) {
    const search = readProjectsSearch(location.search)
    if (Object.keys(search).length > 0) throw redirect({ to: '/projects', search, replace: true })
  },
  component: pages.myWork.component,
})

const projects = createRoute({
  getParentRoute: () => root,
  path: pages.projects.path,
  validateSearch: readProjectsSearch,
  component: pages.projects.component,
})

/** The frame around the pages of a project. */
const project = createRoute({
  getParentRoute: () => root,
  path: projectPath,
  component: lazyRouteComponent(() => import('./project-frame.tsx'), 'ProjectFrame'),
})

const projectFiles = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.files.path),
  validateSearch: readFilesSearch,
  component: pages.files.component,
})

const projectReviews = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.reviews.path),
  component: pages.reviews.component,
})

const projectReview = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.review.path),
  component: pages.review.component,
})

const projectShares = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.shares.path),
  component: pages.shares.component,
})

const projectShare = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.share.path),
  component: pages.share.component,
})

const projectPeople = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.people.path),
  component: pages.people.component,
})

const readProfile = (search: Record<string, unknown>): { profile?: string } =>
  typeof search.profile === 'string' ? { profile: search.profile } : {}

const projectChecks = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.projectChecks.path),
  validateSearch: readProfile,
  component: pages.projectChecks.component,
})

const projectSkillReviewers = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.skillReviewers.path),
  component: pages.skillReviewers.component,
})

const projectTrash = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.trash.path),
  component: pages.trash.component,
})

const projectComments = createRoute({
  getParentRoute: () => project,
  path: inProject(pages.discussion.path),
  validateSearch: (search: Record<string, unknown>): { comment?: string } =>
    typeof search.comment === 'string' ? { comment: search.comment } : {},
  component: pages.discussion.component,
})

type RoomSearch = { comment?: string; version?: string; at?: number; panel?: 'checks' | 'drafts' }

const file = createRoute({
  getParentRoute: () => root,
  path: pages.reviewRoom.path,
  validateSearch: (search: Record<string, unknown>): RoomSearch => ({
    ...(typeof search.comment === 'string' && { comment: search.comment }),
    ...(typeof search.version === 'string' && { version: search.version }),
    ...((search.panel === 'checks' || search.panel === 'drafts') && { panel: search.panel }),
    ...readAt(search),
  }),
  component: pages.reviewRoom.component,
})

const reel = createRoute({
  getParentRoute: () => root,
  path: pages.reel.path,
  validateSearch: (search: Record<string, unknown>): { file?: string; frame?: number } => ({
    ...(typeof search.file === 'string' && { file: search.file }),
    ...(typeof search.frame === 'number' && Number.isSafeInteger(search.frame) && { frame: search.frame }),
  }),
  component: pages.reel.component,
})

type CompareSearch = { with?: string; mode?: 'wipe' | 'difference'; at?: number }

const compare = createRoute({
  getParentRoute: () => root,
  path: pages.compare.path,
  validateSearch: (search: Record<string, unknown>): CompareSearch => ({
    ...(typeof search.with === 'string' && { with: search.with }),
    ...((search.mode === 'wipe' || search.mode === 'difference') && { mode: search.mode }),
    ...readAt(search),
  }),
  component: pages.compare.component,
})

const notifications = createRoute({
  getParentRoute: () => root,
  path: pages.notifications.path,
  validateSearch: readNotificationFilter,
  component: pages.notifications.component,
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'profile' } })
  },
})

const settingsSection = createRoute({
  getParentRoute: () => root,
  path: pages.settings.path,
  validateSearch: (
    search: Record<string, unknown>,
  ): { done?: 'reset'; webhook?: string; connection?: string; profile?: string } & AuditFilter => ({
    ...(search.done === 'reset' && { done: 'reset' as const }),
    ...(typeof search.webhook === 'string' && { webhook: search.webhook }),
    ...(typeof search.connection === 'string' && { connection: search.connection }),
    ...readProfile(search),
    ...readAuditFilter(search),
  }),
  component: pages.settings.component,
})

const skills = createRoute({
  getParentRoute: () => root,
  path: pages.skills.path,
  component: pages.skills.component,
})

const deletedSkills = createRoute({
  getParentRoute: () => root,
  path: pages.deletedSkills.path,
  component: pages.deletedSkills.component,
})

const skill = createRoute({
  getParentRoute: () => root,
  path: pages.skill.path,
  validateSearch: (search: Record<string, unknown>): SkillView => ({
    ...(search.edit === true && { edit: true as const }),
    ...(typeof search.version === 'number' && { version: search.version }),
    ...(typeof search.from === 'number' &&
      typeof search.to === 'number' && {
        from: search.from,
        to: search.to,
      }),
    ...((search.evaluation === true || typeof search.evaluation === 'string') && {
      evaluation: search.evaluation,
    }),
  }),
  component: pages.skill.component,
})

export const router = createRouter({
  routeTree: root.addChildren([
    myWork,
    projects,
    project.addChildren([
      projectFiles,
      projectReviews,
      projectReview,
      projectShares,
      projectShare,
      projectPeople,
      projectComments,
      projectChecks,
      projectSkillReviewers,
      projectTrash,
    ]),
    file,
    compare,
    reel,
    notifications,
    settings,
    settingsSection,
    skills,
    deletedSkills,
    skill,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteProblem,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
