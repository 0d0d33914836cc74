// Made by `npm run generate` from the table of events.

export interface EventActor {
  /** User ID. */
  id: string
  /** The name at the time of the event. */
  name: string
  /** Whether a tool acted for this person. */
  agent: boolean
}

/** The fields of every event. */
export interface EventFields {
  /** The same in the list, in the stream and in webhooks. */
  id: string
  /** Counts up in the workspace, in the order in which changes were committed. */
  number: number
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** The person who caused the event; null for the service itself. */
  actor: EventActor | null
}

/** A project was created. */
export interface ProjectCreatedEvent extends EventFields {
  type: 'project.created'
  project: { id: string }
  data: Record<never, never>
}

/** The name, description, access, deadline, cover, archive state, review rule or skill reviewers of a project have changed. */
export interface ProjectUpdatedEvent extends EventFields {
  type: 'project.updated'
  project: { id: string }
  data: {
    /** The fields whose value has changed. */
    changed: (
      | 'name'
      | 'description'
      | 'thumbnail'
      | 'cover'
      | 'accessRange'
      | 'deadline'
      | 'archivedAt'
      | 'reviewRule'
      | 'agentVerdictsCount'
      | 'skillReviewers'
    )[]
  }
}

/** A project was scheduled for deletion. */
export interface ProjectDeletionScheduledEvent extends EventFields {
  type: 'project.deletion_scheduled'
  project: { id: string }
  data: {
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    destroyedAt: string
  }
}

/** The scheduled deletion of a project was cancelled. */
export interface ProjectDeletionCancelledEvent extends EventFields {
  type: 'project.deletion_cancelled'
  project: { id: string }
  data: Record<never, never>
}

/** A project was deleted, with everything in it. */
export interface ProjectDeletedEvent extends EventFields {
  type: 'project.deleted'
  project: { id: string }
  data: Record<never, never>
}

/** A folder was created. */
export interface FolderCreatedEvent extends EventFields {
  type: 'folder.created'
  project: { id: string }
  data: {
    folder: {
      /** Folder ID. */
      id: string
    }
    /** The parent folder; null for the root. */
    parent: {
      /** Folder ID. */
      id: string
    } | null
  }
}

/** A folder was renamed or moved. */
export interface FolderUpdatedEvent extends EventFields {
  type: 'folder.updated'
  project: { id: string }
  data: {
    folder: {
      /** Folder ID. */
      id: string
    }
    /** The parent folder; null for the root. */
    parent: {
      /** Folder ID. */
      id: string
    } | null
    /** The fields whose value has changed. */
    changed: ('name' | 'parent')[]
  }
}

/** A folder was moved to the trash. */
export interface FolderDeletedEvent extends EventFields {
  type: 'folder.deleted'
  project: { id: string }
  data: {
    folder: {
      /** Folder ID. */
      id: string
    }
    /** The parent folder; null for the root. */
    parent: {
      /** Folder ID. */
      id: string
    } | null
  }
}

/** A folder was restored from the trash. */
export interface FolderRestoredEvent extends EventFields {
  type: 'folder.restored'
  project: { id: string }
  data: {
    folder: {
      /** Folder ID. */
      id: string
    }
    /** The parent folder; null for the root. */
    parent: {
      /** Folder ID. */
      id: string
    } | null
  }
}

/** A file was created: its upload or generation has started, or a video was linked. */
export interface FileCreatedEvent extends EventFields {
  type: 'file.created'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
    /** Origin of the file. LOCAL: an upload. YOUTUBE: a link to a video. GENERATED: made by a model. More values may be added. */
    mode: 'LOCAL' | 'YOUTUBE' | 'GENERATED'
  }
}

/** The upload of a file is complete, or a video was linked. */
export interface FileUploadedEvent extends EventFields {
  type: 'file.uploaded'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
  }
}

/** A model has generated a file. */
export interface FileGeneratedEvent extends EventFields {
  type: 'file.generated'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
  }
}

