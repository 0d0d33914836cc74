// All tools: those that are one operation, by the operation's `tool`, and those that are composed of several.
import type { Tool } from '@modelcontextprotocol/server'
import type { Operation } from '../../../core/operation.ts'
import type { McpFixtures } from '../fixtures.ts'
import { deleteComment, updateComment } from './comment-changes.ts'
import { composedTool } from './composed-tool.ts'
import type { CatalogueTool, ToolDeclaration } from './define-tool.ts'
import { exportComments } from './export-comments.ts'
import { getReview } from './get-review.ts'
import { getSkills } from './get-skills.ts'
import { listChanges } from './list-changes.ts'
import { listFiles } from './list-files.ts'
import { listProjects } from './list-projects.ts'
import { type OperationToolOptions, operationTool } from './operation-tool.ts'
import { overview } from './overview.ts'
import { requestReview } from './request-review.ts'
import { reviewCard, reviewCardNote, reviewCardVerdict } from './review-card.ts'
import { search } from './search.ts'
import { setFileStatus } from './set-file-status.ts'
import { share } from './share.ts'
import { startUpload, uploadFromUrl } from './start-upload.ts'
import { viewFileTool } from './view-file.ts'
import { waitForFile } from './wait-for-file.ts'

// biome-ignore lint/suspicious/noExplicitAny: inputs and results differ per tool; each entry parses its own.
const composed: readonly ToolDeclaration<any, any>[] = [
  getReview,
  getSkills,
  listChanges,
  listFiles,
  listProjects,
  overview,
  search,
  deleteComment,
  exportComments,
  setFileStatus,
  share,
  startUpload,
  updateComment,
  uploadFromUrl,
  requestReview,
  reviewCard,
  reviewCardNote,
  reviewCardVerdict,
  waitForFile,
  viewFileTool,
]

