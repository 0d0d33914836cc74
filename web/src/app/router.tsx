// Every page by its address. What is not needed for the first look is loaded when it is gone to.
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
import { readAt } from '../room/address.ts'
import { NotFoundPage } from '../ui/problem.tsx'
import { RootProblem, RouteProblem } from './route-problem.tsx'
import { Shell } from './shell.tsx'

/** A version by its number, the editor, or what changed from one version to another. */
export type SkillView = { version?: number; edit?: true; from?: number; to?: number }

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

const projects = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (search: Record<string, unknown>): ProjectsSearch => ({
    ...(typeof search.q === 'string' && search.q !== '' && { q: search.q }),
    ...(search.show === 'archived' && { show: 'archived' as const }),
    ...((search.sort === 'name' || search.sort === 'created') && { sort: search.sort }),
  }),
  component: lazyRouteComponent(() => import('../projects/projects-page.tsx'), 'ProjectsPage'),
})

const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => import('./project-frame.tsx'), 'ProjectFrame'),
})

const projectFiles = createRoute({
  getParentRoute: () => project,
  path: '/',
  validateSearch: readFilesSearch,
  component: lazyRouteComponent(() => import('../files/files-page.tsx'), 'FilesPage'),
})

const projectReviews = createRoute({
  getParentRoute: () => project,
  path: '/versions',
  component: lazyRouteComponent(() => import('../reviews/reviews-page.tsx'), 'ReviewsPage'),
})

const projectReview = createRoute({
  getParentRoute: () => project,
  path: '/versions/$versionId',
  component: lazyRouteComponent(() => import('../reviews/review-page.tsx'), 'ReviewPage'),
})

const projectPeople = createRoute({
  getParentRoute: () => project,
  path: '/people',
  component: lazyRouteComponent(() => import('../people/people-page.tsx'), 'PeoplePage'),
})

const projectComments = createRoute({
  getParentRoute: () => project,
  path: '/comments',
  validateSearch: (search: Record<string, unknown>): { comment?: string } =>
    typeof search.comment === 'string' ? { comment: search.comment } : {},
  component: lazyRouteComponent(() => import('../comments/comments-page.tsx'), 'CommentsPage'),
})

const file = createRoute({
  getParentRoute: () => root,
  path: '/files/$fileId',
  validateSearch: (search: Record<string, unknown>): { comment?: string; version?: string; at?: number } => ({
    ...(typeof search.comment === 'string' && { comment: search.comment }),
    ...(typeof search.version === 'string' && { version: search.version }),
    ...readAt(search),
  }),
  component: lazyRouteComponent(() => import('../room/room-page.tsx'), 'RoomPage'),
})

type CompareSearch = { with?: string; mode?: 'wipe' | 'difference'; at?: number }

const compare = createRoute({
  getParentRoute: () => root,
  path: '/files/$fileId/compare',
  validateSearch: (search: Record<string, unknown>): CompareSearch => ({
    ...(typeof search.with === 'string' && { with: search.with }),
    ...((search.mode === 'wipe' || search.mode === 'difference') && { mode: search.mode }),
    ...readAt(search),
  }),
  component: lazyRouteComponent(() => import('../room/compare/compare-page.tsx'), 'ComparePage'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: ({ location }) => {
    if (location.pathname.replace(/\/$/, '') === '/settings')
      throw redirect({ to: '/settings/$section', params: { section: 'profile' } })
  },
})

const settingsSection = createRoute({
  getParentRoute: () => settings,
  path: '/$section',
  validateSearch: (search: Record<string, unknown>): { done?: 'reset'; webhook?: string } => ({
    ...(search.done === 'reset' && { done: 'reset' as const }),
    ...(typeof search.webhook === 'string' && { webhook: search.webhook }),
  }),
  component: lazyRouteComponent(() => import('../settings/settings-page.tsx'), 'SettingsPage'),
})

const skills = createRoute({
  getParentRoute: () => root,
  path: '/skills',
  component: lazyRouteComponent(() => import('../skills/skills-page.tsx'), 'SkillsPage'),
})

const skill = createRoute({
  getParentRoute: () => root,
  path: '/skills/$skillId',
  validateSearch: (search: Record<string, unknown>): SkillView => ({
    ...(search.edit === true && { edit: true as const }),
    ...(typeof search.version === 'number' && { version: search.version }),
    ...(typeof search.from === 'number' &&
      typeof search.to === 'number' && {
        from: search.from,
        to: search.to,
      }),
  }),
  component: lazyRouteComponent(() => import('../skills/skill-page.tsx'), 'SkillPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    projects,
    project.addChildren([projectFiles, projectReviews, projectReview, projectPeople, projectComments]),
    file,
    compare,
    settings.addChildren([settingsSection]),
    skills,
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