/** The upload or generation of a file failed, or its generation was cancelled. */
export interface FileFailedEvent extends EventFields {
  type: 'file.failed'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
    failure: {
      code:
        | 'provider_rejected_key'
        | 'provider_balance'
        | 'content_policy'
        | 'provider_rate_limited'
        | 'provider_refused'
        | 'provider_failed'
        | 'provider_invalid_answer'
        | 'result_too_large'
        | 'result_host_refused'
        | 'start_unknown'
        | 'deadline_exceeded'
        | 'unsupported_setting'
        | 'provider_not_configured'
        | 'reference_gone'
        | 'reference_unreadable'
        | 'result_not_stored'
        | 'storage_unavailable'
        | 'cancelled'
        | 'source_refused'
        | 'source_unreachable'
        | 'source_too_large'
        | 'source_not_a_file'
        | 'quota_exceeded'
    }
  }
}

/** The previews of a file are ready, or processing failed. */
export interface FileProcessedEvent extends EventFields {
  type: 'file.processed'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
    media: {
      state: 'READY' | 'FAILED'
    }
  }
}

/** The checks of a file have ended or were requested, or a finding was waived, reopened or made a comment. */
export interface FileCheckedEvent extends EventFields {
  type: 'file.checked'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
    state: 'QUEUED' | 'MEASURING' | 'READY' | 'FAILED'
    /** Open findings by level, and waived ones. */
    counts: {
      /** Open findings of the level PROBLEM. */
      problems: number
      warnings: number
      infos: number
      /** Findings with a waiver, of all levels. */
      waived: number
    }
  }
}

/** The name, description, folder, order, tag, thumbnail, captions, renditions, skill reviews or visibility of a file have changed, or its generation was retried. */
export interface FileUpdatedEvent extends EventFields {
  type: 'file.updated'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
    /** The fields whose value has changed. */
    changed: (
      | 'name'
      | 'description'
      | 'folder'
      | 'order'
      | 'allowRestricted'
      | 'tag'
      | 'status'
      | 'thumbnail'
      | 'captions'
      | 'renditions'
      | 'skillReviews'
    )[]
    /** Present when it changed: whether restricted reviewers can see it. */
    allowRestricted?: boolean | undefined
    /** Present when the tag changed. */
    tag?:
      | {
          from: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
          to: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
        }
      | undefined
    /** Present when the generation was retried. */
    status?:
      | {
          /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
          from: 'UPLOADING' | 'GENERATING' | 'UPLOADED' | 'FAILED'
          /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
          to: 'UPLOADING' | 'GENERATING' | 'UPLOADED' | 'FAILED'
        }
      | undefined
  }
}

/** A skill has reviewed a file and drafted notes, or its review failed. */
export interface FileReviewedBySkillEvent extends EventFields {
  type: 'file.reviewed_by_skill'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
    skillReview: {
      /** Skill review ID. */
      id: string
      state: 'READY' | 'FAILED'
    }
  }
}

/** A file was moved to the trash. */
export interface FileDeletedEvent extends EventFields {
  type: 'file.deleted'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
  }
}

/** A file was restored from the trash. */
export interface FileRestoredEvent extends EventFields {
  type: 'file.restored'
  project: { id: string }
  data: {
    file: {
      /** File ID. */
      id: string
    }
  }
}

/** A version was created. */
export interface VersionCreatedEvent extends EventFields {
  type: 'version.created'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
  }
}

/** The name, description, visibility or review rule of a version has changed, or one of its files was deleted or restored. */
export interface VersionUpdatedEvent extends EventFields {
  type: 'version.updated'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
    /** The fields whose value has changed. */
    changed: ('name' | 'description' | 'allowRestricted' | 'reviewRule' | 'requireNoProblems' | 'files')[]
    /** Present when it changed: whether restricted reviewers can see it. */
    allowRestricted?: boolean | undefined
  }
}

/** The status of a version has changed, for example because it was approved or rejected. */
export interface VersionStatusChangedEvent extends EventFields {
  type: 'version.status_changed'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
    status: {
      from: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
      to: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
    }
  }
}

/** A version was moved to the trash. */
export interface VersionDeletedEvent extends EventFields {
  type: 'version.deleted'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
  }
}

/** A version was restored from the trash. */
export interface VersionRestoredEvent extends EventFields {
  type: 'version.restored'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
  }
}

