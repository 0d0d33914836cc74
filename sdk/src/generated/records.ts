// Made by `npm run generate` from the list of operations.

export interface AccessLink {
  /** Access link ID. */
  id: string
  /** Key that a guest joins with; null without the scope `access-links:read.key`. */
  accessKey: string | null
  description: string | null
  /** Project role of guests who join with the link. */
  role: 'PROJECT_MEMBER' | 'PROJECT_REVIEWER' | 'PROJECT_RESTRICTED_REVIEWER'
  /** Whether joining takes a password. */
  hasPassword: boolean
  /** When the link stops working; null if it does not expire. */
  expiresAt: string | null
  /** Whether guests who join with the link may download files. */
  allowDownload: boolean
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
}

export interface Account {
  /** User ID. */
  id: string
  name: string
  /** What this workspace shows instead of `name`; null: it shows `name`. */
  displayName: string | null
  email: string
  /** Whether the address was proven. Invitations reach an account by a proven address only. */
  emailConfirmed: boolean
  /** The address that takes the place of `email` once it is proven. */
  pendingEmail: {
    email: string
    /** false: no mail could be sent; whoever runs the server confirms it. */
    mailed: boolean
  } | null
  /** The avatar of the account. */
  avatarUrl: string | null
  /** What this workspace shows instead of `avatarUrl`; null: it shows `avatarUrl`. */
  displayAvatarUrl: string | null
  hasPassword: boolean
  /** Came by access link: there is no account to sign in to. */
  guest: boolean
  session: {
    /** Session ID. */
    id: string
  }
  /** The workspace of this session. */
  workspace: {
    /** Workspace ID. */
    id: string
    name: string
    avatarUrl: string | null
    role: 'OWNER' | 'ADMIN' | 'MEMBER' | 'GUEST'
  }
  /** All workspaces of the account, by name. */
  workspaces: {
    /** Workspace ID. */
    id: string
    name: string
    avatarUrl: string | null
    role: 'OWNER' | 'ADMIN' | 'MEMBER' | 'GUEST'
  }[]
}

