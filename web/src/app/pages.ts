// Every page of the app, declared once. The router, the command menu, the tabs of a project and the tests that visit all
// pages derive from this table.
import { lazyRouteComponent } from '@tanstack/react-router'

export type Page = {
  /** The address; `$` marks parameters. */
  path: string
  title: string
  /** Where the command menu lists the page; pages of one file, review or skill are found by searching. */
  menu?: 'app' | 'project'
  /** Guests by link do not see the page. */
  membersOnly?: true
  /** Only those who manage the project see the page. */
  managersOnly?: true
  component: ReturnType<typeof lazyRouteComponent>
}

export const pages = {
  myWork: {
    path: '/',
    title: 'My work',
    menu: 'app',
    component: lazyRouteComponent(() => import('../work/my-work-page.tsx'), 'MyWorkPage'),
  },
  projects: {
    path: '/projects',
    title: 'Projects',
    menu: 'app',
    component: lazyRouteComponent(() => import('../projects/projects-page.tsx'), 'ProjectsPage'),
  },
  files: {
    path: '/projects/$projectId',
    title: 'Files',
    menu: 'project',
    component: lazyRouteComponent(() => import('../files/files-page.tsx'), 'FilesPage'),
  },
  reviews: {
    path: '/projects/$projectId/versions',
    title: 'Reviews',
    menu: 'project',
    component: lazyRouteComponent(() => import('../reviews/reviews-page.tsx'), 'ReviewsPage'),
  },
  review: {
    path: '/projects/$projectId/versions/$versionId',
    title: 'Review',
    component: lazyRouteComponent(() => import('../reviews/review-page.tsx'), 'ReviewPage'),
  },
  reel: {
    path: '/projects/$projectId/versions/$versionId/reel',
    title: 'Play all',
    component: lazyRouteComponent(() => import('../room/reel/reel-page.tsx'), 'ReelPage'),
  },
  discussion: {
    path: '/projects/$projectId/comments',
    title: 'Discussion',
    menu: 'project',
    component: lazyRouteComponent(() => import('../comments/comments-page.tsx'), 'CommentsPage'),
  },
  shares: {
    path: '/projects/$projectId/shares',
    title: 'Shares',
    menu: 'project',
    managersOnly: true,
    component: lazyRouteComponent(() => import('../shares/shares-page.tsx'), 'SharesPage'),
  },
  share: {
    path: '/projects/$projectId/shares/$shareId',
    title: 'Share',
    managersOnly: true,
    component: lazyRouteComponent(() => import('../shares/share-activity-page.tsx'), 'ShareActivityPage'),
  },
  people: {
    path: '/projects/$projectId/people',
    title: 'People',
    menu: 'project',
    component: lazyRouteComponent(() => import('../people/people-page.tsx'), 'PeoplePage'),
  },
  projectChecks: {
    path: '/projects/$projectId/checks',
    title: 'Checks',
    menu: 'project',
    component: lazyRouteComponent(
      () => import('../checks/profiles/project-checks-page.tsx'),
      'ProjectChecksPage',
    ),
  },
  skillReviewers: {
    path: '/projects/$projectId/skill-reviewers',
    title: 'Skill reviewers',
    menu: 'project',
    component: lazyRouteComponent(
      () => import('../skill-reviews/project/skill-reviewers-page.tsx'),
      'SkillReviewersPage',
    ),
  },
  trash: {
    path: '/projects/$projectId/trash',
    title: 'Trash',
    menu: 'project',
    component: lazyRouteComponent(() => import('../trash/trash-page.tsx'), 'TrashPage'),
  },
  reviewRoom: {
    path: '/files/$fileId',
    title: 'Review room',
    component: lazyRouteComponent(() => import('../room/room-page.tsx'), 'RoomPage'),
  },
  compare: {
    path: '/files/$fileId/compare',
    title: 'Compare',
    component: lazyRouteComponent(() => import('../room/compare/compare-page.tsx'), 'ComparePage'),
  },
  notifications: {
    path: '/notifications',
    title: 'Notifications',
    menu: 'app',
    component: lazyRouteComponent(
      () => import('../notifications/notifications-page.tsx'),
      'NotificationsPage',
    ),
  },
  settings: {
    path: '/settings/$section',
    title: 'Settings',
    component: lazyRouteComponent(() => import('../settings/settings-page.tsx'), 'SettingsPage'),
  },
  skills: {
    path: '/skills',
    title: 'Skills',
    menu: 'app',
    membersOnly: true,
    component: lazyRouteComponent(() => import('../skills/skills-page.tsx'), 'SkillsPage'),
  },
  deletedSkills: {
    path: '/skills/trash',
    title: 'Deleted skills',
    membersOnly: true,
    component: lazyRouteComponent(() => import('../trash/skill-trash-page.tsx'), 'SkillTrashPage'),
  },
  skill: {
    path: '/skills/$skillId',
    title: 'Skill',
    membersOnly: true,
    component: lazyRouteComponent(() => import('../skills/skill-page.tsx'), 'SkillPage'),
  },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** The pages that the command menu lists, in the order of the table. */
export function menuPages(menu: NonNullable<Page['menu']>): readonly Page[] {
  return Object.values<Page>(pages).filter((page) => page.menu === menu)
}
