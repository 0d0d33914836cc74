// The actions of the audit log. An operation declares one of them in `audit`; pages, jobs and admin commands write theirs by
// `auditStatement`. The API, the web app and the guide list the actions from here.

type Action = {
  /** A few words, for lists. */
  label: string
  /** One sentence, in the past tense. */
  description: string
  /** The fields that `details` can have, besides those of every action. Never a secret, and never what people wrote. */
  details?: readonly string[]
}

export const auditActions = {
  // Signing in
  'session.started': { label: 'Signed in', description: 'Somebody signed in.', details: ['method'] },
  'session.refused': {
    label: 'Failed sign-in',
    description: 'Somebody failed to sign in to an account.',
    details: ['method', 'more'],
  },
  'session.ended': { label: 'Signed out', description: 'Somebody signed out, or ended a session.' },
  'account.updated': {
    label: 'Account changed',
    description: 'Somebody changed their account.',
    details: ['changed'],
  },
  'email.requested': {
    label: 'E-mail change requested',
    description: 'Somebody asked to change their e-mail address.',
  },
  'email.changed': {
    label: 'E-mail address changed',
    description: 'The e-mail address of an account was changed.',
  },
  'password.changed': { label: 'Password changed', description: 'Somebody changed their password.' },
  'password.refused': {
    label: 'Wrong password',
    description: 'Somebody who was signed in gave a wrong password.',
    details: ['method', 'more'],
  },
  'password.reset_requested': {
    label: 'Password reset requested',
    description: 'Somebody asked for a link to set a new password.',
    details: ['more'],
  },
  'password.reset': { label: 'Password reset', description: 'Somebody set a new password with a link.' },
  'passkey.created': { label: 'Passkey added', description: 'Somebody added a passkey.' },
  'passkey.updated': { label: 'Passkey renamed', description: 'Somebody renamed a passkey.' },
  'passkey.deleted': { label: 'Passkey deleted', description: 'Somebody deleted a passkey.' },

  // Keys and apps
  'api_key.created': {
    label: 'API key created',
    description: 'An API key was created.',
    details: ['scopes', 'expiresInDays'],
  },
  'api_key.updated': {
    label: 'API key changed',
    description: 'The limits of an API key were changed.',
    details: ['changed'],
  },
  'api_key.revoked': { label: 'API key revoked', description: 'An API key was revoked.' },
  'app.connected': {
    label: 'App connected',
    description: 'Somebody allowed an app to act for them.',
    details: ['scopes'],
  },
  'app.refused': { label: 'App not allowed', description: 'Somebody did not allow an app to act for them.' },
  'app.updated': {
    label: 'App changed',
    description: 'The limits of an app were changed.',
    details: ['changed'],
  },
  'app.disconnected': { label: 'App disconnected', description: 'An app was disconnected.' },

  // The workspace
  'workspace.updated': {
    label: 'Workspace changed',
    description: 'The workspace was changed.',
    details: ['changed'],
  },
  'workspace_member.updated': {
    label: 'Workspace role changed',
    description: 'The role of a member of the workspace was changed.',
    details: ['role', 'before'],
  },
  'workspace_member.removed': {
    label: 'Removed from workspace',
    description: 'A member was removed from the workspace.',
    details: ['before', 'renewLinks'],
  },
  'invitation.created': {
    label: 'Invitation sent',
    description: 'Somebody was invited to the workspace.',
    details: ['role'],
  },
  'invitation.accepted': {
    label: 'Invitation accepted',
    description: 'Somebody accepted an invitation.',
    details: ['role'],
  },
  'invitation.deleted': { label: 'Invitation withdrawn', description: 'An invitation was withdrawn.' },
  'webhook.created': {
    label: 'Webhook created',
    description: 'A webhook was created.',
    details: ['host', 'format'],
  },
  'webhook.updated': {
    label: 'Webhook changed',
    description: 'A webhook was changed.',
    details: ['host', 'changed', 'active'],
  },
  'webhook.disabled': {
    label: 'Webhook disabled',
    description: 'A webhook was disabled because nothing arrived.',
    details: ['reason'],
  },
  'webhook.secret_rotated': {
    label: 'Webhook secret replaced',
    description: 'The secret of a webhook was replaced.',
  },
  'webhook.deleted': { label: 'Webhook deleted', description: 'A webhook was deleted.' },
  'event_subscription.created': {
    label: 'Event subscription created',
    description: 'An agent subscribed to events, which are sent to its host.',
    details: ['event', 'host'],
  },
  'event_subscription.deleted': {
    label: 'Event subscription deleted',
    description: 'An agent ended its subscription to events.',
    details: ['event', 'host'],
  },
  'skill.created': { label: 'Skill created', description: 'A skill was created.' },
  'skill.updated': { label: 'Skill changed', description: 'A skill was changed.', details: ['changed'] },
  'skill.version_published': { label: 'Skill published', description: 'A version of a skill was published.' },
  'skill.deleted': { label: 'Skill deleted', description: 'A skill was deleted.', details: ['permanent'] },
  'skill.version_deleted': {
    label: 'Skill version deleted',
    description: 'A version of a skill was deleted.',
  },

  'check_profile.created': { label: 'Check profile created', description: 'A check profile was created.' },
  'check_profile.updated': {
    label: 'Check profile changed',
    description: 'The name or the rules of a check profile were changed.',
    details: ['changed', 'version'],
  },
  'check_profile.deleted': {
    label: 'Check profile deleted',
    description: 'A check profile was deleted.',
    details: ['replaceWith'],
  },
  'check_settings.updated': {
    label: 'Check settings changed',
    description:
      'The check profile of a project or of the workspace was chosen, or checks were switched off or on.',
    details: ['profileId', 'off'],
  },
  'skill_reviewer.created': {
    label: 'Skill reviewer added',
    description: 'A skill was made a reviewer of a project.',
    details: ['trigger', 'model', 'kinds'],
  },
  'skill_reviewer.updated': {
    label: 'Skill reviewer changed',
    description: 'A skill reviewer of a project was changed.',
    details: ['changed', 'trigger', 'model'],
  },
  'skill_reviewer.deleted': {
    label: 'Skill reviewer removed',
    description: 'A skill reviewer of a project was removed.',
  },
  'review_budget.updated': {
    label: 'Review budget changed',
    description: 'The monthly budget of a project for reviews by skills was changed.',
    details: ['monthlyUsd'],
  },

  // Projects and who may see them
  'project.created': {
    label: 'Project created',
    description: 'A project was created.',
    details: ['accessRange', 'members'],
  },
  'project.updated': {
    label: 'Project changed',
    description: 'A project was changed.',
    details: ['changed', 'accessRange'],
  },
  'project.deletion_scheduled': {
    label: 'Project deletion scheduled',
    description: 'The deletion of a project was scheduled.',
  },
  'project.deletion_cancelled': {
    label: 'Project deletion cancelled',
    description: 'The deletion of a project was cancelled.',
  },
  'project.purged': {
    label: 'Project deleted for good',
    description: 'A project was deleted for good, with everything in it.',
  },
  'member.added': {
    label: 'Added to project',
    description: 'Somebody was added to a project.',
    details: ['role'],
  },
  'member.updated': {
    label: 'Project role changed',
    description: 'The role of a member of a project was changed.',
    details: ['role', 'before'],
  },
  'member.removed': {
    label: 'Removed from project',
    description: 'Somebody left a project or was removed from it.',
    details: ['before'],
  },
  'access_link.created': {
    label: 'Access link created',
    description: 'An access link was created.',
    details: ['role', 'expiresAt', 'password', 'allowDownload'],
  },
  'access_link.renewed': {
    label: 'Access link renewed',
    description: 'The key of an access link was replaced.',
  },
  'access_link.deleted': { label: 'Access link deleted', description: 'An access link was deleted.' },
  'access_link.joined': {
    label: 'Joined by access link',
    description: 'Somebody joined a project by access link.',
    details: ['role', 'guest'],
  },
  'access_link.refused': {
    label: 'Wrong password for access link',
    description: 'Somebody gave a wrong password for an access link.',
    details: ['more'],
  },

  // Shares
  'share.created': {
    label: 'Share created',
    description: 'A share was created.',
    details: ['access', 'downloads', 'expiresAt'],
  },
  'share.updated': { label: 'Share changed', description: 'A share was changed.', details: ['changed'] },
  'share.ended': { label: 'Share ended', description: 'A share was ended for all guests.' },
  'share.guest_ended': { label: 'Share ended for a guest', description: 'A share was ended for one guest.' },
  'share.deleted': { label: 'Share deleted', description: 'A share was deleted.' },
  'share.previewed': {
    label: 'Share previewed',
    description: 'A member looked at a share as its guests see it.',
  },
  'share.opened': { label: 'Share opened', description: 'A guest opened a share.' },
  'share.refused': {
    label: 'Share not opened',
    description: 'Somebody gave a wrong password for a share, or opened a link of one that has ended.',
    details: ['reason', 'more'],
  },

  // Decisions
  'finding.waived': {
    label: 'Finding waived',
    description: 'A finding of the checks was accepted with a reason.',
  },
  'finding.unwaived': { label: 'Waiver deleted', description: 'The waivers of a finding were deleted.' },

  // Deletions
  'file.deleted': { label: 'File deleted', description: 'A file was deleted.', details: ['permanent'] },
  'folder.deleted': {
    label: 'Folder deleted',
    description: 'A folder was deleted with everything in it.',
    details: ['permanent', 'recursive'],
  },
  'comment.deleted': {
    label: 'Comment deleted',
    description: 'A comment was deleted.',
    details: ['permanent'],
  },
  'version.deleted': {
    label: 'Review deleted',
    description: 'A review was deleted.',
    details: ['permanent'],
  },
  'trash.restored': {
    label: 'Restored from trash',
    description: 'Something was restored from the trash.',
    details: ['kind'],
  },
  'trash.purged': {
    label: 'Deleted for good',
    description: 'Something was deleted from the trash for good.',
    details: ['kind', 'files', 'bytes'],
  },

  // Downloads
  'file.downloaded': {
    label: 'File downloaded',
    description: 'Somebody got the address of a file to download it.',
  },
  'attachment.downloaded': {
    label: 'Attachment downloaded',
    description: 'Somebody got the address of an attachment to download it.',
  },
  'comments.exported': {
    label: 'Comments exported',
    description: 'The comments on a file were exported.',
    details: ['format'],
  },
  'receipt.downloaded': {
    label: 'Receipt downloaded',
    description: 'The receipt of a review was downloaded.',
    details: ['format'],
  },
  'archive.created': {
    label: 'Archive created',
    description: 'A selection of files was put together to download.',
    details: ['variant', 'files', 'bytes'],
  },
  'archive.downloaded': {
    label: 'Archive downloaded',
    description: 'Somebody downloaded an archive, or a part of it.',
    details: ['files', 'bytes'],
  },
  'audit.exported': {
    label: 'Audit log exported',
    description: 'The audit log was exported.',
    details: ['format', 'filters'],
  },

  // The operator
  'admin.command': {
    label: 'Admin command',
    description: 'The operator of the server ran an admin command.',
    details: ['command', 'options'],
  },
} as const satisfies Record<string, Action>