/** The tools that are one operation. Those that a composed tool covers are extra: they stay for clients that know them. */
const single: Record<string, OperationToolOptions> = {
  whoami: { toolset: 'review' },
  create_file_comment: {
    toolset: 'review',
    place: ({ fileId, id }) => ({ fileId: fileId!, commentId: id! }),
    hidden: ['attachments', 'annotation.camera'],
    texts: {
      anchor: 'Milliseconds on video and audio; the page from 1 on documents.',
      parent: 'The comment to reply to.',
      content: 'Text. `@[name](user:id)` mentions a person.',
      duration: 'Length of the range, in milliseconds or pages.',
      annotation: 'A drawing on the image.',
      'annotation.shapes.points':
        '`[x, y]` from 0 (left, top) to 1. arrow: tail, tip; box, ellipse: two corners.',
      'annotation.shapes.colour': '`#rrggbb`.',
      'annotation.shapes.width': 'Of lines, as a fraction of the height.',
      'annotation.shapes.text': 'For kind text.',
    },
  },
  create_project_comment: {
    toolset: 'review',
    place: ({ projectId, id }) => ({ projectId: projectId!, commentId: id! }),
    texts: {
      parent: 'The comment to reply to.',
      content: 'Text. `@[name](user:id)` mentions a person.',
      attachments: 'Uploaded comment attachments.',
    },
  },
  give_verdict: { toolset: 'review' },
  get_checks: { toolset: 'review', extra: true },
  run_checks: { toolset: 'review', extra: true },
  get_file: { toolset: 'review', extra: true },
  get_file_download_url: { toolset: 'review', extra: true },
  get_inbox: { toolset: 'review', extra: true },
  get_project: { toolset: 'review', extra: true },
  get_review_receipt: { toolset: 'review', extra: true },
  get_version: { toolset: 'review', extra: true },
  list_file_comments: { toolset: 'review', extra: true },
  list_folders: { toolset: 'review', extra: true },
  list_notifications: { toolset: 'review', extra: true },
  list_project_comments: { toolset: 'review', extra: true },
  list_replies: { toolset: 'review', extra: true },
  list_review_requests: { toolset: 'review', extra: true },
  list_verdicts: { toolset: 'review', extra: true },
  resolve_comment: { toolset: 'review', extra: true },
  set_version_status: { toolset: 'review', extra: true },
  add_reaction: { toolset: 'review', extra: true },
  mark_notifications_read: { toolset: 'review', extra: true },
  remind_reviewer: { toolset: 'review', extra: true },
  remove_reaction: { toolset: 'review', extra: true },
  remove_review_request: { toolset: 'review', extra: true },
  retry_processing: { toolset: 'review', extra: true },
  update_version: { toolset: 'review', extra: true },
  withdraw_verdict: { toolset: 'review', extra: true },

  generate_file: {
    toolset: 'generate',
    place: ({ id }) => ({ fileId: id! }),
    description:
      'Generate a document, image, video or 3D model from a prompt. It costs money. Use it when the user asked for it; wait_for_file tells when the file is ready, view_file shows it.',
    texts: {
      outputModel: 'A model for this type of file.',
      prompt: 'What to generate. `<#id>` refers to an attachment.',
      folder: 'Default: the root of the project.',
      attachments: 'Files of the project that the model shall use.',
      configs: 'For video models only.',
      'attachments.id': 'File ID.',
      'configs.generateAudio': 'With sound.',
      'configs.durationSeconds': 'Length.',
      'configs.resolution': 'Such as `720p`.',
      'configs.aspectRatio': 'Such as `16:9`.',
    },
  },
  list_models: { toolset: 'generate', extra: true },

  add_project_members: { toolset: 'manage' },
  create_folder: { toolset: 'manage', texts: { parent: 'Default: the root of the project.' } },
  create_project: { toolset: 'manage', place: ({ id }) => ({ projectId: id! }), hidden: ['members'] },
  create_skill: { toolset: 'manage', hidden: ['license', 'allowedTools', 'metadata'] },
  get_project_access_link: { toolset: 'manage' },
  list_project_members: { toolset: 'manage' },
  publish_skill_version: { toolset: 'manage' },
  update_skill: { toolset: 'manage' },
  create_version: {
    toolset: 'manage',
    extra: true,
    place: ({ projectId, id }) => ({ projectId: projectId!, versionId: id! }),
  },
  get_skill: { toolset: 'manage', extra: true },
  get_skill_version: { toolset: 'manage', extra: true },
  list_project_access_links: { toolset: 'manage', extra: true },
  list_skills: { toolset: 'manage', extra: true },
  delete_files: { toolset: 'manage', extra: true, hidden: ['permanent'] },
  delete_folder: { toolset: 'manage', extra: true, hidden: ['permanent'] },
  delete_project_access_link: { toolset: 'manage', extra: true },
  delete_skill: { toolset: 'manage', extra: true, hidden: ['permanent'] },
  delete_version: { toolset: 'manage', extra: true, hidden: ['permanent'] },
  link_youtube: { toolset: 'manage', extra: true },
  list_trash: { toolset: 'manage', extra: true },
  remove_project_member: { toolset: 'manage', extra: true },
  restore_comment: { toolset: 'review', extra: true },
  restore_files: { toolset: 'manage', extra: true },
  restore_folder: { toolset: 'manage', extra: true },
  restore_skill: { toolset: 'manage', extra: true },
  restore_version: { toolset: 'manage', extra: true },
  update_file: { toolset: 'manage', extra: true },
  update_folder: { toolset: 'manage', extra: true },
  update_project: {
    toolset: 'manage',
    extra: true,
    description:
      'Change a project. Omitted fields stay as they are. Use it to rename, describe or archive a project, or to change its deadline or rules.',
  },
  update_project_member: { toolset: 'manage', extra: true },
  list_workspace_members: { toolset: 'manage', extra: true },
}

/** Sorted by name, so that the order does not depend on the order of the code. */
export function catalogueOf(
  operations: readonly Operation[],
  more: McpFixtures['tools'] = [],
): CatalogueTool[] {
  const byRoute = new Map(operations.map((operation) => [operation.http, operation]))
  const made = [...composed, ...more].flatMap((tool) => {
    // Tests mount operations of their own: a tool without its operations is left out.
    if (!tool.operations.every(({ http }) => byRoute.has(http as Operation['http']))) return []
    return [composedTool(tool, byRoute.get(tool.operations[0].http as Operation['http'])!)]
  })
  const names = new Set(made.map(({ name }) => name))
  const direct = operations
    .filter(({ tool }) => tool !== undefined && !names.has(tool))
    .map((operation) =>
      operationTool(operation, single[operation.tool!] ?? { toolset: 'manage', extra: true }),
    )
  return [...made, ...direct].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The tools that clients get when they ask for no toolset, and show no cards. */
export function defaultTools(operations: readonly Operation[]): Tool[] {
  return catalogueOf(operations)
    .filter(({ extra, app }) => !extra && app !== 'only')
    .map((tool) => tool.describe())
}