export interface ApiKey {
  /** API key ID. */
  id: string
  name: string
  scopes: ('projects:read' | 'projects:write' | 'folders:read' | 'folders:write' | 'files:read' | 'files:write' | 'files:download' | 'ai:generate' | 'comments:read' | 'comments:write' | 'comments:download' | 'workspace-members:read' | 'project-members:read' | 'project-members:write' | 'access-links:read' | 'access-links:write' | 'access-links:read.key' | 'skills:read' | 'skills:write')[]
  /** Who acts with it. */
  user: {
    /** User ID. */
    id: string
    email: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  expiresAt: string | null
  /** To the minute. */
  lastUsedAt: string | null
}

export interface BatchError {
  /** The status that the operation for one file answers with. */
  status: number
  /** See the list of error codes. */
  code: string
  message: string
  errors: {
    path: string
    code: string
    message: string
  }[]
}

export interface Comment {
  /** Comment ID. */
  id: string
  /** The text. null if the comment has none or is deleted. */
  content: string | null
  /** Position in the file: milliseconds on video and audio, the page from 1 on documents. null if the comment is about the whole file or is deleted. */
  anchor: number | null
  /** Length of the range that starts at the anchor, in the same unit. null when deleted. */
  duration: number | null
  /** Exact frame of a video, counted from 0. null when deleted. */
  frame: number | null
  annotation: {
    /** Drawn in this order. */
    shapes: {
      /** What is drawn. */
      kind: 'pen' | 'arrow' | 'box' | 'ellipse' | 'text'
      /** Each `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: its top left. */
      points: number[][]
      /** `#rrggbb`, in lower case. */
      colour: string
      /** Of the line, or the height of a line of text, as a part of the height of the picture. */
      width: number
      /** What a text says; only there. */
      text?: string | null | undefined
    }[]
    camera?: {
      /** Where it stands, `[x, y, z]` in the coordinates of the model. */
      position: number[]
      /** What it looks at. */
      target: number[]
      /** Vertical, in degrees. */
      fieldOfView: number
    } | null | undefined
  } | null
  /** The comment that this one replies to; null for a top-level comment. */
  parent: {
    /** Comment ID. */
    id: string
  } | null
  /** The file that the comment is on; null for a comment on the project. */
  file: {
    /** File ID. */
    id: string
  } | null
  project: {
    /** Project ID. */
    id: string
  }
  /** null if the comment or the account of its author is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Whether a tool wrote the comment, through MCP or OAuth. */
  agent: boolean
  replyCount: number
  reactions: Reaction[]
  attachments: CommentAttachment[]
  resolvedAt: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface CommentAttachment {
  /** Comment attachment ID. */
  id: string
  name: string
  /** Size in bytes. */
  size: number
  /** Content type, detected from the bytes. */
  mimeType: string | null
}

export interface CommentCounts {
  /** Number of top-level comments; replies are not counted. */
  total: number
  /** Number of these that are unresolved. */
  open: number
}

export interface ConnectedApp {
  /** Connected app ID. */
  id: string
  /** What the app calls itself. Nobody has checked it. */
  name: string
  /** Where the app describes itself. null: it registered itself here. */
  host: string | null
  /** The only one that it may work in. */
  workspace: {
    /** Workspace ID. */
    id: string
    name: string
  }
  scopes: ('projects:read' | 'projects:write' | 'folders:read' | 'folders:write' | 'files:read' | 'files:write' | 'files:download' | 'ai:generate' | 'comments:read' | 'comments:write' | 'comments:download' | 'workspace-members:read' | 'project-members:read' | 'project-members:write' | 'access-links:read' | 'access-links:write' | 'access-links:read.key' | 'skills:read' | 'skills:write')[]
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** To the minute. */
  lastUsedAt: string
}

export interface Event {
  /** The same wherever the event is told, in webhooks too. */
  id: string
  /** Counts up in the workspace, in the order in which changes were committed. */
  number: number
  type: 'project.created' | 'project.updated' | 'project.deletion_scheduled' | 'project.deletion_cancelled' | 'project.deleted' | 'folder.created' | 'folder.updated' | 'folder.deleted' | 'file.created' | 'file.uploaded' | 'file.generated' | 'file.failed' | 'file.processed' | 'file.updated' | 'file.deleted' | 'version.created' | 'version.updated' | 'version.status_changed' | 'version.deleted' | 'member.added' | 'member.updated' | 'member.removed' | 'comment.created' | 'comment.updated' | 'comment.deleted' | 'comment.resolved' | 'comment.reopened' | 'reaction.created' | 'reaction.deleted' | 'access_link.created' | 'access_link.renewed' | 'access_link.deleted' | 'skill.created' | 'skill.updated' | 'skill.deleted' | 'skill.version_published' | 'skill.version_deleted'
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** Who did it, with the name of that time; null: the service itself. */
  actor: {
    /** User ID. */
    id: string
    name: string
    /** A tool did it for this person. */
    agent: boolean
  } | null
  project: {
    /** Project ID. */
    id: string
  } | null
  /** Ids and what changed, never content. */
  data: Record<string, unknown>
}

export interface File {
  /** File ID. */
  id: string
  name: string
  description: string | null
  /** Origin of the file. LOCAL: an upload. YOUTUBE: a link to a video. GENERATED: made by a model. More values may be added. */
  mode: 'LOCAL' | 'YOUTUBE' | 'GENERATED'
  /** Content type; null until the upload is complete. */
  mimeType: string | null
  /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
  status: 'UPLOADING' | 'GENERATING' | 'UPLOADED' | 'FAILED'
  tag: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
  /** Size in bytes: the announced size during the upload, 0 if unknown. `byteSize` distinguishes 0 from unknown. */
  size: number
  /** Size in bytes: the announced size during the upload. null if unknown or if the file is not stored here. */
  byteSize: number | null
  /** Whether restricted reviewers can see it. */
  allowRestricted: boolean
  /** Position among the other files, ascending. */
  order: number
  /** The folder that contains it; null for the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** URL of a thumbnail; null until there is one. */
  thumbnail: string | null
  /** The revision stack of the file: each revision replaces the one before. */
  stack: {
    /** The same for all revisions of one file. */
    id: string
    /** 1 for the first revision. */
    number: number
    /** Whether this is the latest revision that you can see. A revision that is uploading or has failed counts only if there is no complete one. */
    latest: boolean
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface FileDetails {
  /** File ID. */
  id: string
  name: string
  description: string | null
  /** Origin of the file. LOCAL: an upload. YOUTUBE: a link to a video. GENERATED: made by a model. More values may be added. */
  mode: 'LOCAL' | 'YOUTUBE' | 'GENERATED'
  /** Content type; null until the upload is complete. */
  mimeType: string | null
  /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
  status: 'UPLOADING' | 'GENERATING' | 'UPLOADED' | 'FAILED'
  tag: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
  /** Size in bytes: the announced size during the upload, 0 if unknown. `byteSize` distinguishes 0 from unknown. */
  size: number
  /** Size in bytes: the announced size during the upload. null if unknown or if the file is not stored here. */
  byteSize: number | null
  /** Whether restricted reviewers can see it. */
  allowRestricted: boolean
  /** Position among the other files, ascending. */
  order: number
  /** The folder that contains it; null for the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** URL of a thumbnail; null until there is one. */
  thumbnail: string | null
  /** The revision stack of the file: each revision replaces the one before. */
  stack: {
    /** The same for all revisions of one file. */
    id: string
    /** 1 for the first revision. */
    number: number
    /** Whether this is the latest revision that you can see. A revision that is uploading or has failed counts only if there is no complete one. */
    latest: boolean
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  project: {
    /** Project ID. */
    id: string
  }
  /** null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** The linked video, if the mode is YOUTUBE. */
  youtube: {
    id: string
    url: string
  } | null
  /** Why the status is FAILED. */
  failure: {
    code: string
    message: string
    retryable: boolean
  } | null
  /** Technical metadata, and URLs of the previews that a browser can show; null for files without previews. */
  media: Media | null
  /** The generation request and its state, if the mode is GENERATED. */
  generation: Generation | null
}

export interface FileListItem {
  /** File ID. */
  id: string
  name: string
  description: string | null
  /** Origin of the file. LOCAL: an upload. YOUTUBE: a link to a video. GENERATED: made by a model. More values may be added. */
  mode: 'LOCAL' | 'YOUTUBE' | 'GENERATED'
  /** Content type; null until the upload is complete. */
  mimeType: string | null
  /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
  status: 'UPLOADING' | 'GENERATING' | 'UPLOADED' | 'FAILED'
  tag: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
  /** Size in bytes: the announced size during the upload, 0 if unknown. `byteSize` distinguishes 0 from unknown. */
  size: number
  /** Size in bytes: the announced size during the upload. null if unknown or if the file is not stored here. */
  byteSize: number | null
  /** Whether restricted reviewers can see it. */
  allowRestricted: boolean
  /** Position among the other files, ascending. */
  order: number
  /** The folder that contains it; null for the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** URL of a thumbnail; null until there is one. */
  thumbnail: string | null
  /** The revision stack of the file: each revision replaces the one before. */
  stack: {
    /** The same for all revisions of one file. */
    id: string
    /** 1 for the first revision. */
    number: number
    /** Whether this is the latest revision that you can see. A revision that is uploading or has failed counts only if there is no complete one. */
    latest: boolean
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** Derived from the content type, then from the content itself. OTHER while both are unknown. */
  kind: 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL' | 'OTHER'
  /** null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** As in Get File; null for files without previews. */
  media: MediaSummary | null
  /** null if your credential lacks the scope comments:read. */
  comments: CommentCounts | null
}

export interface Folder {
  /** Folder ID. */
  id: string
  name: string
  /** The folder that contains it; null for the project root. */
  parent: {
    /** Folder ID. */
    id: string
  } | null
}

export interface Generation {
  outputType: 'DOCUMENT' | 'IMAGE' | 'VIDEO' | '3D'
  outputModel: string
  prompt: string
  /** As they were given; one may be gone since. */
  attachments: {
    /** Project file ID (FX…) or generation attachment ID (GA…). */
    id: string
  }[]
  /** The settings that were asked for. */
  configs: {
    generateAudio?: boolean | null | undefined
    resolution?: string | null | undefined
    durationSeconds?: number | null | undefined
    aspectRatio?: string | null | undefined
  } | null
  state: 'QUEUED' | 'STARTING' | 'RUNNING' | 'FETCHING' | 'DONE' | 'FAILED' | 'CANCELLED'
  /** From 0 to 1, where the provider tells it. */
  progress: number | null
  /** While it is QUEUED: how many are before it. */
  position: number | null
  /** Attached images that were converted or downscaled because the provider does not take them as they are. Prompts are never cut, attachments never left out. */
  adjustments: GenerationAdjustment[]
  /** Who makes it; `local`: a draft, for want of a key. */
  provider: 'openai' | 'google' | 'minimax' | 'byteplus' | 'kling' | 'meshy' | 'tencent' | 'text' | 'local'
}

export interface GenerationAdjustment {
  attachment: {
    /** Project file ID (FX…) or generation attachment ID (GA…). */
    id: string
  }
  /** What was done: another format, fewer pixels, fewer bytes; FIRST_FRAME: only the first frame or page was sent. */
  changes: ('CONVERTED' | 'DOWNSCALED' | 'COMPRESSED' | 'FIRST_FRAME')[]
  /** The attachment as it is stored. */
  from: {
    mimeType: string
    /** In pixels. */
    width: number
    /** In pixels. */
    height: number
    /** In bytes. */
    size: number
  }
  /** The image that the provider got. */
  to: {
    mimeType: string
    /** In pixels. */
    width: number
    /** In pixels. */
    height: number
    /** In bytes. */
    size: number
  }
}

export interface Invitation {
  /** Invitation ID. */
  id: string
  email: string
  role: 'OWNER' | 'ADMIN' | 'MEMBER' | 'GUEST'
  invitedBy: {
    /** User ID. */
    id: string
    name: string
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

export interface Media {
  /** PENDING: it waits for its turn. FAILED: `failure` says why, and what was made until then is there. */
  state: 'PENDING' | 'PROCESSING' | 'READY' | 'FAILED'
  /** What it is; this and all below are null until it was looked at, and where it has no such thing. */
  kind: 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL' | null
  /** In pixels, as it is shown: turned upright, with square pixels. */
  width: number | null
  height: number | null
  durationMs: number | null
  /** Frames a second as an exact fraction, such as 24000/1001; where it varies, on average. */
  frameRate: string | null
  /** How many frames there are, counted. */
  frames: number | null
  pages: number | null
  hasAudio: boolean | null
  /** What the file says of its format. null until the file is probed, and for 3D models. */
  technical: MediaTechnical | null
  /** SHA-256 of the original, in hexadecimal; null until processing has ended. */
  sha256: string | null
  /** URL of a small picture; null until it is there. */
  thumbnail: string | null
  /** URL of the first picture of a video, in full size; null until it is there. */
  poster: string | null
  /** URL of a picture that every browser shows; null until it is there. */
  preview: string | null
  /** URL of a WebVTT file of small pictures along the timeline; null until it is there. */
  sprite: string | null
  /** URL of the peaks of the sound, as JSON; null until it is there. */
  waveform: string | null
  /** URL of the video or sound as every browser plays it; null until it is there. */
  proxy: string | null
  /** URL of a JSON list of the pages and their pictures; null until it is there. */
  pageManifest: string | null
  /** URL of when each frame begins, as JSON, where the frame rate varies; null until it is there. */
  frameTable: string | null
  /** From 0 to 1, since work on it has begun. */
  progress: number | null
  /** What is being made right now. */
  stage: string | null
  /** While it is PENDING: how many files are processed before it. */
  position: number | null
  /** Why its state is FAILED. */
  failure: {
    code: string
    message: string
    retryable: boolean
  } | null
}

export interface MediaSummary {
  /** PENDING: it waits for its turn. FAILED: `failure` says why, and what was made until then is there. */
  state: 'PENDING' | 'PROCESSING' | 'READY' | 'FAILED'
  /** From 0 to 1, since work on it has begun. */
  progress: number | null
  /** In pixels, as it is shown: turned upright, with square pixels. */
  width: number | null
  height: number | null
  durationMs: number | null
  /** Frames a second as an exact fraction, such as 24000/1001; where it varies, on average. */
  frameRate: string | null
  /** How many frames there are, counted. */
  frames: number | null
  pages: number | null
  /** URL of a WebVTT file of small pictures along the timeline; null until it is there. */
  sprite: string | null
}

export interface MediaTechnical {
  /** Name of the container, such as QuickTime or MP4. */
  container: string | null
  /** Bits per second of all tracks together. */
  bitRate: number | null
  /** Source timecode of the first frame, such as 10:00:00:00. */
  timecode: string | null
  /** Reel name. */
  reel: string | null
  /** The video track that is shown. */
  video: {
    /** Such as h264, hevc or prores. */
    codec: string
    profile: string | null
    /** Such as 4.1. */
    level: string | null
    /** Bits per sample. */
    bitDepth: number | null
    /** Chroma subsampling, such as 4:2:2. */
    chroma: string | null
    /** ffmpeg's name of the pixel format. */
    pixelFormat: string | null
    /** Bits per second. */
    bitRate: number | null
    interlaced: boolean | null
    variableFrameRate: boolean
    colour: {
      /** Such as bt709 or bt2020. */
      primaries: string | null
      /** Such as bt709, smpte2084 or arib-std-b67. */
      transfer: string | null
      matrix: string | null
      range: 'limited' | 'full' | null
      /** null: standard dynamic range. */
      hdr: 'HDR10' | 'HLG' | 'Dolby Vision' | null
    }
  } | null
  /** Every audio track, at most 32. */
  audio: {
    /** Such as aac or pcm_s24le. */
    codec: string
    channels: number | null
    /** Such as stereo or 5.1. */
    layout: string | null
    /** In hertz. */
    sampleRate: number | null
    bitDepth: number | null
    /** Bits per second. */
    bitRate: number | null
  }[]
  image: {
    /** Such as png or jpeg. */
    format: string
    /** Such as srgb or cmyk. */
    colourSpace: string | null
    /** Name of the embedded colour profile. */
    profile: string | null
    /** Bits per sample. */
    bitDepth: number | null
    alpha: boolean
  } | null
  document: {
    pdfVersion: string | null
    /** Width of the first page, in points. */
    pageWidth: number
    pageHeight: number
  } | null
}

export interface Model {
  id: string
  name: string
  /** What to make. */
  outputType: 'DOCUMENT' | 'IMAGE' | 'VIDEO' | '3D'
  /** Whether this server makes files with it, be it as a draft. */
  available: boolean
  /** Whether it makes drafts only: this server has no key for its provider. */
  draft: boolean
  /** The kinds of files that it can be shown, with the provider that is configured. */
  attachments: ('image' | 'video' | 'audio' | 'text' | 'PDF')[]
  limits: ModelLimits
  /** What can be asked of a video; null: the model has no settings. */
  configs: {
    resolution: string[]
    durationSeconds: {
      min: number
      max: number
    }
    aspectRatio: string[]
    /** Whether it can make sound. */
    generateAudio: boolean
  } | null
}

export interface ModelLimits {
  /** Whose limits these are; null: the API's own, because the model makes drafts or is not available. */
  provider: {
    id: 'openai' | 'google' | 'minimax' | 'byteplus' | 'kling' | 'meshy' | 'tencent' | 'text' | 'local'
    name: string
  } | null
  prompt: {
    /** The longest prompt, in characters; each `<#id>` counts as it is written. */
    max: number
    /** The longest prompt beside attachments; 0: the prompt may only be `<#id>`. */
    maxWithAttachments: number
  }
  attachments: {
    /** The most attachments. */
    max: number
    kinds: ('image' | 'video' | 'audio' | 'text' | 'PDF')[]
    /** Of one that is not an image; null: no limit. */
    maxBytes: number | null
    /** Of all together, once images are downscaled; null: no limit. */
    maxTotalBytes: number | null
  }
  /** Attached images. What was adjusted is in `generation.adjustments` of the file. */
  images: {
    /** Taken as they are. */
    types: string[]
    /** Converted to PNG or JPEG before they are sent. */
    convertedTypes: string[]
    /** Larger images are downscaled; null: no limit. */
    maxBytes: number | null
    /** Pixels of the longer side. Larger images are downscaled; null: no limit. */
    maxSide: number | null
  }
}

export interface Passkey {
  /** Passkey ID. */
  id: string
  name: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  lastUsedAt: string | null
}

export interface Project {
  /** Project ID. */
  id: string
  name: string
  description: string | null
  /** URL of an image: the thumbnail of the cover, else the uploaded thumbnail, else that of the newest file that you can see. */
  thumbnail: string | null
  /** The file chosen as cover; null if there is none or you cannot see it. */
  cover: {
    file: {
      /** File ID. */
      id: string
    }
  } | null
  /** Who can see the project: only its members, or also everybody in the workspace except guests, as reviewers. */
  accessRange: 'ONLY_PROJECT_MEMBER' | 'ALLOW_WORKSPACE_MEMBER'
  deadline: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** When the project will be deleted; null unless its deletion is scheduled. */
  destroyedAt: string | null
  /** When the project was archived. Lists show archived projects on request only. */
  archivedAt: string | null
}

export interface ProjectListItem {
  /** Project ID. */
  id: string
  name: string
  description: string | null
  /** URL of an image: the thumbnail of the cover, else the uploaded thumbnail, else that of the newest file that you can see. */
  thumbnail: string | null
  /** The file chosen as cover; null if there is none or you cannot see it. */
  cover: {
    file: {
      /** File ID. */
      id: string
    }
  } | null
  /** Who can see the project: only its members, or also everybody in the workspace except guests, as reviewers. */
  accessRange: 'ONLY_PROJECT_MEMBER' | 'ALLOW_WORKSPACE_MEMBER'
  deadline: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** When the project will be deleted; null unless its deletion is scheduled. */
  destroyedAt: string | null
  /** When the project was archived. Lists show archived projects on request only. */
  archivedAt: string | null
  /** When the project, or a file, comment or version that you can see, was last added or changed. */
  lastActivityAt: string
  files: {
    /** Files that you can see; the revisions of one file count once. Counts up to 1000. */
    total: number
  }
  /** null if your credential lacks the scope comments:read. */
  comments: {
    /** Unresolved top-level comments that you can see. Counts up to 1000. */
    open: number
  } | null
  /** null if your credential lacks the scope project-members:read. */
  members: {
    /** Counts up to 1000. */
    total: number
    /** The first 4 to join. */
    first: {
      /** User ID. */
      id: string
      /** Display name in the workspace; the account name when none is set. */
      name: string
      avatarUrl: string | null
    }[]
  } | null
}

export interface ProjectMember {
  /** Project member ID. */
  id: string
  role: 'PROJECT_OWNER' | 'PROJECT_MANAGER' | 'PROJECT_MEMBER' | 'PROJECT_REVIEWER' | 'PROJECT_RESTRICTED_REVIEWER'
  user: UserSummary
}

export interface Reaction {
  /** One emoji. */
  type: string
  /** Number of users who added this reaction. */
  count: number
  /** The users who added this reaction, in the order in which they added it. */
  users: {
    /** User ID. */
    id: string
  }[]
}

export interface Session {
  /** Session ID. */
  id: string
  /** The one that asks. */
  current: boolean
  workspace: {
    /** Workspace ID. */
    id: string
    name: string
  }
  /** The network address that it was made from. */
  address: string | null
  /** What the browser calls itself. */
  userAgent: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** The last use, to the minute. */
  seenAt: string
  /** When it ends if it is not used. */
  expiresAt: string
}

export interface Skill {
  /** Skill ID. */
  id: string
  /** WORKSPACE: created in this workspace. BUILT_IN: part of the service and read-only. */
  source: 'WORKSPACE' | 'BUILT_IN'
  name: string
  description: string
  metadata: Record<string, string> | null
  allowedTools: string[] | null
  license: string | null
  /** The default version; null until a version is published. */
  default: {
    /** Skill version ID. */
    id: string
  } | null
  /** In the order of publication. */
  versions: {
    /** Skill version ID. */
    id: string
    /** Number of the version, counted from 1. A number is never reused. */
    version: number
    note: string | null
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    createdAt: string
  }[]
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface SkillVersion {
  /** Skill version ID. */
  id: string
  /** Number of the version, counted from 1. A number is never reused. */
  version: number
  note: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** Content of the version, in Markdown. */
  markdown: string
  skill: {
    /** Skill ID. */
    id: string
  }
}

export interface UserSummary {
  /** User ID. */
  id: string
  email: string
  /** Display name in the workspace; the account name when none is set. */
  name: string
  avatarUrl: string | null
}

export interface Version {
  /** Version ID. */
  id: string
  name: string
  description: string | null
  status: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  project: {
    /** Project ID. */
    id: string
  }
  /** When the status last changed; null if it never changed. */
  statusChangedAt: string | null
  /** User who last changed the status, for example by approving the version; null if it never changed or the account is deleted. */
  statusChangedBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
}

export interface VersionDetails {
  /** Version ID. */
  id: string
  name: string
  description: string | null
  status: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  project: {
    /** Project ID. */
    id: string
  }
  /** When the status last changed; null if it never changed. */
  statusChangedAt: string | null
  /** User who last changed the status, for example by approving the version; null if it never changed or the account is deleted. */
  statusChangedBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Whether restricted reviewers can see it. */
  allowRestricted: boolean
  /** The files under review, in order. Restricted reviewers see only the files marked for them. */
  files: {
    /** File ID. */
    id: string
    name: string
    /** Content type; null until the upload is complete. */
    mimeType: string | null
    /** URL of a thumbnail; null until there is one. */
    thumbnail: string | null
  }[]
  /** null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
}

export interface Webhook {
  /** Webhook ID. */
  id: string
  url: string
  /** `*`, all events of a resource (`file.*`), or single event types. */
  events: string[]
  description: string | null
  /** Whether events are delivered to it. */
  active: boolean
  /** Why the service disabled it. GONE: the endpoint answered 410. FAILING: no delivery succeeded for three days. OWNER_REMOVED: its owner may no longer manage webhooks. */
  disabledReason: 'GONE' | 'FAILING' | 'OWNER_REMOVED' | null
  /** The user who created it, or last changed its URL or enabled it. The webhook is disabled when this user may no longer manage webhooks. */
  owner: {
    /** User ID. */
    id: string
    name: string
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface WebhookDelivery {
  /** Webhook delivery ID. */
  id: string
  event: {
    id: string
    type: string
  }
  state: 'PENDING' | 'DELIVERED' | 'FAILED'
  /** Why there are no more attempts. EXHAUSTED: the last attempt failed. GONE: the endpoint answered 410. INACTIVE: the webhook was disabled. */
  failure: 'EXHAUSTED' | 'GONE' | 'INACTIVE' | null
  /** The request, the same at every attempt; each attempt adds headers for time and signature. */
  request: {
    headers: Record<string, string>
    body: string
  }
  attempts: {
    /** Counts from 1. A number is missing if a server stopped during the attempt. */
    number: number
    url: string
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    startedAt: string
    durationMs: number
    /** Status of the response; null without a response. */
    status: number | null
    /** Why there was no response, or an incomplete one. */
    error: string | null
    /** The first 4,096 bytes of the response. */
    response: string | null
  }[]
  /** null if no attempt is left. */
  nextAttemptAt: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  endedAt: string | null
}

export interface WorkspaceMember {
  /** Workspace member ID. */
  id: string
  /** Role in the workspace. */
  role: 'OWNER' | 'ADMIN' | 'MEMBER' | 'GUEST'
  user: UserSummary
}

/** What `client.accessLinks.create` takes. */
export interface CreateAccessLinkFields {
  /** The project role that joining gives. */
  role: 'PROJECT_MEMBER' | 'PROJECT_REVIEWER' | 'PROJECT_RESTRICTED_REVIEWER'
  /** Who or what it is for. */
  description?: string | null | undefined
  /** When it stops working: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`, in the future; null: never. */
  expiresAt?: string | null | undefined
  /** What one must know besides the key; null: nothing. */
  password?: string | null | undefined
  /**
   * Whether guests who join with it may download files.
   * Default: `true`.
   */
  allowDownload?: boolean | undefined
}

/** What `client.accessLinks.create` answers with. */
export interface CreateAccessLinkResult {
  /** Access link ID. */
  id: string
}

/** What `client.accessLinks.join` takes. */
export interface JoinAccessLinkFields {
  /** The key of the link. */
  accessKey: string
  /** The password of the link, if it has one. */
  password?: string | null | undefined
  /** What a guest is called: needed without a credential, not used with one. */
  name?: string | null | undefined
}

/** What `client.accessLinks.join` answers with. */
export interface JoinAccessLinkResult {
  project: {
    /** Project ID. */
    id: string
  }
  member: {
    /** Project member ID. */
    id: string
  }
  /** The role in the project now: that of the link, or a stronger one held before. */
  role: 'PROJECT_OWNER' | 'PROJECT_MANAGER' | 'PROJECT_MEMBER' | 'PROJECT_REVIEWER' | 'PROJECT_RESTRICTED_REVIEWER'
  /** The credential of a new guest, shown this once; null for a caller with a credential. */
  accessToken: string | null
}

/** What `client.account.removeAvatar` takes. */
export interface RemoveAvatarFields {
  /**
   * Only what this workspace shows, instead of the avatar of the account.
   * Default: `false`.
   */
  thisWorkspaceOnly?: boolean | undefined
}

/** What `client.account.update` takes. */
export interface UpdateAccountFields {
  /** What others see, where no display name is set. */
  name?: string | undefined
  /** What this workspace shows instead of `name`; null or an empty text: `name`. */
  displayName?: string | null | undefined
  /** The address wanted. It takes effect when the link sent to it is opened, or when whoever runs the server confirms it; until then it is `pendingEmail`. The current address cancels a change that waits. */
  email?: string | undefined
  /** 10 to 128 characters. */
  password?: string | undefined
  /** Needed to change the address or the password of an account that has a password. */
  currentPassword?: string | undefined
}

/** What `client.apiKeys.create` takes. */
export interface CreateApiKeyFields {
  /** What it is for. */
  name: string
  /** What it may do. */
  scopes: ('projects:read' | 'projects:write' | 'folders:read' | 'folders:write' | 'files:read' | 'files:write' | 'files:download' | 'ai:generate' | 'comments:read' | 'comments:write' | 'comments:download' | 'workspace-members:read' | 'project-members:read' | 'project-members:write' | 'access-links:read' | 'access-links:write' | 'access-links:read.key' | 'skills:read' | 'skills:write')[]
  /** null: it does not expire. */
  expiresInDays?: number | null | undefined
}

/** What `client.apiKeys.create` answers with. */
export interface CreateApiKeyResult {
  /** API key ID. */
  id: string
  /** Keep it now: it is stored nowhere. */
  key: string
}

/** What `client.commentAttachments.complete` takes. */
export interface CompleteCommentAttachmentFields {
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** The ETag that the PUT of the part was answered with, with or without its quotes. */
    eTag: string
  }[]
}

/** What `client.commentAttachments.download` answers with. */
export interface DownloadCommentAttachmentResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** What `client.commentAttachments.startOnFile` takes. */
export interface StartFileCommentAttachmentFields {
  /** Name of the file, with its extension. */
  name: string
  /** In bytes, from 0 to 1 GiB. */
  size: number
}

/** What `client.commentAttachments.startOnFile` answers with. */
export interface StartFileCommentAttachmentResult {
  /** Comment attachment ID. */
  id: string
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** To PUT the part to, within 24 hours. */
    url: string
  }[]
}

/** What `client.commentAttachments.startOnProject` takes. */
export interface StartProjectCommentAttachmentFields {
  /** Name of the file, with its extension. */
  name: string
  /** In bytes, from 0 to 1 GiB. */
  size: number
}

/** What `client.commentAttachments.startOnProject` answers with. */
export interface StartProjectCommentAttachmentResult {
  /** Comment attachment ID. */
  id: string
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** To PUT the part to, within 24 hours. */
    url: string
  }[]
}

/** What `client.comments.createOnFile` takes. */
export interface CreateFileCommentFields {
  /** The text. Optional with attachments and, on a file, with a place or a drawing. */
  content?: string | null | undefined
  /** The top-level comment that this replies to; null or omitted: a top-level comment. */
  parent?: {
    /** Comment ID. */
    id: string
  } | null | undefined
  /** @deprecated Use `parent.id`. If both are given, they must be the same. */
  parentId?: string | null | undefined
  /** Your own completed comment attachments, each once. */
  attachments?: {
    /** Comment attachment ID. */
    id: string
  }[] | null | undefined
  /** Milliseconds on video and audio, rounded to whole ones; the page from 1 on documents. On images and 3D it means all of the file, and null is stored. */
  anchor?: number | null | undefined
  /** How far it reaches from the anchor, or from the start of the frame, in the same unit. */
  duration?: number | null | undefined
  /** The exact frame, from 0, on video. */
  frame?: number | null | undefined
  annotation?: {
    /** Drawn in this order. */
    shapes: {
      /** What is drawn. */
      kind: 'pen' | 'arrow' | 'box' | 'ellipse' | 'text'
      /** Each `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: its top left. */
      points: number[][]
      /** `#rrggbb`, in lower case. */
      colour: string
      /** Of the line, or the height of a line of text, as a part of the height of the picture. */
      width: number
      /** What a text says; only there. */
      text?: string | null | undefined
    }[]
    camera?: {
      /** Where it stands, `[x, y, z]` in the coordinates of the model. */
      position: number[]
      /** What it looks at. */
      target: number[]
      /** Vertical, in degrees. */
      fieldOfView: number
    } | null | undefined
  } | null | undefined
}

/** What `client.comments.createOnFile` answers with. */
export interface CreateFileCommentResult {
  /** Comment ID. */
  id: string
}

/** What `client.comments.createOnProject` takes. */
export interface CreateProjectCommentFields {
  /** The text. Optional with attachments and, on a file, with a place or a drawing. */
  content?: string | null | undefined
  /** The top-level comment that this replies to; null or omitted: a top-level comment. */
  parent?: {
    /** Comment ID. */
    id: string
  } | null | undefined
  /** @deprecated Use `parent.id`. If both are given, they must be the same. */
  parentId?: string | null | undefined
  /** Your own completed comment attachments, each once. */
  attachments?: {
    /** Comment attachment ID. */
    id: string
  }[] | null | undefined
}

/** What `client.comments.createOnProject` answers with. */
export interface CreateProjectCommentResult {
  /** Comment ID. */
  id: string
}

/** What `client.comments.export` takes. */
export interface ExportCommentsFields {
  /** edl, fcpxml and srt are for video and audio. */
  format: 'csv' | 'edl' | 'fcpxml' | 'srt' | 'json'
  /** Frames a second, such as 25 or 24000/1001. When it is left out: those of the video, else 24. */
  frameRate?: string | null | undefined
}

/** What `client.comments.export` answers with. */
export interface ExportCommentsResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** What `client.comments.listOnFile` takes. */
export interface ListFileCommentsFields {
  /** null is like omitted. */
  sort?: {
    /**
     * By time of writing, or by anchor; comments without an anchor and deleted ones come last.
     * Default: `"createdAt"`.
     */
    type?: 'createdAt' | 'anchor' | undefined
    /**
     * createdAt asc opens at the newest page, like a chat.
     * Default: `"asc"`.
     */
    direction?: 'asc' | 'desc' | undefined
  } | null | undefined
  /** Only those that are resolved, or only those that are not. */
  resolved?: boolean | null | undefined
}

/** What `client.comments.listOnProject` takes. */
export interface ListProjectCommentsFields {
  /** null is like omitted. */
  sort?: {
    /**
     * By time of writing, or by anchor; comments without an anchor and deleted ones come last.
     * Default: `"createdAt"`.
     */
    type?: 'createdAt' | 'anchor' | undefined
    /**
     * createdAt asc opens at the newest page, like a chat.
     * Default: `"asc"`.
     */
    direction?: 'asc' | 'desc' | undefined
  } | null | undefined
  /** Only those that are resolved, or only those that are not. */
  resolved?: boolean | null | undefined
}

/** What `client.comments.listReplies` takes. */
export type ListRepliesFields = Record<never, never>

/** What `client.comments.update` takes. */
export interface UpdateCommentFields {
  /** The text. Can be cleared when there are attachments, a place or a drawing. */
  content?: string | null | undefined
  /** Milliseconds on video and audio, rounded to whole ones; the page from 1 on documents. On images and 3D it means all of the file, and null is stored. */
  anchor?: number | null | undefined
  /** How far it reaches from the anchor, or from the start of the frame, in the same unit. */
  duration?: number | null | undefined
  /** The exact frame, from 0, on video. */
  frame?: number | null | undefined
  annotation?: {
    /** Drawn in this order. */
    shapes: {
      /** What is drawn. */
      kind: 'pen' | 'arrow' | 'box' | 'ellipse' | 'text'
      /** Each `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: its top left. */
      points: number[][]
      /** `#rrggbb`, in lower case. */
      colour: string
      /** Of the line, or the height of a line of text, as a part of the height of the picture. */
      width: number
      /** What a text says; only there. */
      text?: string | null | undefined
    }[]
    camera?: {
      /** Where it stands, `[x, y, z]` in the coordinates of the model. */
      position: number[]
      /** What it looks at. */
      target: number[]
      /** Vertical, in degrees. */
      fieldOfView: number
    } | null | undefined
  } | null | undefined
}

/** What `client.events.list` takes. */
export interface ListEventsFields {
  /** Only these: `comment.created`, all of a kind as `comment.*`, or all as `*`. */
  types?: ('*' | 'project.*' | 'folder.*' | 'file.*' | 'version.*' | 'member.*' | 'comment.*' | 'reaction.*' | 'access_link.*' | 'skill.*' | 'project.created' | 'project.updated' | 'project.deletion_scheduled' | 'project.deletion_cancelled' | 'project.deleted' | 'folder.created' | 'folder.updated' | 'folder.deleted' | 'file.created' | 'file.uploaded' | 'file.generated' | 'file.failed' | 'file.processed' | 'file.updated' | 'file.deleted' | 'version.created' | 'version.updated' | 'version.status_changed' | 'version.deleted' | 'member.added' | 'member.updated' | 'member.removed' | 'comment.created' | 'comment.updated' | 'comment.deleted' | 'comment.resolved' | 'comment.reopened' | 'reaction.created' | 'reaction.deleted' | 'access_link.created' | 'access_link.renewed' | 'access_link.deleted' | 'skill.created' | 'skill.updated' | 'skill.deleted' | 'skill.version_published' | 'skill.version_deleted')[] | null | undefined
  /** Only what follows the event of this number. Without it: from the oldest that is kept. */
  after?: number | null | undefined
}

/** What `client.files.completeUpload` takes. */
export interface CompleteUploadFields {
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** The ETag that the PUT of the part was answered with, with or without its quotes. */
    eTag: string
  }[]
}

/** What `client.files.completeUploads` takes. */
export interface CompleteUploadsFields {
  /** The files, up to 100, each with its parts. */
  files: {
    /** File ID, of this project. */
    id: string
    /** Every part of the file, in order. */
    parts: {
      /** From 1. */
      partNumber: number
      /** The ETag that the PUT of the part was answered with, with or without its quotes. */
      eTag: string
    }[]
  }[]
}

/** What `client.files.completeUploads` answers with. */
export type CompleteUploadsResult = {
  /** File ID. */
  id: string
  /** Why the upload is not complete; null: it is. */
  error: BatchError | null
}[]

/** What `client.files.deleteMany` takes. */
export interface DeleteFilesFields {
  /** Files of this project, each once. Other revisions of them stay. */
  files: {
    /** File ID. */
    id: string
  }[]
}

/** What `client.files.generate` takes. */
export interface GenerateFileFields {
  /** What to make. */
  outputType: 'DOCUMENT' | 'IMAGE' | 'VIDEO' | '3D'
  /** A model that makes this type: see List Models. */
  outputModel: 'pdf' | 'markdown' | 'gpt-image-2.5-flare' | 'gpt-image-2' | 'gemini-3-pro-image' | 'gemini-3.1-flash-image' | 'gemini-3.1-flash-lite-image' | 'seedance-2.5' | 'seedance-2.0' | 'seedance-2.0-fast' | 'seedance-2.0-mini' | 'kling-3.0-omni' | 'kling-3.0' | 'kling-3.0-turbo' | 'minimax-h3-max' | 'minimax-h3' | 'veo-3.1-generate-preview' | 'veo-3.1-lite-generate-preview' | 'meshy-7' | 'hunyuan3d-3.1'
  /** What to make. `<#id>` refers to an attachment. Some providers take less: see `limits` in List Models. */
  prompt: string
  /** The folder to put the file in; null: the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** Files that the model gets to see, each once; null or []: none. Some providers take fewer, or images only: see `limits` in List Models. */
  attachments: {
    /** Project file ID (FX…) or generation attachment ID (GA…). */
    id: string
  }[] | null
  /** Settings of a video; only video models have them. What is left open is up to the model. */
  configs?: {
    /** Whether the video has sound, where the model makes it. */
    generateAudio?: boolean | null | undefined
    /** Such as `720p`: List Models has those of each model. */
    resolution?: string | null | undefined
    /** Whole seconds, within the range of the model. */
    durationSeconds?: number | null | undefined
    /** Such as `16:9`: List Models has those of each model. */
    aspectRatio?: string | null | undefined
  } | null | undefined
}

/** What `client.files.generate` answers with. */
export interface GenerateFileResult {
  /** File ID. */
  id: string
}

/** What `client.files.getDownloadUrl` answers with. */
export interface DownloadFileResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** What `client.files.linkYoutube` takes. */
export interface LinkYoutubeFields {
  /** As YouTube gives it: watch?v=, youtu.be/, shorts/, embed/ or live/ and the id of the video. */
  url: string
  /** What the file is called; null: `YouTube` and the id of the video. */
  name?: string | null | undefined
  /** The folder to put it in; null: the project root. */
  folder?: {
    /** Folder ID. */
    id: string
  } | null | undefined
}

/** What `client.files.linkYoutube` answers with. */
export interface LinkYoutubeResult {
  /** File ID. */
  id: string
}

/** What `client.files.list` takes. */
export interface QueryFilesFields {
  /** Matches part of the name. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  keyword?: string | null | undefined
  /** Only what lies in this very folder; null: at the project root; omitted: everywhere. */
  folder?: {
    /** Folder ID. */
    id: string
  } | null | undefined
  /** Only files with this tag, or with one of these. */
  tag?: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED' | ('IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED')[] | null | undefined
  /** Only files of this kind, or of one of these. */
  kind?: 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL' | 'OTHER' | ('VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL' | 'OTHER')[] | null | undefined
  /** Only files that this user added. */
  author?: {
    /** User ID. */
    id: string
  } | null | undefined
  /** Only files in this state. */
  status?: 'UPLOADING' | 'GENERATING' | 'UPLOADED' | 'FAILED' | null | undefined
  /** Only the revisions of one file, the newest first: the `stack.id` that they share. */
  stack?: {
    /** File ID. */
    id: string
  } | null | undefined
  /** true: only the newest revision of each file that you can see; else all revisions. */
  latest?: boolean | null | undefined
  /** Without it the newest come first; with a keyword, the best matches. */
  sort?: {
    /**
     * What to sort by. `name` ignores case and counts numbers by their value: shot2 comes before shot10. `tag` follows the order of the tags, `size` puts unknown sizes first; files of one tag or kind are sorted by name.
     * Default: `"createdAt"`.
     */
    type?: 'createdAt' | 'updatedAt' | 'name' | 'size' | 'tag' | 'kind' | undefined
    /**
     * Ascending or descending.
     * Default: `"desc"`.
     */
    direction?: 'asc' | 'desc' | undefined
  } | null | undefined
}

/** What `client.files.resumeUpload` answers with. */
export interface ResumeUploadResult {
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** To PUT the part to, within 24 hours. */
    url: string
  }[]
  /** The parts that are there already. */
  stored: {
    /** From 1. */
    partNumber: number
    eTag: string
    /** In bytes. */
    size: number
  }[]
}

/** What `client.files.retryGeneration` answers with. */
export interface RetryGenerationResult {
  /** File ID. */
  id: string
}

/** What `client.files.retryProcessing` answers with. */
export interface RetryProcessingResult {
  /** File ID. */
  id: string
}

/** What `client.files.setTag` takes. */
export interface SetFileTagFields {
  /** Where its review stands. */
  tag: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
}

/** What `client.files.startUpload` takes. */
export interface StartUploadFields {
  /** Name of the file, with its extension. */
  name: string
  /** In bytes, from 0 to 5 TiB. An empty file has one empty part. */
  size: number
  /** Folder to put the file in; null: the folder of the file that it replaces, or the project root. */
  folder?: {
    /** Folder ID. */
    id: string
  } | null | undefined
  /** File of this project that this one is the next revision of. */
  replaces?: {
    /** File ID. */
    id: string
  } | null | undefined
}

/** What `client.files.startUpload` answers with. */
export interface StartUploadResult {
  /** File ID. */
  id: string
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** To PUT the part to, within 24 hours. */
    url: string
  }[]
}

/** What `client.files.startUploads` takes. */
export interface StartUploadsFields {
  /** The files, up to 100, with 10,000 parts in all; larger files are started one by one. */
  files: {
    /** Name of the file, with its extension: 1 to 255 characters. */
    name: string
    /** In bytes, from 0 to 5 TiB. */
    size: number
    /** Folder to put the file in; null: the folder of the file that it replaces, or the project root. */
    folder?: {
      /** Folder ID. */
      id: string
    } | null | undefined
    /** File of this project that this one is the next revision of. */
    replaces?: {
      /** File ID. */
      id: string
    } | null | undefined
  }[]
}

/** What `client.files.startUploads` answers with. */
export type StartUploadsResult = {
  /** null: refused. */
  file: {
    /** File ID. */
    id: string
    /** Every part of the file, in order. */
    parts: {
      /** From 1. */
      partNumber: number
      /** To PUT the part to, within 24 hours. */
      url: string
    }[]
  } | null
  /** Why the file was refused; null: it was not. */
  error: BatchError | null
}[]

/** What `client.files.update` takes. */
export interface UpdateFileFields {
  /** What the file is called. */
  name?: string | undefined
  /** null clears it. */
  description?: string | null | undefined
  /** The folder to move it to; null: the project root; omitted: it stays where it is. */
  folder?: {
    /** Folder ID. */
    id: string
  } | null | undefined
  /** Its place among others: the lowest first. */
  order?: number | undefined
  /** Whether restricted reviewers see it. */
  allowRestricted?: boolean | undefined
}

/** What `client.files.updateMany` takes. */
export interface UpdateFilesFields {
  /** Files of this project, each once. */
  files: {
    /** File ID. */
    id: string
  }[]
  /** Where their review stands. */
  tag?: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED' | undefined
  /** The folder to move them to; null: the project root; omitted: they stay where they are. */
  folder?: {
    /** Folder ID. */
    id: string
  } | null | undefined
  /** Whether restricted reviewers see them. */
  allowRestricted?: boolean | undefined
}

/** What `client.folders.create` takes. */
export interface CreateFolderFields {
  /** Unique among its siblings, without regard to case. */
  name: string
  /** The folder to put it in; null: the project root. */
  parent?: {
    /** Folder ID. */
    id: string
  } | null | undefined
}

/** What `client.folders.create` answers with. */
export interface CreateFolderResult {
  /** Folder ID. */
  id: string
}

/** What `client.folders.delete` takes. */
export interface DeleteFolderFields {
  /**
   * Delete what it holds, too.
   * Default: `false`.
   */
  recursive?: boolean | undefined
}

/** What `client.folders.update` takes. */
export interface UpdateFolderFields {
  /** Unique among its siblings, without regard to case. */
  name?: string | undefined
  /** The folder to move it to; null: the project root; omitted: it stays where it is. */
  parent?: {
    /** Folder ID. */
    id: string
  } | null | undefined
}

/** What `client.generationAttachments.complete` takes. */
export interface CompleteGenerationAttachmentFields {
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** The ETag that the PUT of the part was answered with, with or without its quotes. */
    eTag: string
  }[]
}

/** What `client.generationAttachments.start` takes. */
export interface StartGenerationAttachmentFields {
  /** Name of the file, with its extension. */
  name: string
  /** In bytes, from 1 byte to 1 GiB. */
  size: number
}

/** What `client.generationAttachments.start` answers with. */
export interface StartGenerationAttachmentResult {
  /** Generation attachment ID. */
  id: string
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** To PUT the part to, within 24 hours. */
    url: string
  }[]
}

/** What `client.invitations.create` takes. */
export interface CreateInvitationFields {
  /** Who is invited. */
  email: string
  /** The role in the workspace. */
  role: 'ADMIN' | 'MEMBER' | 'GUEST'
}

/** What `client.invitations.create` answers with. */
export interface CreateInvitationResult {
  /** Invitation ID. */
  id: string
  /** The link to hand over, shown this once; null: it was sent by e-mail. It is good for 14 days. */
  url: string | null
}

/** What `client.members.add` takes. */
export interface AddMembersFields {
  /** Who to add, up to 100: each user once. */
  members: {
    user: {
      /** User ID. */
      id: string
    }
    /** The role they have in the project. */
    role: 'PROJECT_MANAGER' | 'PROJECT_MEMBER' | 'PROJECT_REVIEWER' | 'PROJECT_RESTRICTED_REVIEWER'
  }[]
}

/** What `client.members.add` answers with. */
export type AddMembersResult = {
  /** Project member ID. */
  id: string
}[]

/** What `client.members.update` takes. */
export interface UpdateMemberFields {
  /** The role they have from now on. */
  role: 'PROJECT_MANAGER' | 'PROJECT_MEMBER' | 'PROJECT_REVIEWER' | 'PROJECT_RESTRICTED_REVIEWER'
}

/** What `client.passkeys.create` takes. */
export interface CreatePasskeyFields {
  /** Where it is kept. */
  name: string
  /** What `navigator.credentials.create` has made, as its `toJSON` writes it. */
  response: Record<string, unknown>
}

/** What `client.passkeys.create` answers with. */
export interface CreatePasskeyResult {
  /** Passkey ID. */
  id: string
}

/** What `client.passkeys.rename` takes. */
export interface RenamePasskeyFields {
  /** Where it is kept. */
  name: string
}

/** What `client.passkeys.start` answers with. */
export interface StartPasskeyResult {
  /** What the new passkey signs; good for 5 minutes, and once. */
  challenge: string
}

/** What `client.ping` answers with. */
export interface PingResult {
  pong: true
  workspace: {
    /** Workspace ID. */
    id: string
    name: string
    avatarUrl: string | null
  }
  scopes: ('projects:read' | 'projects:write' | 'folders:read' | 'folders:write' | 'files:read' | 'files:write' | 'files:download' | 'ai:generate' | 'comments:read' | 'comments:write' | 'comments:download' | 'workspace-members:read' | 'project-members:read' | 'project-members:write' | 'access-links:read' | 'access-links:write' | 'access-links:read.key' | 'skills:read' | 'skills:write')[]
}

/** What `client.projects.create` takes. */
export interface CreateProjectFields {
  /** What the project is called. */
  name: string
  /** Who can see the project: only its members, or also everybody in the workspace except guests, as reviewers. */
  accessRange: 'ONLY_PROJECT_MEMBER' | 'ALLOW_WORKSPACE_MEMBER'
  /** What it is about. */
  description?: string | null | undefined
  /** The day by which it is to be done, `YYYY-MM-DD`. */
  deadline?: string | null | undefined
  /** Users of the workspace to add, up to 100, each once. Yourself among them is ignored. */
  members?: {
    user: {
      /** User ID. */
      id: string
    }
    /** The role they have in the project. PROJECT_OWNER is accepted for yourself only. */
    role: 'PROJECT_OWNER' | 'PROJECT_MANAGER' | 'PROJECT_MEMBER' | 'PROJECT_REVIEWER' | 'PROJECT_RESTRICTED_REVIEWER'
  }[] | null | undefined
}

/** What `client.projects.create` answers with. */
export interface CreateProjectResult {
  /** Project ID. */
  id: string
}

/** What `client.projects.list` takes. */
export interface ListProjectsFields {
  /** Matches part of the name or the description. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  keyword?: string | null | undefined
  /**
   * true: only projects that were put away; else only those that were not.
   * Default: `false`.
   */
  archived?: boolean | undefined
  /** Without it the newest come first; with a keyword, the best matches. */
  sort?: {
    /**
     * What to sort by. `name` ignores case and counts numbers by their value; `activity` is `lastActivityAt`.
     * Default: `"createdAt"`.
     */
    type?: 'createdAt' | 'name' | 'activity' | undefined
    /**
     * Ascending or descending.
     * Default: `"desc"`.
     */
    direction?: 'asc' | 'desc' | undefined
  } | null | undefined
}

/** What `client.projects.search` takes. */
export interface SearchProjectsFields {
  /** Matches part of the name or the description. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  query?: string | null | undefined
  /**
   * true: only projects that were put away; else only those that were not.
   * Default: `false`.
   */
  archived?: boolean | undefined
  /** Without it the best matches come first, and among equal matches the newest. A direction alone sorts by `createdAt`. */
  sort?: {
    /** What to sort by. `name` ignores case and counts numbers by their value; `activity` is `lastActivityAt`. */
    type?: 'createdAt' | 'name' | 'activity' | undefined
    /** Ascending or descending, which is the default. */
    direction?: 'asc' | 'desc' | undefined
  } | undefined
}

/** What `client.projects.update` takes. */
export interface UpdateProjectFields {
  /** What the project is called. */
  name?: string | undefined
  /** What it is about; null clears it. */
  description?: string | null | undefined
  /** URL of a picture; null clears it. */
  thumbnail?: string | null | undefined
  /** A file of the project whose picture stands for it; null: its newest file with a picture. */
  cover?: {
    file: {
      /** File ID. */
      id: string
    }
  } | null | undefined
  /** Who can see the project: only its members, or also everybody in the workspace except guests, as reviewers. */
  accessRange?: 'ONLY_PROJECT_MEMBER' | 'ALLOW_WORKSPACE_MEMBER' | undefined
  /** The day by which it is to be done, `YYYY-MM-DD`; null clears it. */
  deadline?: string | null | undefined
  /** true puts it away: it stays as it is, and lists leave it out; false takes it back. */
  archived?: boolean | undefined
}

/** What `client.reactions.create` takes. */
export interface CreateReactionFields {
  /** Exactly one emoji. With or without variation selectors it is the same. */
  type: string
}

/** What `client.reactions.delete` takes. */
export interface DeleteReactionFields {
  /** Exactly one emoji. With or without variation selectors it is the same. */
  type: string
}

/** What `client.skillVersions.publish` takes. */
export interface PublishSkillVersionFields {
  /** Markdown. */
  content: string
  /** What to know about this version. */
  note?: string | null | undefined
  /** Whether it becomes the default. */
  isDefault?: boolean | null | undefined
}

/** What `client.skillVersions.publish` answers with. */
export interface PublishSkillVersionResult {
  /** Skill version ID. */
  id: string
  /** Its number, one more than the last. */
  version: number
}

/** What `client.skills.create` takes. */
export interface CreateSkillFields {
  /** What the skill is called. */
  name: string
  /** What it does and when to use it. */
  description: string
  /** Names and values of your own. */
  metadata?: Record<string, string> | null | undefined
  /** The tools that it may use. */
  allowedTools?: string[] | null | undefined
  /** Under which it may be used. */
  license?: string | null | undefined
  /** The first version, Markdown. */
  content?: string | null | undefined
  /** What to know about that version; goes with content. */
  note?: string | null | undefined
}

/** What `client.skills.create` answers with. */
export interface CreateSkillResult {
  /** Skill ID. */
  id: string
}

/** What `client.skills.update` takes. */
export interface UpdateSkillFields {
  /** What the skill is called. */
  name?: string | undefined
  /** What it does and when to use it. */
  description?: string | undefined
  /** Names and values of your own; null clears them. */
  metadata?: Record<string, string> | null | undefined
  /** The tools that it may use; null clears them. */
  allowedTools?: string[] | null | undefined
  /** Under which it may be used; null clears it. */
  license?: string | null | undefined
  /** The version to use from now on. */
  default?: {
    /** Skill version ID. */
    id: string
  } | null | undefined
}

/** What `client.versions.create` takes. */
export interface CreateVersionFields {
  /** What the review round is called. */
  name: string
  /** What it is about. */
  description?: string | null | undefined
  /** The files under review, in this order: of this project, each once. They stay the same for good. */
  files?: {
    /** File ID. */
    id: string
  }[] | null | undefined
  /**
   * Whether restricted reviewers see it.
   * Default: `false`.
   */
  allowRestricted?: boolean | undefined
}

/** What `client.versions.create` answers with. */
export interface CreateVersionResult {
  /** Version ID. */
  id: string
}

/** What `client.versions.list` takes. */
export interface ListVersionsFields {
  /** Only versions that hold this file. */
  file?: {
    /** File ID. */
    id: string
  } | null | undefined
  sort?: {
    /**
     * What to sort by.
     * Default: `"createdAt"`.
     */
    type?: 'name' | 'createdAt' | undefined
    /**
     * Ascending or descending.
     * Default: `"desc"`.
     */
    direction?: 'asc' | 'desc' | undefined
  } | undefined
}

/** What `client.versions.setStatus` takes. */
export interface SetVersionStatusFields {
  /** The status to move to. */
  status: 'IN_PROGRESS' | 'NEED_REVIEW' | 'NEED_EDIT' | 'ON_HOLD' | 'APPROVED' | 'REJECTED' | 'CLOSED'
}

/** What `client.versions.update` takes. */
export interface UpdateVersionFields {
  /** What the review round is called. */
  name?: string | undefined
  /** null clears it. */
  description?: string | null | undefined
  /** Whether restricted reviewers see it. */
  allowRestricted?: boolean | undefined
}

/** What `client.webhookDeliveries.list` takes. */
export interface ListWebhookDeliveriesFields {
  /** Only deliveries in this state. */
  state?: 'PENDING' | 'DELIVERED' | 'FAILED' | null | undefined
}

/** What `client.webhookDeliveries.redeliver` answers with. */
export interface RedeliverWebhookResult {
  /** Webhook delivery ID. */
  id: string
}

/** What `client.webhooks.create` takes. */
export interface CreateWebhookFields {
  /** Where events are sent: https, on the public network. */
  url: string
  /** Which: `*`, all of a resource (`file.*`), or single ones. */
  events: ('*' | 'project.*' | 'folder.*' | 'file.*' | 'version.*' | 'member.*' | 'comment.*' | 'reaction.*' | 'access_link.*' | 'skill.*' | 'project.created' | 'project.updated' | 'project.deletion_scheduled' | 'project.deletion_cancelled' | 'project.deleted' | 'folder.created' | 'folder.updated' | 'folder.deleted' | 'file.created' | 'file.uploaded' | 'file.generated' | 'file.failed' | 'file.processed' | 'file.updated' | 'file.deleted' | 'version.created' | 'version.updated' | 'version.status_changed' | 'version.deleted' | 'member.added' | 'member.updated' | 'member.removed' | 'comment.created' | 'comment.updated' | 'comment.deleted' | 'comment.resolved' | 'comment.reopened' | 'reaction.created' | 'reaction.deleted' | 'access_link.created' | 'access_link.renewed' | 'access_link.deleted' | 'skill.created' | 'skill.updated' | 'skill.deleted' | 'skill.version_published' | 'skill.version_deleted')[]
  /** What it is for. */
  description?: string | null | undefined
}

/** What `client.webhooks.create` answers with. */
export interface CreateWebhookResult {
  /** Webhook ID. */
  id: string
  /** Verifies what is sent (Standard Webhooks). Keep it now. */
  secret: string
}

/** What `client.webhooks.rotateSecret` answers with. */
export interface RotateWebhookSecretResult {
  /** Keep it now. */
  secret: string
}

/** What `client.webhooks.test` answers with. */
export interface TestWebhookResult {
  /** Webhook delivery ID. */
  id: string
}

/** What `client.webhooks.update` takes. */
export interface UpdateWebhookFields {
  /** Where events are sent from now on. */
  url?: string | undefined
  /** Which events are sent from now on. */
  events?: ('*' | 'project.*' | 'folder.*' | 'file.*' | 'version.*' | 'member.*' | 'comment.*' | 'reaction.*' | 'access_link.*' | 'skill.*' | 'project.created' | 'project.updated' | 'project.deletion_scheduled' | 'project.deletion_cancelled' | 'project.deleted' | 'folder.created' | 'folder.updated' | 'folder.deleted' | 'file.created' | 'file.uploaded' | 'file.generated' | 'file.failed' | 'file.processed' | 'file.updated' | 'file.deleted' | 'version.created' | 'version.updated' | 'version.status_changed' | 'version.deleted' | 'member.added' | 'member.updated' | 'member.removed' | 'comment.created' | 'comment.updated' | 'comment.deleted' | 'comment.resolved' | 'comment.reopened' | 'reaction.created' | 'reaction.deleted' | 'access_link.created' | 'access_link.renewed' | 'access_link.deleted' | 'skill.created' | 'skill.updated' | 'skill.deleted' | 'skill.version_published' | 'skill.version_deleted')[] | undefined
  /** What it is for; null clears it. */
  description?: string | null | undefined
  /** false: nothing is sent any more, not even what waits. true: what happens from now on is. */
  active?: boolean | undefined
}

/** What `client.workspace.update` takes. */
export interface UpdateWorkspaceFields {
  /** The new name of the workspace. */
  name?: string | undefined
}

/** What `client.workspaceMembers.list` takes. */
export interface ListWorkspaceMembersFields {
  /** Matches part of the name or the e-mail address. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  keyword?: string | null | undefined
}

/** What `client.workspaceMembers.remove` takes. */
export interface RemoveWorkspaceMemberFields {
  /**
   * true: every access link of a project that they own or manage gets a new key, so that they cannot join with one they have read.
   * Default: `false`.
   */
  renewLinks?: boolean | undefined
}

/** What `client.workspaceMembers.update` takes. */
export interface UpdateWorkspaceMemberFields {
  /** The new role in the workspace. */
  role: 'OWNER' | 'ADMIN' | 'MEMBER' | 'GUEST'
}
