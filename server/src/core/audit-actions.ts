// The actions of the audit log. An operation declares one of them in `audit`; pages, jobs and admin commands write theirs by
// `auditStatement`. The API, the web app and the guide list the actions from here.

type Action = {
  /** One sentence, in the past tense. */
  description: string
  /** The fields that `details` can have, besides those of every action. Never a secret, and never what people wrote. */
  details?: readonly string[]
}

export const auditActions = {
  // Signing in
  'session.started': { description: 'Somebody signed in.', details: ['method'] },
  'session.refused': {
    description: 'Somebody failed to sign in to an account.',
    details: ['method', 'more'],
  },
  'session.ended': { description: 'Somebody signed out, or ended a session.' },
  'account.updated': { description: 'Somebody changed their account.', details: ['changed'] },
  'email.requested': { description: 'Somebody asked to change their e-mail address.' },
  'email.changed': { description: 'The e-mail address of an account was changed.' },
  'password.changed': { description: 'Somebody changed their password.' },
  'password.refused': {
    description: 'Somebody who was signed in gave a wrong password.',
    details: ['method', 'more'],
  },
  'password.reset_requested': {
    description: 'Somebody asked for a link to set a new password.',
    details: ['more'],
  },
  'password.reset': { description: 'Somebody set a new password with a link.' },
  'passkey.created': { description: 'Somebody added a passkey.' },
  'passkey.updated': { description: 'Somebody renamed a passkey.' },
  'passkey.deleted': { description: 'Somebody deleted a passkey.' },

  // Keys and apps
  'api_key.created': { description: 'An API key was created.', details: ['scopes', 'expiresInDays'] },
  'api_key.updated': { description: 'The limits of an API key were changed.', details: ['changed'] },
  'api_key.revoked': { description: 'An API key was revoked.' },
  'app.connected': { description: 'Somebody allowed an app to act for them.', details: ['scopes'] },
  'app.refused': { description: 'Somebody did not allow an app to act for them.' },
  'app.updated': { description: 'The limits of an app were changed.', details: ['changed'] },
  'app.disconnected': { description: 'An app was disconnected.' },

  // The workspace
  'workspace.updated': { description: 'The workspace was changed.', details: ['changed'] },
  'workspace_member.updated': {
    description: 'The role of a member of the workspace was changed.',
    details: ['role', 'before'],
  },
  'workspace_member.removed': {
    description: 'A member was removed from the workspace.',
    details: ['before', 'renewLinks'],
  },
  'invitation.created': { description: 'Somebody was invited to the workspace.', details: ['role'] },
  'invitation.accepted': { description: 'Somebody accepted an invitation.', details: ['role'] },
  'invitation.deleted': { description: 'An invitation was withdrawn.' },
  'webhook.created': { description: 'A webhook was created.', details: ['host', 'format'] },
  'webhook.updated': { description: 'A webhook was changed.', details: ['host', 'changed', 'active'] },
  'webhook.disabled': {
    description: 'A webhook was disabled because nothing arrived.',
    details: ['reason'],
  },
  'webhook.secret_rotated': { description: 'The secret of a webhook was replaced.' },
  'webhook.deleted': { description: 'A webhook was deleted.' },
  'skill.created': { description: 'A skill was created.' },
  'skill.updated': { description: 'A skill was changed.', details: ['changed'] },
  'skill.version_published': { description: 'A version of a skill was published.' },
  'skill.deleted': { description: 'A skill was deleted.', details: ['permanent'] },
  'skill.version_deleted': { description: 'A version of a skill was deleted.' },

  // Projects and who may see them
  'project.created': { description: 'A project was created.', details: ['accessRange', 'members'] },
  'project.updated': { description: 'A project was changed.', details: ['changed', 'accessRange'] },
  'project.deletion_scheduled': { description: 'The deletion of a project was scheduled.' },
  'project.deletion_cancelled': { description: 'The deletion of a project was cancelled.' },
  'project.purged': { description: 'A project was deleted for good, with everything in it.' },
  'member.added': { description: 'Somebody was added to a project.', details: ['role'] },
  'member.updated': {
    description: 'The role of a member of a project was changed.',
    details: ['role', 'before'],
  },
  'member.removed': { description: 'Somebody left a project or was removed from it.', details: ['before'] },
  'access_link.created': {
    description: 'An access link was created.',
    details: ['role', 'expiresAt', 'password', 'allowDownload'],
  },
  'access_link.renewed': { description: 'The key of an access link was replaced.' },
  'access_link.deleted': { description: 'An access link was deleted.' },
  'access_link.joined': {
    description: 'Somebody joined a project by access link.',
    details: ['role', 'guest'],
  },
  'access_link.refused': {
    description: 'Somebody gave a wrong password for an access link.',
    details: ['more'],
  },

  // Shares
  'share.created': { description: 'A share was created.', details: ['access', 'downloads', 'expiresAt'] },
  'share.updated': { description: 'A share was changed.', details: ['changed'] },
  'share.ended': { description: 'A share was ended for all guests.' },
  'share.guest_ended': { description: 'A share was ended for one guest.' },
  'share.deleted': { description: 'A share was deleted.' },
  'share.previewed': { description: 'A manager looked at a share as its guests see it.' },
  'share.opened': { description: 'A guest opened a share.' },
  'share.refused': { description: 'Somebody gave a wrong password for a share.', details: ['more'] },

  // Deletions
  'file.deleted': { description: 'A file was deleted.', details: ['permanent'] },
  'folder.deleted': {
    description: 'A folder was deleted with everything in it.',
    details: ['permanent', 'recursive'],
  },
  'comment.deleted': { description: 'A comment was deleted.', details: ['permanent'] },
  'version.deleted': { description: 'A review was deleted.', details: ['permanent'] },
  'trash.restored': { description: 'Something was restored from the trash.', details: ['kind'] },
  'trash.purged': {
    description: 'Something was deleted from the trash for good.',
    details: ['kind', 'files', 'bytes'],
  },

  // Downloads
  'file.downloaded': { description: 'Somebody got the address of an original to download it.' },
  'attachment.downloaded': { description: 'Somebody got the address of an attachment to download it.' },
  'comments.exported': { description: 'The comments on a file were exported.', details: ['format'] },
  'receipt.downloaded': { description: 'The receipt of a review was downloaded.', details: ['format'] },
  'archive.created': {
    description: 'A selection of files was put together to download.',
    details: ['variant', 'files', 'bytes'],
  },
  'archive.downloaded': {
    description: 'A selection of files was downloaded.',
    details: ['variant', 'files', 'bytes'],
  },
  'audit.exported': { description: 'The audit log was exported.', details: ['format', 'filters'] },

  // The operator
  'admin.command': {
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

/** What an entry is about, as clients see it. */
export const auditTargetKinds = [
  'WORKSPACE',
  'USER',
  'PASSKEY',
  'API_KEY',
  'APP',
  'INVITATION',
  'WEBHOOK',
  'SKILL',
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