/** A person was asked to review a version. */
export interface ReviewRequestCreatedEvent extends EventFields {
  type: 'review_request.created'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
    reviewRequest: {
      /** Review request ID. */
      id: string
    }
    /** The reviewer. */
    user: {
      /** User ID. */
      id: string
    }
    /** Present when the review has a due date. */
    dueAt?: string | undefined
  }
}

/** A reviewer was reminded of a review. */
export interface ReviewRequestRemindedEvent extends EventFields {
  type: 'review_request.reminded'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
    reviewRequest: {
      /** Review request ID. */
      id: string
    }
    /** The reviewer. */
    user: {
      /** User ID. */
      id: string
    }
  }
}

/** A reviewer has opened a version that they were asked to review. */
export interface ReviewRequestSeenEvent extends EventFields {
  type: 'review_request.seen'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
    reviewRequest: {
      /** Review request ID. */
      id: string
    }
    /** The reviewer. */
    user: {
      /** User ID. */
      id: string
    }
  }
}

/** A person is no longer asked to review a version. */
export interface ReviewRequestDeletedEvent extends EventFields {
  type: 'review_request.deleted'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
    reviewRequest: {
      /** Review request ID. */
      id: string
    }
    /** The reviewer. */
    user: {
      /** User ID. */
      id: string
    }
  }
}

/** A person has given a verdict on a version, or changed it. */
export interface VerdictGivenEvent extends EventFields {
  type: 'verdict.given'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
    /** The person who gave the verdict. */
    user: {
      /** User ID. */
      id: string
    }
    verdict: 'APPROVED' | 'NEED_EDIT' | 'REJECTED'
    /** Whether a tool gave it for the person. */
    agent: boolean
  }
}

/** A person has withdrawn their verdict on a version. */
export interface VerdictWithdrawnEvent extends EventFields {
  type: 'verdict.withdrawn'
  project: { id: string }
  data: {
    version: {
      /** Version ID. */
      id: string
    }
    /** The person who gave the verdict. */
    user: {
      /** User ID. */
      id: string
    }
    verdict: 'APPROVED' | 'NEED_EDIT' | 'REJECTED'
    /** Whether a tool gave it for the person. */
    agent: boolean
  }
}

/** A person became a member of a project. */
export interface MemberAddedEvent extends EventFields {
  type: 'member.added'
  project: { id: string }
  data: {
    member: {
      /** Project member ID. */
      id: string
    }
    user: {
      /** User ID. */
      id: string
    }
    /** The current role; for a removed member, the last role. */
    role:
      | 'PROJECT_OWNER'
      | 'PROJECT_MANAGER'
      | 'PROJECT_MEMBER'
      | 'PROJECT_REVIEWER'
      | 'PROJECT_RESTRICTED_REVIEWER'
  }
}

/** The role, name or avatar of a project member has changed. */
export interface MemberUpdatedEvent extends EventFields {
  type: 'member.updated'
  project: { id: string }
  data: {
    member: {
      /** Project member ID. */
      id: string
    }
    user: {
      /** User ID. */
      id: string
    }
    /** The current role; for a removed member, the last role. */
    role:
      | 'PROJECT_OWNER'
      | 'PROJECT_MANAGER'
      | 'PROJECT_MEMBER'
      | 'PROJECT_REVIEWER'
      | 'PROJECT_RESTRICTED_REVIEWER'
  }
}

/** A person is no longer a member of a project. */
export interface MemberRemovedEvent extends EventFields {
  type: 'member.removed'
  project: { id: string }
  data: {
    member: {
      /** Project member ID. */
      id: string
    }
    user: {
      /** User ID. */
      id: string
    }
    /** The current role; for a removed member, the last role. */
    role:
      | 'PROJECT_OWNER'
      | 'PROJECT_MANAGER'
      | 'PROJECT_MEMBER'
      | 'PROJECT_REVIEWER'
      | 'PROJECT_RESTRICTED_REVIEWER'
  }
}

/** A comment or reply was posted. */
export interface CommentCreatedEvent extends EventFields {
  type: 'comment.created'
  project: { id: string }
  data: {
    comment: {
      /** Comment ID. */
      id: string
    }
    /** null for a comment on the project itself. */
    file: {
      /** File ID. */
      id: string
    } | null
    /** The comment that this one replies to; null for the first comment of a thread. */
    parent: {
      /** Comment ID. */
      id: string
    } | null
    /** The people whom the comment mentions for the first time; absent when there are none. */
    mentions?:
      | {
          /** User ID. */
          id: string
        }[]
      | undefined
    /** true when the comment mentions everyone for the first time; absent otherwise. */
    mentionsEveryone?: boolean | undefined
  }
}

