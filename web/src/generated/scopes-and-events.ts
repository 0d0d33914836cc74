// Made by `npm run generate` from the scopes and the catalogue of events.

/** What keys and apps may do, as people read it. */
export const scopeGroups = [
  {
    "title": "See",
    "items": [
      {
        "scope": "projects:read",
        "words": "projects and versions"
      },
      {
        "scope": "folders:read",
        "words": "folders"
      },
      {
        "scope": "files:read",
        "words": "files and their details"
      },
      {
        "scope": "files:download",
        "words": "what is in the files"
      },
      {
        "scope": "comments:read",
        "words": "comments"
      },
      {
        "scope": "comments:download",
        "words": "attachments and exports of comments"
      },
      {
        "scope": "workspace-members:read",
        "words": "who is in the workspace"
      },
      {
        "scope": "project-members:read",
        "words": "who is in a project"
      },
      {
        "scope": "access-links:read",
        "words": "access links"
      },
      {
        "scope": "skills:read",
        "words": "skills"
      }
    ]
  },
  {
    "title": "Create, change and delete",
    "items": [
      {
        "scope": "projects:write",
        "words": "projects and versions"
      },
      {
        "scope": "folders:write",
        "words": "folders"
      },
      {
        "scope": "files:write",
        "words": "files"
      },
      {
        "scope": "comments:write",
        "words": "comments in your name"
      },
      {
        "scope": "project-members:write",
        "words": "members of projects"
      },
      {
        "scope": "access-links:write",
        "words": "access links"
      },
      {
        "scope": "skills:write",
        "words": "skills"
      }
    ]
  },
  {
    "title": "Spend money",
    "items": [
      {
        "scope": "ai:generate",
        "words": "generate pictures, video, sound and text with AI models"
      }
    ]
  },
  {
    "title": "See keys",
    "items": [
      {
        "scope": "access-links:read.key",
        "words": "the keys of access links, with which anybody can join a project"
      }
    ]
  }
] as const

export type Scope = (typeof scopeGroups)[number]['items'][number]['scope']

/** What webhooks are told of, with a line for each. */
export const eventTypes = {
  "project.created": "A project was made.",
  "project.updated": "A project was renamed, described, opened, closed or given a deadline.",
  "project.deletion_scheduled": "A project will be deleted, at the time told.",
  "project.deletion_cancelled": "A project will not be deleted after all.",
  "project.deleted": "A project is gone, with everything in it.",
  "folder.created": "A folder was made.",
  "folder.updated": "A folder was renamed or moved.",
  "folder.deleted": "A folder is gone.",
  "file.created": "A file was begun: its upload or its generation has started, or a video was linked.",
  "file.uploaded": "All bytes of a file have arrived, or a video was linked.",
  "file.generated": "A model has made a file.",
  "file.failed": "A file could not be made or uploaded, or its generation was cancelled.",
  "file.processed": "The previews of a file are ready, or could not be made.",
  "file.updated": "A file was renamed, described, moved, ordered, tagged, or shown to or hidden from restricted reviewers; its generation is tried again; or it has a thumbnail while its proxy is still being made.",
  "file.deleted": "A file is gone.",
  "version.created": "A version was made.",
  "version.updated": "A version was renamed, described, or shown to or hidden from restricted reviewers, or a file of it is gone.",
  "version.status_changed": "A version was approved, rejected, or moved otherwise.",
  "version.deleted": "A version is gone.",
  "member.added": "Somebody became a member of a project.",
  "member.updated": "A member of a project has another role, name or avatar.",
  "member.removed": "Somebody is no longer a member of a project.",
  "comment.created": "Somebody commented, or replied.",
  "comment.updated": "A comment was changed.",
  "comment.deleted": "A comment is gone. Where it has replies, its place in the thread stays.",
  "comment.resolved": "A thread was resolved.",
  "comment.reopened": "A thread was reopened.",
  "reaction.created": "Somebody reacted to a comment.",
  "reaction.deleted": "A reaction was taken back. Those of a comment that is gone go with it.",
  "access_link.created": "An access link was made.",
  "access_link.renewed": "An access link has a new key; the old one no longer works.",
  "access_link.deleted": "An access link no longer works.",
  "skill.created": "A skill was made.",
  "skill.updated": "A skill was changed, or has another default version.",
  "skill.deleted": "A skill is gone, with all of its versions.",
  "skill.version_published": "A version of a skill was published.",
  "skill.version_deleted": "A version of a skill is gone."
} as const