export type AuditAction = keyof typeof auditActions
export const auditActionNames = Object.keys(auditActions) as AuditAction[]

type DetailNames<Name extends AuditAction> = (typeof auditActions)[Name] extends {
  details: readonly (infer Field extends string)[]
}
  ? Field
  : never

/** The details of an action; a field that is null or undefined is left out. */
export type AuditDetails<Name extends AuditAction> = {
  [Field in DetailNames<Name>]?: DetailValue | undefined
}

export type DetailValue = string | number | boolean | readonly string[] | null

/** The target of an entry, as clients see it. */
export const auditTargetKinds = [
  'WORKSPACE',
  'USER',
  'PASSKEY',
  'API_KEY',
  'APP',
  'INVITATION',
  'WEBHOOK',
  'EVENT_SUBSCRIPTION',
  'SKILL',
  'CHECK_PROFILE',
  'PROJECT',
  'FOLDER',
  'FILE',
  'COMMENT',
  'ATTACHMENT',
  'VERSION',
  'ACCESS_LINK',
  'SHARE',
  'SHARE_GUEST',
  'TRASH',
  'ARCHIVE',
] as const
export type AuditTargetKind = (typeof auditTargetKinds)[number]

export const auditCredentials = ['SESSION', 'API_KEY', 'APP', 'SHARE', 'NONE', 'ADMIN', 'SERVICE'] as const
export type AuditCredential = (typeof auditCredentials)[number]
