// Made by `npm run generate` from server/src/core/access.ts.

/** From the most powerful to the least. */
export const projectRoles = [
  'PROJECT_OWNER',
  'PROJECT_MANAGER',
  'PROJECT_MEMBER',
  'PROJECT_REVIEWER',
  'PROJECT_RESTRICTED_REVIEWER',
] as const

/** The roles that manage members, links and the project itself. */
export const managers = ['PROJECT_OWNER', 'PROJECT_MANAGER'] as const

/** The roles that upload, generate and edit. */
export const contributors = ['PROJECT_OWNER', 'PROJECT_MANAGER', 'PROJECT_MEMBER'] as const

/** From the most powerful to the least: each role may do what those after it may. */
export const workspaceRoles = ['OWNER', 'ADMIN', 'MEMBER', 'GUEST'] as const
