// Made by `npm run generate` from the scopes and the table of events.

/** The scopes of keys and apps, in groups with labels. */
export const scopeGroups = [
  {
    title: 'See',
    items: [
      {
        scope: 'projects:read',
        words: 'projects and reviews',
      },
      {
        scope: 'folders:read',
        words: 'folders',
      },
      {
        scope: 'files:read',
        words: 'files and their previews',
      },
      {
        scope: 'comments:read',
        words: 'comments',
      },
      {
        scope: 'skills:read',
        words: 'skills',
      },
    ],
  },
  {
    title: 'Comment',
    items: [
      {
        scope: 'comments:write',
        words: 'write comments in your name',
      },
    ],
  },
  {
    title: 'Download',
    items: [
      {
        scope: 'files:download',
        words: 'original files',
      },
      {
        scope: 'comments:download',
        words: 'attachments and exports of comments',
      },
    ],
  },
  {
    title: 'Create, change and delete',
    items: [
      {
        scope: 'projects:write',
        words: 'projects and reviews (this includes verdicts in your name)',
      },
      {
        scope: 'folders:write',
        words: 'folders',
      },
      {
        scope: 'files:write',
        words: 'files',
      },
      {
        scope: 'skills:write',
        words: 'skills',
      },
    ],
  },
  {
    title: 'Spend money',
    items: [
      {
        scope: 'ai:generate',
        words: 'generate images, video, audio and text with AI models',
      },
    ],
  },
  {
    title: 'See people and links',
    items: [
      {
        scope: 'workspace-members:read',
        words: 'who is in the workspace',
      },
      {
        scope: 'project-members:read',
        words: 'who is in a project',
      },
      {
        scope: 'access-links:read',
        words: 'access links without their keys',
      },
      {
        scope: 'shares:read',
        words: 'shares and who opened them',
      },
    ],
  },
  {
    title: 'Oversee the workspace',
    items: [
      {
        scope: 'audit:read',
        words: 'the audit log: who did what, from which address',
      },
      {
        scope: 'usage:read',
        words: 'how much projects and people store and generate',
      },
    ],
  },
  {
    title: 'Let people in',
    items: [
      {
        scope: 'project-members:write',
        words: 'add, change and remove members of projects',
      },
      {
        scope: 'access-links:write',
        words: 'create, change and delete access links',
      },
      {
        scope: 'access-links:read.key',
        words: 'see the keys of access links, with which anybody can join a project',
      },
      {
        scope: 'shares:write',
        words: 'share files with anybody who has a link',
      },
    ],
  },
] as const

export type Scope = (typeof scopeGroups)[number]['items'][number]['scope']

/** The events that a webhook can subscribe to, with a description each. */
export const eventTypes = {
  'project.created': 'A project was created.',
  'project.updated':
    'The name, description, access, deadline, cover, archive state, review rule or skill reviewers of a project have changed.',
  'project.deletion_scheduled': 'A project was scheduled for deletion.',
  'project.deletion_cancelled': 'The scheduled deletion of a project was cancelled.',
  'project.deleted': 'A project was deleted, with everything in it.',
  'folder.created': 'A folder was created.',
  'folder.updated': 'A folder was renamed or moved.',
  'folder.deleted': 'A folder was moved to the trash.',
  'folder.restored': 'A folder was restored from the trash.',
  'file.created': 'A file was created: its upload or generation has started, or a video was linked.',
  'file.uploaded': 'The upload of a file is complete, or a video was linked.',
  'file.generated': 'A model has generated a file.',
  'file.failed': 'The upload or generation of a file failed, or its generation was cancelled.',
  'file.processed': 'The previews of a file are ready, or processing failed.',
  'file.checked':
    'The checks of a file have ended or were requested, or a finding was waived, reopened or made a comment.',
  'file.updated':
    'The name, description, folder, order, tag, thumbnail, captions, renditions, skill reviews or visibility of a file have changed, or its generation was retried.',
  'file.reviewed_by_skill': 'A skill has reviewed a file and drafted notes, or its review failed.',
  'file.deleted': 'A file was moved to the trash.',
  'file.restored': 'A file was restored from the trash.',
  'version.created': 'A version was created.',
  'version.updated':
    'The name, description, visibility or review rule of a version has changed, or one of its files was deleted or restored.',
  'version.status_changed':
    'The status of a version has changed, for example because it was approved or rejected.',
  'version.deleted': 'A version was moved to the trash.',
  'version.restored': 'A version was restored from the trash.',
  'review_request.created': 'A person was asked to review a version.',
  'review_request.reminded': 'A reviewer was reminded of a review.',
  'review_request.seen': 'A reviewer has opened a version that they were asked to review.',
  'review_request.deleted': 'A person is no longer asked to review a version.',
  'verdict.given': 'A person has given a verdict on a version, or changed it.',
  'verdict.withdrawn': 'A person has withdrawn their verdict on a version.',
  'member.added': 'A person became a member of a project.',
  'member.updated': 'The role, name or avatar of a project member has changed.',
  'member.removed': 'A person is no longer a member of a project.',
  'comment.created': 'A comment or reply was posted.',
  'comment.updated': 'A comment was edited.',
  'comment.deleted':
    'A comment was moved to the trash. A comment with replies keeps its place in the thread.',
  'comment.restored': 'A comment was restored from the trash.',
  'comment.resolved': 'A thread was resolved.',
  'comment.reopened': 'A thread was reopened.',
  'reaction.created': 'A person reacted to a comment.',
  'reaction.deleted': 'A reaction was removed. Deleting a comment removes its reactions without this event.',
  'access_link.created': 'An access link was created.',
  'access_link.renewed': 'An access link has a new key; the old key no longer works.',
  'access_link.deleted': 'An access link was deleted and no longer works.',
  'share.created': 'A share was created.',
  'share.updated': 'The settings or the items of a share have changed.',
  'share.opened': 'A guest has opened a share for the first time.',
  'share.guest_ended': 'A share was ended for one guest.',
  'share.ended': 'A share was ended for all guests.',
  'share.deleted': 'A share was deleted.',
  'skill.created': 'A skill was created.',
  'skill.updated':
    'A skill or its examples were edited, or its default version has changed, or a tool has proposed an edit.',
  'skill.deleted': 'A skill was moved to the trash, with all of its versions.',
  'skill.restored': 'A skill was restored from the trash.',
  'skill.version_drafted': 'A tool wrote a version of a skill. It is a draft until a person publishes it.',
  'skill.version_published': 'A version of a skill was published.',
  'skill.version_deleted': 'A version of a skill was deleted.',
  'skill.evaluated': 'An evaluation of a skill was started, has ended or was cancelled.',
  'trash.purged':
    'A record in the trash was deleted for good, by a manager or because its time was over, with everything that was deleted with it.',
} as const