/** A comment was edited. */
export interface CommentUpdatedEvent extends EventFields {
  type: 'comment.updated'
  project: { id: string }
  data: {
    comment: {
      /** Comment ID. */
      id: string
    }
    /** null for a comment on the project itself. */
    file: {
      /** File ID. */
      id: string
    } | null
    /** The comment that this one replies to; null for the first comment of a thread. */
    parent: {
      /** Comment ID. */
      id: string
    } | null
    /** The fields whose value has changed. */
    changed: ('content' | 'anchor' | 'duration' | 'frame' | 'annotation')[]
    /** The people whom the comment mentions for the first time; absent when there are none. */
    mentions?:
      | {
          /** User ID. */
          id: string
        }[]
      | undefined
    /** true when the comment mentions everyone for the first time; absent otherwise. */
    mentionsEveryone?: boolean | undefined
  }
}

/** A comment was moved to the trash. A comment with replies keeps its place in the thread. */
export interface CommentDeletedEvent extends EventFields {
  type: 'comment.deleted'
  project: { id: string }
  data: {
    comment: {
      /** Comment ID. */
      id: string
    }
    /** null for a comment on the project itself. */
    file: {
      /** File ID. */
      id: string
    } | null
    /** The comment that this one replies to; null for the first comment of a thread. */
    parent: {
      /** Comment ID. */
      id: string
    } | null
  }
}

/** A comment was restored from the trash. */
export interface CommentRestoredEvent extends EventFields {
  type: 'comment.restored'
  project: { id: string }
  data: {
    comment: {
      /** Comment ID. */
      id: string
    }
    /** null for a comment on the project itself. */
    file: {
      /** File ID. */
      id: string
    } | null
    /** The comment that this one replies to; null for the first comment of a thread. */
    parent: {
      /** Comment ID. */
      id: string
    } | null
  }
}

/** A thread was resolved. */
export interface CommentResolvedEvent extends EventFields {
  type: 'comment.resolved'
  project: { id: string }
  data: {
    comment: {
      /** Comment ID. */
      id: string
    }
    /** null for a comment on the project itself. */
    file: {
      /** File ID. */
      id: string
    } | null
    /** The comment that this one replies to; null for the first comment of a thread. */
    parent: {
      /** Comment ID. */
      id: string
    } | null
  }
}

/** A thread was reopened. */
export interface CommentReopenedEvent extends EventFields {
  type: 'comment.reopened'
  project: { id: string }
  data: {
    comment: {
      /** Comment ID. */
      id: string
    }
    /** null for a comment on the project itself. */
    file: {
      /** File ID. */
      id: string
    } | null
    /** The comment that this one replies to; null for the first comment of a thread. */
    parent: {
      /** Comment ID. */
      id: string
    } | null
  }
}

/** A person reacted to a comment. */
export interface ReactionCreatedEvent extends EventFields {
  type: 'reaction.created'
  project: { id: string }
  data: {
    comment: {
      /** Comment ID. */
      id: string
    }
    /** null for a comment on the project itself. */
    file: {
      /** File ID. */
      id: string
    } | null
    /** One emoji. */
    type: string
  }
}

/** A reaction was removed. Deleting a comment removes its reactions without this event. */
export interface ReactionDeletedEvent extends EventFields {
  type: 'reaction.deleted'
  project: { id: string }
  data: {
    comment: {
      /** Comment ID. */
      id: string
    }
    /** null for a comment on the project itself. */
    file: {
      /** File ID. */
      id: string
    } | null
    /** One emoji. */
    type: string
  }
}

/** An access link was created. */
export interface AccessLinkCreatedEvent extends EventFields {
  type: 'access_link.created'
  project: { id: string }
  data: {
    accessLink: {
      /** Access link ID. */
      id: string
    }
  }
}

/** An access link has a new key; the old key no longer works. */
export interface AccessLinkRenewedEvent extends EventFields {
  type: 'access_link.renewed'
  project: { id: string }
  data: {
    accessLink: {
      /** Access link ID. */
      id: string
    }
  }
}

/** An access link was deleted and no longer works. */
export interface AccessLinkDeletedEvent extends EventFields {
  type: 'access_link.deleted'
  project: { id: string }
  data: {
    accessLink: {
      /** Access link ID. */
      id: string
    }
  }
}

/** A share was created. */
export interface ShareCreatedEvent extends EventFields {
  type: 'share.created'
  project: { id: string }
  data: {
    share: {
      /** Share ID. */
      id: string
    }
  }
}

/** The settings or the items of a share have changed. */
export interface ShareUpdatedEvent extends EventFields {
  type: 'share.updated'
  project: { id: string }
  data: {
    share: {
      /** Share ID. */
      id: string
    }
    /** The fields whose value has changed. */
    changed: (
      | 'name'
      | 'items'
      | 'access'
      | 'comments'
      | 'verdicts'
      | 'downloads'
      | 'upload'
      | 'revisions'
      | 'password'
      | 'expiresAt'
      | 'welcome'
      | 'email'
      | 'watermark'
    )[]
  }
}

/** A guest has opened a share for the first time. */
export interface ShareOpenedEvent extends EventFields {
  type: 'share.opened'
  project: { id: string }
  data: {
    share: {
      /** Share ID. */
      id: string
    }
    guest: {
      /** Share guest ID. */
      id: string
    }
  }
}

/** A share was ended for one guest. */
export interface ShareGuestEndedEvent extends EventFields {
  type: 'share.guest_ended'
  project: { id: string }
  data: {
    share: {
      /** Share ID. */
      id: string
    }
    guest: {
      /** Share guest ID. */
      id: string
    }
  }
}

/** A share was ended for all guests. */
export interface ShareEndedEvent extends EventFields {
  type: 'share.ended'
  project: { id: string }
  data: {
    share: {
      /** Share ID. */
      id: string
    }
  }
}

/** A share was deleted. */
export interface ShareDeletedEvent extends EventFields {
  type: 'share.deleted'
  project: { id: string }
  data: {
    share: {
      /** Share ID. */
      id: string
    }
  }
}

/** A skill was created. */
export interface SkillCreatedEvent extends EventFields {
  type: 'skill.created'
  project: null
  data: {
    skill: {
      /** Skill ID. */
      id: string
    }
  }
}

/** A skill or its examples were edited, or its default version has changed, or a tool has proposed an edit. */
export interface SkillUpdatedEvent extends EventFields {
  type: 'skill.updated'
  project: null
  data: {
    skill: {
      /** Skill ID. */
      id: string
    }
    /** The fields whose value has changed. */
    changed: (
      | 'name'
      | 'description'
      | 'metadata'
      | 'allowedTools'
      | 'license'
      | 'default'
      | 'proposal'
      | 'examples'
    )[]
  }
}

/** A skill was moved to the trash, with all of its versions. */
export interface SkillDeletedEvent extends EventFields {
  type: 'skill.deleted'
  project: null
  data: {
    skill: {
      /** Skill ID. */
      id: string
    }
  }
}

/** A skill was restored from the trash. */
export interface SkillRestoredEvent extends EventFields {
  type: 'skill.restored'
  project: null
  data: {
    skill: {
      /** Skill ID. */
      id: string
    }
  }
}

/** A tool wrote a version of a skill. It is a draft until a person publishes it. */
export interface SkillVersionDraftedEvent extends EventFields {
  type: 'skill.version_drafted'
  project: null
  data: {
    skill: {
      /** Skill ID. */
      id: string
    }
    skillVersion: {
      /** Skill version ID. */
      id: string
      version: number
    }
  }
}

/** A version of a skill was published. */
export interface SkillVersionPublishedEvent extends EventFields {
  type: 'skill.version_published'
  project: null
  data: {
    skill: {
      /** Skill ID. */
      id: string
    }
    skillVersion: {
      /** Skill version ID. */
      id: string
      version: number
    }
  }
}

/** A version of a skill was deleted. */
export interface SkillVersionDeletedEvent extends EventFields {
  type: 'skill.version_deleted'
  project: null
  data: {
    skill: {
      /** Skill ID. */
      id: string
    }
    skillVersion: {
      /** Skill version ID. */
      id: string
      version: number
    }
  }
}

/** An evaluation of a skill was started, has ended or was cancelled. */
export interface SkillEvaluatedEvent extends EventFields {
  type: 'skill.evaluated'
  project: null
  data: {
    skill: {
      /** Skill ID. */
      id: string
    }
    evaluation: {
      /** Skill evaluation ID. */
      id: string
    }
  }
}

/** A record in the trash was deleted for good, by a manager or because its time was over, with everything that was deleted with it. */
export interface TrashPurgedEvent extends EventFields {
  type: 'trash.purged'
  project: { id: string }
  data: {
    trash: {
      /** ID of an entry of the trash. */
      id: string
    }
    kind: 'FILE' | 'FOLDER' | 'COMMENT' | 'VERSION' | 'SKILL'
    /** The file, folder, comment, version or skill that was deleted. */
    record: {
      id: string
    }
  }
}

/** Every event that this version of the SDK knows. */
export type KnownEvent =
  | ProjectCreatedEvent
  | ProjectUpdatedEvent
  | ProjectDeletionScheduledEvent
  | ProjectDeletionCancelledEvent
  | ProjectDeletedEvent
  | FolderCreatedEvent
  | FolderUpdatedEvent
  | FolderDeletedEvent
  | FolderRestoredEvent
  | FileCreatedEvent
  | FileUploadedEvent
  | FileGeneratedEvent
  | FileFailedEvent
  | FileProcessedEvent
  | FileCheckedEvent
  | FileUpdatedEvent
  | FileReviewedBySkillEvent
  | FileDeletedEvent
  | FileRestoredEvent
  | VersionCreatedEvent
  | VersionUpdatedEvent
  | VersionStatusChangedEvent
  | VersionDeletedEvent
  | VersionRestoredEvent
  | ReviewRequestCreatedEvent
  | ReviewRequestRemindedEvent
  | ReviewRequestSeenEvent
  | ReviewRequestDeletedEvent
  | VerdictGivenEvent
  | VerdictWithdrawnEvent
  | MemberAddedEvent
  | MemberUpdatedEvent
  | MemberRemovedEvent
  | CommentCreatedEvent
  | CommentUpdatedEvent
  | CommentDeletedEvent
  | CommentRestoredEvent
  | CommentResolvedEvent
  | CommentReopenedEvent
  | ReactionCreatedEvent
  | ReactionDeletedEvent
  | AccessLinkCreatedEvent
  | AccessLinkRenewedEvent
  | AccessLinkDeletedEvent
  | ShareCreatedEvent
  | ShareUpdatedEvent
  | ShareOpenedEvent
  | ShareGuestEndedEvent
  | ShareEndedEvent
  | ShareDeletedEvent
  | SkillCreatedEvent
  | SkillUpdatedEvent
  | SkillDeletedEvent
  | SkillRestoredEvent
  | SkillVersionDraftedEvent
  | SkillVersionPublishedEvent
  | SkillVersionDeletedEvent
  | SkillEvaluatedEvent
  | TrashPurgedEvent

/**
 * Stands for every type that is not in EventTypes: a string that equals none of them, which only an enum can say. There
 * is no such enum at run time.
 */
export declare enum UnknownEventType {
  unknown = 'unknown',
}

/** An event of a type that a newer server has added. At run time its `type` is a plain string. */
export interface UnknownEvent extends EventFields {
  type: UnknownEventType
  project: { id: string } | null
  data: Readonly<Record<string, unknown>>
}

/** Any event. Narrow it by `type`, or with `isEventOf`; the rest is an UnknownEvent. */
export type Event = KnownEvent | UnknownEvent

/** The event that `client.webhooks.test` sends. It reports no change, so it has no number. */
export interface WebhookTestEvent extends Omit<EventFields, 'number'> {
  type: 'webhook.test'
  number: null
  project: null
  data: {
    webhook: {
      /** Webhook ID. */
      id: string
    }
  }
}

/** The known events by type. */
export interface EventTypes {
  'project.created': ProjectCreatedEvent
  'project.updated': ProjectUpdatedEvent
  'project.deletion_scheduled': ProjectDeletionScheduledEvent
  'project.deletion_cancelled': ProjectDeletionCancelledEvent
  'project.deleted': ProjectDeletedEvent
  'folder.created': FolderCreatedEvent
  'folder.updated': FolderUpdatedEvent
  'folder.deleted': FolderDeletedEvent
  'folder.restored': FolderRestoredEvent
  'file.created': FileCreatedEvent
  'file.uploaded': FileUploadedEvent
  'file.generated': FileGeneratedEvent
  'file.failed': FileFailedEvent
  'file.processed': FileProcessedEvent
  'file.checked': FileCheckedEvent
  'file.updated': FileUpdatedEvent
  'file.reviewed_by_skill': FileReviewedBySkillEvent
  'file.deleted': FileDeletedEvent
  'file.restored': FileRestoredEvent
  'version.created': VersionCreatedEvent
  'version.updated': VersionUpdatedEvent
  'version.status_changed': VersionStatusChangedEvent
  'version.deleted': VersionDeletedEvent
  'version.restored': VersionRestoredEvent
  'review_request.created': ReviewRequestCreatedEvent
  'review_request.reminded': ReviewRequestRemindedEvent
  'review_request.seen': ReviewRequestSeenEvent
  'review_request.deleted': ReviewRequestDeletedEvent
  'verdict.given': VerdictGivenEvent
  'verdict.withdrawn': VerdictWithdrawnEvent
  'member.added': MemberAddedEvent
  'member.updated': MemberUpdatedEvent
  'member.removed': MemberRemovedEvent
  'comment.created': CommentCreatedEvent
  'comment.updated': CommentUpdatedEvent
  'comment.deleted': CommentDeletedEvent
  'comment.restored': CommentRestoredEvent
  'comment.resolved': CommentResolvedEvent
  'comment.reopened': CommentReopenedEvent
  'reaction.created': ReactionCreatedEvent
  'reaction.deleted': ReactionDeletedEvent
  'access_link.created': AccessLinkCreatedEvent
  'access_link.renewed': AccessLinkRenewedEvent
  'access_link.deleted': AccessLinkDeletedEvent
  'share.created': ShareCreatedEvent
  'share.updated': ShareUpdatedEvent
  'share.opened': ShareOpenedEvent
  'share.guest_ended': ShareGuestEndedEvent
  'share.ended': ShareEndedEvent
  'share.deleted': ShareDeletedEvent
  'skill.created': SkillCreatedEvent
  'skill.updated': SkillUpdatedEvent
  'skill.deleted': SkillDeletedEvent
  'skill.restored': SkillRestoredEvent
  'skill.version_drafted': SkillVersionDraftedEvent
  'skill.version_published': SkillVersionPublishedEvent
  'skill.version_deleted': SkillVersionDeletedEvent
  'skill.evaluated': SkillEvaluatedEvent
  'trash.purged': TrashPurgedEvent
}

export type EventType = keyof EventTypes

export const eventTypes: readonly EventType[] = [
  'project.created',
  'project.updated',
  'project.deletion_scheduled',
  'project.deletion_cancelled',
  'project.deleted',
  'folder.created',
  'folder.updated',
  'folder.deleted',
  'folder.restored',
  'file.created',
  'file.uploaded',
  'file.generated',
  'file.failed',
  'file.processed',
  'file.checked',
  'file.updated',
  'file.reviewed_by_skill',
  'file.deleted',
  'file.restored',
  'version.created',
  'version.updated',
  'version.status_changed',
  'version.deleted',
  'version.restored',
  'review_request.created',
  'review_request.reminded',
  'review_request.seen',
  'review_request.deleted',
  'verdict.given',
  'verdict.withdrawn',
  'member.added',
  'member.updated',
  'member.removed',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'comment.restored',
  'comment.resolved',
  'comment.reopened',
  'reaction.created',
  'reaction.deleted',
  'access_link.created',
  'access_link.renewed',
  'access_link.deleted',
  'share.created',
  'share.updated',
  'share.opened',
  'share.guest_ended',
  'share.ended',
  'share.deleted',
  'skill.created',
  'skill.updated',
  'skill.deleted',
  'skill.restored',
  'skill.version_drafted',
  'skill.version_published',
  'skill.version_deleted',
  'skill.evaluated',
  'trash.purged',
]
