// Made by `npm run generate` from the list of operations.

export type AccessLinkRole = 'PROJECT_MEMBER' | 'PROJECT_REVIEWER' | 'PROJECT_RESTRICTED_REVIEWER'

export type AccessRange = 'ONLY_PROJECT_MEMBER' | 'ALLOW_WORKSPACE_MEMBER'

export type AssignableRole =
  | 'PROJECT_MANAGER'
  | 'PROJECT_MEMBER'
  | 'PROJECT_REVIEWER'
  | 'PROJECT_RESTRICTED_REVIEWER'

export type AttachmentKind = 'image' | 'video' | 'audio' | 'text' | 'PDF'

export type CommentSort = 'createdAt' | 'anchor'

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'FAILED'

export type EventFilter =
  | '*'
  | 'project.*'
  | 'folder.*'
  | 'file.*'
  | 'version.*'
  | 'member.*'
  | 'comment.*'
  | 'reaction.*'
  | 'access_link.*'
  | 'skill.*'
  | 'project.created'
  | 'project.updated'
  | 'project.deletion_scheduled'
  | 'project.deletion_cancelled'
  | 'project.deleted'
  | 'folder.created'
  | 'folder.updated'
  | 'folder.deleted'
  | 'file.created'
  | 'file.uploaded'
  | 'file.generated'
  | 'file.failed'
  | 'file.processed'
  | 'file.updated'
  | 'file.deleted'
  | 'version.created'
  | 'version.updated'
  | 'version.status_changed'
  | 'version.deleted'
  | 'member.added'
  | 'member.updated'
  | 'member.removed'
  | 'comment.created'
  | 'comment.updated'
  | 'comment.deleted'
  | 'comment.resolved'
  | 'comment.reopened'
  | 'reaction.created'
  | 'reaction.deleted'
  | 'access_link.created'
  | 'access_link.renewed'
  | 'access_link.deleted'
  | 'skill.created'
  | 'skill.updated'
  | 'skill.deleted'
  | 'skill.version_published'
  | 'skill.version_deleted'

export type FileKind = 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL' | 'OTHER'

export type FileMode = 'LOCAL' | 'YOUTUBE' | 'GENERATED'

export type FileStatus = 'UPLOADING' | 'GENERATING' | 'UPLOADED' | 'FAILED'

export type GenerationState = 'QUEUED' | 'STARTING' | 'RUNNING' | 'FETCHING' | 'DONE' | 'FAILED' | 'CANCELLED'

export type InvitedRole = 'ADMIN' | 'MEMBER' | 'GUEST'

export type MediaState = 'PENDING' | 'PROCESSING' | 'READY' | 'FAILED'

export type ModelId =
  | 'pdf'
  | 'markdown'
  | 'gpt-image-2.5-flare'
  | 'gpt-image-2'
  | 'gemini-3-pro-image'
  | 'gemini-3.1-flash-image'
  | 'gemini-3.1-flash-lite-image'
  | 'seedance-2.5'
  | 'seedance-2.0'
  | 'seedance-2.0-fast'
  | 'seedance-2.0-mini'
  | 'kling-3.0-omni'
  | 'kling-3.0'
  | 'kling-3.0-turbo'
  | 'minimax-h3-max'
  | 'minimax-h3'
  | 'veo-3.1-generate-preview'
  | 'veo-3.1-lite-generate-preview'
  | 'meshy-7'
  | 'hunyuan3d-3.1'

export type OutputType = 'DOCUMENT' | 'IMAGE' | 'VIDEO' | '3D'

export type ProjectRole =
  | 'PROJECT_OWNER'
  | 'PROJECT_MANAGER'
  | 'PROJECT_MEMBER'
  | 'PROJECT_REVIEWER'
  | 'PROJECT_RESTRICTED_REVIEWER'

export type ProjectSort = 'createdAt' | 'name' | 'activity'

export type ProviderId =
  | 'openai'
  | 'google'
  | 'minimax'
  | 'byteplus'
  | 'kling'
  | 'meshy'
  | 'tencent'
  | 'text'
  | 'local'

export type Scope =
  | 'projects:read'
  | 'projects:write'
  | 'folders:read'
  | 'folders:write'
  | 'files:read'
  | 'files:write'
  | 'files:download'
  | 'ai:generate'
  | 'comments:read'
  | 'comments:write'
  | 'comments:download'
  | 'workspace-members:read'
  | 'project-members:read'
  | 'project-members:write'
  | 'access-links:read'
  | 'access-links:write'
  | 'access-links:read.key'
  | 'skills:read'
  | 'skills:write'

export type ShapeKind = 'pen' | 'arrow' | 'box' | 'ellipse' | 'text'

export type SortDirection = 'asc' | 'desc'

export type VersionStatus =
  | 'IN_PROGRESS'
  | 'NEED_REVIEW'
  | 'NEED_EDIT'
  | 'ON_HOLD'
  | 'APPROVED'
  | 'REJECTED'
  | 'CLOSED'

export type WorkspaceRole = 'OWNER' | 'ADMIN' | 'MEMBER' | 'GUEST'

export interface AccessLink {
  /** Access link ID. */
  id: string
  /** What one joins with; null without the scope `access-links:read.key`. */
  accessKey: string | null
  description: string | null
  /** The project role that joining gives. */
  role: AccessLinkRole
  /** Whether one must know a password to join. */
  hasPassword: boolean
  /** When it stops working; null: never. */
  expiresAt: string | null
  /** Whether guests who join with it may download files. */
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
    role: WorkspaceRole
  }
  /** All workspaces of the account, by name. */
  workspaces: {
    /** Workspace ID. */
    id: string
    name: string
    avatarUrl: string | null
    role: WorkspaceRole
  }[]
}

export interface ApiKey {
  /** API key ID. */
  id: string
  name: string
  scopes: Scope[]
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
  /** null: attachments or a place only, or deleted. */
  content: string | null
  /** Milliseconds on video and audio, the page from 1 on documents; null: all of the file, or deleted. */
  anchor: number | null
  /** How far it reaches from the anchor, in the same unit; null when deleted. */
  duration: number | null
  /** The exact frame, from 0, on video; null when deleted. */
  frame: number | null
  annotation: {
    /** Drawn in this order. */
    shapes: {
      /** What is drawn. */
      kind: ShapeKind
      /** Each `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: its top left. */
      points: number[][]
      /** `#rrggbb`, in lower case. */
      colour: string
      /** Of the line, or the height of a line of text, as a part of the height of the picture. */
      width: number
      /** What a text says; only there. */
      text?: string | null | undefined
    }[]
    camera?:
      | {
          /** Where it stands, `[x, y, z]` in the coordinates of the model. */
          position: number[]
          /** What it looks at. */
          target: number[]
          /** Vertical, in degrees. */
          fieldOfView: number
        }
      | null
      | undefined
  } | null
  /** The comment it replies to; null: top-level. */
  parent: {
    /** Comment ID. */
    id: string
  } | null
  /** The file it is on; null: the project itself. */
  file: {
    /** File ID. */
    id: string
  } | null
  project: {
    /** Project ID. */
    id: string
  }
  /** null: deleted, or the account is gone. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Whether a tool wrote it, through MCP or OAuth. */
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
  /** In bytes. */
  size: number
  /** Found out from the bytes. */
  mimeType: string | null
}

export interface CommentCounts {
  /** Top-level comments; replies are not counted. */
  total: number
  /** Those of them that are not resolved. */
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
  scopes: Scope[]
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** To the minute. */
  lastUsedAt: string
}

export interface File {
  /** File ID. */
  id: string
  name: string
  description: string | null
  /** Where it comes from: an upload, a link to YouTube, or a model. More values may come. */
  mode: FileMode
  /** What its bytes are; null until they are there. */
  mimeType: string | null
  /** UPLOADED: its bytes are all there. More values may come: treat one that you do not know as not ready. */
  status: FileStatus
  tag: VersionStatus
  /** In bytes; as announced while it is being uploaded, 0 while unknown. `byteSize` tells 0 from unknown. */
  size: number
  /** In bytes; as announced while it is being uploaded. null: unknown, or the file has no bytes here. */
  byteSize: number | null
  /** Whether restricted reviewers see it. */
  allowRestricted: boolean
  /** Its place among others: the lowest first. */
  order: number
  /** The folder it lies in; null: the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** URL of a small picture of it; null: there is none, or not yet. */
  thumbnail: string | null
  /** The revisions of one file, of which each replaces the one before. */
  stack: {
    /** The same for all revisions of one file. */
    id: string
    /** 1 for the first revision. */
    number: number
    /** Whether there is no later one that you can see. One that is being uploaded or has failed is so only while there is no other. */
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
  /** Where it comes from: an upload, a link to YouTube, or a model. More values may come. */
  mode: FileMode
  /** What its bytes are; null until they are there. */
  mimeType: string | null
  /** UPLOADED: its bytes are all there. More values may come: treat one that you do not know as not ready. */
  status: FileStatus
  tag: VersionStatus
  /** In bytes; as announced while it is being uploaded, 0 while unknown. `byteSize` tells 0 from unknown. */
  size: number
  /** In bytes; as announced while it is being uploaded. null: unknown, or the file has no bytes here. */
  byteSize: number | null
  /** Whether restricted reviewers see it. */
  allowRestricted: boolean
  /** Its place among others: the lowest first. */
  order: number
  /** The folder it lies in; null: the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** URL of a small picture of it; null: there is none, or not yet. */
  thumbnail: string | null
  /** The revisions of one file, of which each replaces the one before. */
  stack: {
    /** The same for all revisions of one file. */
    id: string
    /** 1 for the first revision. */
    number: number
    /** Whether there is no later one that you can see. One that is being uploaded or has failed is so only while there is no other. */
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
  /** null: the account is gone. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** The video that it links to, when its mode is YOUTUBE. */
  youtube: {
    id: string
    url: string
  } | null
  /** Why its status is FAILED. */
  failure: {
    code: string
    message: string
    retryable: boolean
  } | null
  /** What is known of its pictures and sound, and what a browser can show; null: nothing is made of such a file. */
  media: Media | null
  /** How it is or was generated, when its mode is GENERATED. */
  generation: Generation | null
}

export interface FileListItem {
  /** File ID. */
  id: string
  name: string
  description: string | null
  /** Where it comes from: an upload, a link to YouTube, or a model. More values may come. */
  mode: FileMode
  /** What its bytes are; null until they are there. */
  mimeType: string | null
  /** UPLOADED: its bytes are all there. More values may come: treat one that you do not know as not ready. */
  status: FileStatus
  tag: VersionStatus
  /** In bytes; as announced while it is being uploaded, 0 while unknown. `byteSize` tells 0 from unknown. */
  size: number
  /** In bytes; as announced while it is being uploaded. null: unknown, or the file has no bytes here. */
  byteSize: number | null
  /** Whether restricted reviewers see it. */
  allowRestricted: boolean
  /** Its place among others: the lowest first. */
  order: number
  /** The folder it lies in; null: the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** URL of a small picture of it; null: there is none, or not yet. */
  thumbnail: string | null
  /** The revisions of one file, of which each replaces the one before. */
  stack: {
    /** The same for all revisions of one file. */
    id: string
    /** 1 for the first revision. */
    number: number
    /** Whether there is no later one that you can see. One that is being uploaded or has failed is so only while there is no other. */
    latest: boolean
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** By its content type, then by what it turned out to hold. OTHER while nothing is known of it. */
  kind: FileKind
  /** null: the account is gone. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** As in Get File; null: nothing is made of such a file. */
  media: MediaSummary | null
  /** null: your credential lacks the scope comments:read. */
  comments: CommentCounts | null
}

export interface Folder {
  /** Folder ID. */
  id: string
  name: string
  /** The folder it lies in; null: the project root. */
  parent: {
    /** Folder ID. */
    id: string
  } | null
}

export interface Generation {
  outputType: OutputType
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
  state: GenerationState
  /** From 0 to 1, where the provider tells it. */
  progress: number | null
  /** While it is QUEUED: how many are before it. */
  position: number | null
  /** Attached images that were converted or downscaled because the provider does not take them as they are. Prompts are never cut, attachments never left out. */
  adjustments: GenerationAdjustment[]
  /** Who makes it; `local`: a draft, for want of a key. */
  provider: ProviderId
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
  role: WorkspaceRole
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
  state: MediaState
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
  state: MediaState
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
  outputType: OutputType
  /** Whether this server makes files with it, be it as a draft. */
  available: boolean
  /** Whether it makes drafts only: this server has no key for its provider. */
  draft: boolean
  /** The kinds of files that it can be shown, with the provider that is configured. */
  attachments: AttachmentKind[]
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
    id: ProviderId
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
    kinds: AttachmentKind[]
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
  /** URL of a picture: that of its cover, else the one it was given, else that of its newest file with one that you can see. */
  thumbnail: string | null
  /** The file that was chosen to stand for it; null: none that you can see. */
  cover: {
    file: {
      /** File ID. */
      id: string
    }
  } | null
  /** Who may see it: its members only, or also, as reviewers, all of the workspace but its guests. */
  accessRange: AccessRange
  deadline: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** When it will be gone; set while its deletion is scheduled. */
  destroyedAt: string | null
  /** When it was put away: lists show it only where they are asked to. */
  archivedAt: string | null
}

export interface ProjectListItem {
  /** Project ID. */
  id: string
  name: string
  description: string | null
  /** URL of a picture: that of its cover, else the one it was given, else that of its newest file with one that you can see. */
  thumbnail: string | null
  /** The file that was chosen to stand for it; null: none that you can see. */
  cover: {
    file: {
      /** File ID. */
      id: string
    }
  } | null
  /** Who may see it: its members only, or also, as reviewers, all of the workspace but its guests. */
  accessRange: AccessRange
  deadline: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** When it will be gone; set while its deletion is scheduled. */
  destroyedAt: string | null
  /** When it was put away: lists show it only where they are asked to. */
  archivedAt: string | null
  /** When the project or a file, comment or version of it that you can see was last added or changed. */
  lastActivityAt: string
  files: {
    /** Files that you can see; revisions of one file count once. At most 1000 are counted. */
    total: number
  }
  /** null: your credential lacks the scope comments:read. */
  comments: {
    /** Top-level comments that you can see and that are not resolved. At most 1000 are counted. */
    open: number
  } | null
  /** null: your credential lacks the scope project-members:read. */
  members: {
    /** At most 1000 are counted. */
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
  role: ProjectRole
  user: UserSummary
}

export interface Reaction {
  /** One emoji. */
  type: string
  /** How many users gave it. */
  count: number
  /** Who gave it, first come first. */
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
  /** Made in the workspace, or part of the service and fixed. */
  source: 'WORKSPACE' | 'BUILT_IN'
  name: string
  description: string
  metadata: Record<string, string> | null
  allowedTools: string[] | null
  license: string | null
  /** The version that is used; null until one is published. */
  default: {
    /** Skill version ID. */
    id: string
  } | null
  /** In the order they were published. */
  versions: {
    /** Skill version ID. */
    id: string
    /** Counts from 1; a number is never given twice. */
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
  /** Counts from 1; a number is never given twice. */
  version: number
  note: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** The content. */
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
  status: VersionStatus
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  project: {
    /** Project ID. */
    id: string
  }
  /** When it was moved to its status; null: it has the status that it was created with. */
  statusChangedAt: string | null
  /** Who moved it to its status, such as who approved it; null: nobody, or the account is gone. */
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
  status: VersionStatus
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  project: {
    /** Project ID. */
    id: string
  }
  /** When it was moved to its status; null: it has the status that it was created with. */
  statusChangedAt: string | null
  /** Who moved it to its status, such as who approved it; null: nobody, or the account is gone. */
  statusChangedBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Whether restricted reviewers see it. */
  allowRestricted: boolean
  /** The files under review, in order; to a restricted reviewer those marked for them. */
  files: {
    /** File ID. */
    id: string
    name: string
    /** What its bytes are; null until they are there. */
    mimeType: string | null
    /** URL of a small picture of it; null: there is none, or not yet. */
    thumbnail: string | null
  }[]
  /** null: the account is gone. */
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
  /** `*`, all events of a resource (`file.*`), or single ones. */
  events: string[]
  description: string | null
  /** Whether it gets events. */
  active: boolean
  /** Why the service has switched it off. GONE: it answered 410. FAILING: nothing got through for three days. OWNER_REMOVED: its owner may no longer manage webhooks. */
  disabledReason: 'GONE' | 'FAILING' | 'OWNER_REMOVED' | null
  /** Who made it, or last changed its URL or switched it on again. It is paused when they may no longer manage webhooks. */
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
  state: DeliveryState
  /** Why it is not tried any more. EXHAUSTED: the last attempt failed. GONE: the answer was 410. INACTIVE: the webhook was switched off. */
  failure: 'EXHAUSTED' | 'GONE' | 'INACTIVE' | null
  /** What is sent, the same at every attempt; the time and the signature are added to the headers. */
  request: {
    headers: Record<string, string>
    body: string
  }
  attempts: {
    /** Counts from 1. One that is missing was under way when a server died. */
    number: number
    url: string
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    startedAt: string
    durationMs: number
    /** What was answered; null: nothing was. */
    status: number | null
    /** Why there is no answer, or not a whole one. */
    error: string | null
    /** The first 4,096 bytes of the answer. */
    response: string | null
  }[]
  /** null: it has ended. */
  nextAttemptAt: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  endedAt: string | null
}

export interface WorkspaceMember {
  /** Workspace member ID. */
  id: string
  /** Role in the workspace. */
  role: WorkspaceRole
  user: UserSummary
}

/** The fields that `client.accessLinks.create` takes. */
export interface CreateAccessLinkFields {
  /** The project role that joining gives. */
  role: AccessLinkRole
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

/** The result of `client.accessLinks.create`. */
export interface CreateAccessLinkResult {
  /** Access link ID. */
  id: string
}

/** The fields that `client.accessLinks.join` takes. */
export interface JoinAccessLinkFields {
  /** The key of the link. */
  accessKey: string
  /** The password of the link, if it has one. */
  password?: string | null | undefined
  /** What a guest is called: needed without a credential, not used with one. */
  name?: string | null | undefined
}

/** The result of `client.accessLinks.join`. */
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
  role: ProjectRole
  /** The credential of a new guest, shown this once; null for a caller with a credential. */
  accessToken: string | null
}

/** The fields that `client.account.removeAvatar` takes. */
export interface RemoveAvatarFields {
  /**
   * Only what this workspace shows, instead of the avatar of the account.
   * Default: `false`.
   */
  thisWorkspaceOnly?: boolean | undefined
}

/** The fields that `client.account.update` takes. */
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

/** The fields that `client.apiKeys.create` takes. */
export interface CreateApiKeyFields {
  /** What it is for. */
  name: string
  /** What it may do. */
  scopes: Scope[]
  /** null: it does not expire. */
  expiresInDays?: number | null | undefined
}

/** The result of `client.apiKeys.create`. */
export interface CreateApiKeyResult {
  /** API key ID. */
  id: string
  /** Keep it now: it is stored nowhere. */
  key: string
}

/** The fields that `client.commentAttachments.complete` takes. */
export interface CompleteCommentAttachmentFields {
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** The ETag that the PUT of the part was answered with, with or without its quotes. */
    eTag: string
  }[]
}

/** The result of `client.commentAttachments.download`. */
export interface DownloadCommentAttachmentResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** The fields that `client.commentAttachments.startOnFile` takes. */
export interface StartFileCommentAttachmentFields {
  /** Name of the file, with its extension. */
  name: string
  /** In bytes, from 0 to 1 GiB. */
  size: number
}

/** The result of `client.commentAttachments.startOnFile`. */
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

/** The fields that `client.commentAttachments.startOnProject` takes. */
export interface StartProjectCommentAttachmentFields {
  /** Name of the file, with its extension. */
  name: string
  /** In bytes, from 0 to 1 GiB. */
  size: number
}

/** The result of `client.commentAttachments.startOnProject`. */
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

/** The fields that `client.comments.createOnFile` takes. */
export interface CreateFileCommentFields {
  /** The text. Optional with attachments and, on a file, with a place or a drawing. */
  content?: string | null | undefined
  /** The top-level comment that this replies to; null or omitted: a top-level comment. */
  parent?:
    | {
        /** Comment ID. */
        id: string
      }
    | null
    | undefined
  /** @deprecated Use `parent.id`. If both are given, they must be the same. */
  parentId?: string | null | undefined
  /** Your own completed comment attachments, each once. */
  attachments?:
    | {
        /** Comment attachment ID. */
        id: string
      }[]
    | null
    | undefined
  /** Milliseconds on video and audio, rounded to whole ones; the page from 1 on documents. On images and 3D it means all of the file, and null is stored. */
  anchor?: number | null | undefined
  /** How far it reaches from the anchor, or from the start of the frame, in the same unit. */
  duration?: number | null | undefined
  /** The exact frame, from 0, on video. */
  frame?: number | null | undefined
  annotation?:
    | {
        /** Drawn in this order. */
        shapes: {
          /** What is drawn. */
          kind: ShapeKind
          /** Each `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: its top left. */
          points: number[][]
          /** `#rrggbb`, in lower case. */
          colour: string
          /** Of the line, or the height of a line of text, as a part of the height of the picture. */
          width: number
          /** What a text says; only there. */
          text?: string | null | undefined
        }[]
        camera?:
          | {
              /** Where it stands, `[x, y, z]` in the coordinates of the model. */
              position: number[]
              /** What it looks at. */
              target: number[]
              /** Vertical, in degrees. */
              fieldOfView: number
            }
          | null
          | undefined
      }
    | null
    | undefined
}

/** The result of `client.comments.createOnFile`. */
export interface CreateFileCommentResult {
  /** Comment ID. */
  id: string
}

/** The fields that `client.comments.createOnProject` takes. */
export interface CreateProjectCommentFields {
  /** The text. Optional with attachments and, on a file, with a place or a drawing. */
  content?: string | null | undefined
  /** The top-level comment that this replies to; null or omitted: a top-level comment. */
  parent?:
    | {
        /** Comment ID. */
        id: string
      }
    | null
    | undefined
  /** @deprecated Use `parent.id`. If both are given, they must be the same. */
  parentId?: string | null | undefined
  /** Your own completed comment attachments, each once. */
  attachments?:
    | {
        /** Comment attachment ID. */
        id: string
      }[]
    | null
    | undefined
}

/** The result of `client.comments.createOnProject`. */
export interface CreateProjectCommentResult {
  /** Comment ID. */
  id: string
}

/** The fields that `client.comments.export` takes. */
export interface ExportCommentsFields {
  /** edl, fcpxml and srt are for video and audio. */
  format: 'csv' | 'edl' | 'fcpxml' | 'srt' | 'json'
  /** Frames a second, such as 25 or 24000/1001. When it is left out: those of the video, else 24. */
  frameRate?: string | null | undefined
}

/** The result of `client.comments.export`. */
export interface ExportCommentsResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** The fields that `client.comments.listOnFile` takes. */
export interface ListFileCommentsFields {
  /** null is like omitted. */
  sort?:
    | {
        /**
         * By time of writing, or by anchor; comments without an anchor and deleted ones come last.
         * Default: `"createdAt"`.
         */
        type?: CommentSort | undefined
        /**
         * createdAt asc opens at the newest page, like a chat.
         * Default: `"asc"`.
         */
        direction?: SortDirection | undefined
      }
    | null
    | undefined
  /** Only those that are resolved, or only those that are not. */
  resolved?: boolean | null | undefined
}

/** The fields that `client.comments.listOnProject` takes. */
export interface ListProjectCommentsFields {
  /** null is like omitted. */
  sort?:
    | {
        /**
         * By time of writing, or by anchor; comments without an anchor and deleted ones come last.
         * Default: `"createdAt"`.
         */
        type?: CommentSort | undefined
        /**
         * createdAt asc opens at the newest page, like a chat.
         * Default: `"asc"`.
         */
        direction?: SortDirection | undefined
      }
    | null
    | undefined
  /** Only those that are resolved, or only those that are not. */
  resolved?: boolean | null | undefined
}

/** The fields that `client.comments.listReplies` takes. */
export type ListRepliesFields = Record<never, never>

/** The fields that `client.comments.update` takes. */
export interface UpdateCommentFields {
  /** The text. Can be cleared when there are attachments, a place or a drawing. */
  content?: string | null | undefined
  /** Milliseconds on video and audio, rounded to whole ones; the page from 1 on documents. On images and 3D it means all of the file, and null is stored. */
  anchor?: number | null | undefined
  /** How far it reaches from the anchor, or from the start of the frame, in the same unit. */
  duration?: number | null | undefined
  /** The exact frame, from 0, on video. */
  frame?: number | null | undefined
  annotation?:
    | {
        /** Drawn in this order. */
        shapes: {
          /** What is drawn. */
          kind: ShapeKind
          /** Each `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: its top left. */
          points: number[][]
          /** `#rrggbb`, in lower case. */
          colour: string
          /** Of the line, or the height of a line of text, as a part of the height of the picture. */
          width: number
          /** What a text says; only there. */
          text?: string | null | undefined
        }[]
        camera?:
          | {
              /** Where it stands, `[x, y, z]` in the coordinates of the model. */
              position: number[]
              /** What it looks at. */
              target: number[]
              /** Vertical, in degrees. */
              fieldOfView: number
            }
          | null
          | undefined
      }
    | null
    | undefined
}

/** The fields that `client.events.list` takes. */
export interface ListEventsFields {
  /** Only these: `comment.created`, all of a kind as `comment.*`, or all as `*`. */
  types?: EventFilter[] | null | undefined
  /** Only what follows the event of this number. Without it: from the oldest that is kept. */
  after?: number | null | undefined
}

/** The fields that `client.files.completeUpload` takes. */
export interface CompleteUploadFields {
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** The ETag that the PUT of the part was answered with, with or without its quotes. */
    eTag: string
  }[]
}

/** The fields that `client.files.completeUploads` takes. */
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

/** The result of `client.files.completeUploads`. */
export type CompleteUploadsResult = {
  /** File ID. */
  id: string
  /** Why the upload is not complete; null: it is. */
  error: BatchError | null
}[]

/** The fields that `client.files.deleteMany` takes. */
export interface DeleteFilesFields {
  /** Files of this project, each once. Other revisions of them stay. */
  files: {
    /** File ID. */
    id: string
  }[]
}

/** The fields that `client.files.generate` takes. */
export interface GenerateFileFields {
  /** What to make. */
  outputType: OutputType
  /** A model that makes this type: see List Models. */
  outputModel: ModelId
  /** What to make. `<#id>` refers to an attachment. Some providers take less: see `limits` in List Models. */
  prompt: string
  /** The folder to put the file in; null: the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** Files that the model gets to see, each once; null or []: none. Some providers take fewer, or images only: see `limits` in List Models. */
  attachments:
    | {
        /** Project file ID (FX…) or generation attachment ID (GA…). */
        id: string
      }[]
    | null
  /** Settings of a video; only video models have them. What is left open is up to the model. */
  configs?:
    | {
        /** Whether the video has sound, where the model makes it. */
        generateAudio?: boolean | null | undefined
        /** Such as `720p`: List Models has those of each model. */
        resolution?: string | null | undefined
        /** Whole seconds, within the range of the model. */
        durationSeconds?: number | null | undefined
        /** Such as `16:9`: List Models has those of each model. */
        aspectRatio?: string | null | undefined
      }
    | null
    | undefined
}

/** The result of `client.files.generate`. */
export interface GenerateFileResult {
  /** File ID. */
  id: string
}

/** The result of `client.files.getDownloadUrl`. */
export interface DownloadFileResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** The fields that `client.files.linkYoutube` takes. */
export interface LinkYoutubeFields {
  /** As YouTube gives it: watch?v=, youtu.be/, shorts/, embed/ or live/ and the id of the video. */
  url: string
  /** What the file is called; null: `YouTube` and the id of the video. */
  name?: string | null | undefined
  /** The folder to put it in; null: the project root. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
}

/** The result of `client.files.linkYoutube`. */
export interface LinkYoutubeResult {
  /** File ID. */
  id: string
}

/** The fields that `client.files.list` takes. */
export interface QueryFilesFields {
  /** Matches part of the name. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  keyword?: string | null | undefined
  /** Only what lies in this very folder; null: at the project root; omitted: everywhere. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
  /** Only files with this tag, or with one of these. */
  tag?: VersionStatus | VersionStatus[] | null | undefined
  /** Only files of this kind, or of one of these. */
  kind?: FileKind | FileKind[] | null | undefined
  /** Only files that this user added. */
  author?:
    | {
        /** User ID. */
        id: string
      }
    | null
    | undefined
  /** Only files in this state. */
  status?: FileStatus | null | undefined
  /** Only the revisions of one file, the newest first: the `stack.id` that they share. */
  stack?:
    | {
        /** File ID. */
        id: string
      }
    | null
    | undefined
  /** true: only the newest revision of each file that you can see; else all revisions. */
  latest?: boolean | null | undefined
  /** Without it the newest come first; with a keyword, the best matches. */
  sort?:
    | {
        /**
         * What to sort by. `name` ignores case and counts numbers by their value: shot2 comes before shot10. `tag` follows the order of the tags, `size` puts unknown sizes first; files of one tag or kind are sorted by name.
         * Default: `"createdAt"`.
         */
        type?: 'createdAt' | 'updatedAt' | 'name' | 'size' | 'tag' | 'kind' | undefined
        /**
         * Ascending or descending.
         * Default: `"desc"`.
         */
        direction?: SortDirection | undefined
      }
    | null
    | undefined
}

/** The result of `client.files.resumeUpload`. */
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

/** The result of `client.files.retryGeneration`. */
export interface RetryGenerationResult {
  /** File ID. */
  id: string
}

/** The result of `client.files.retryProcessing`. */
export interface RetryProcessingResult {
  /** File ID. */
  id: string
}

/** The fields that `client.files.setTag` takes. */
export interface SetFileTagFields {
  /** Where its review stands. */
  tag: VersionStatus
}

/** The fields that `client.files.startUpload` takes. */
export interface StartUploadFields {
  /** Name of the file, with its extension. */
  name: string
  /** In bytes, from 0 to 5 TiB. An empty file has one empty part. */
  size: number
  /** Folder to put the file in; null: the folder of the file that it replaces, or the project root. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
  /** File of this project that this one is the next revision of. */
  replaces?:
    | {
        /** File ID. */
        id: string
      }
    | null
    | undefined
}

/** The result of `client.files.startUpload`. */
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

/** The fields that `client.files.startUploads` takes. */
export interface StartUploadsFields {
  /** The files, up to 100, with 10,000 parts in all; larger files are started one by one. */
  files: {
    /** Name of the file, with its extension: 1 to 255 characters. */
    name: string
    /** In bytes, from 0 to 5 TiB. */
    size: number
    /** Folder to put the file in; null: the folder of the file that it replaces, or the project root. */
    folder?:
      | {
          /** Folder ID. */
          id: string
        }
      | null
      | undefined
    /** File of this project that this one is the next revision of. */
    replaces?:
      | {
          /** File ID. */
          id: string
        }
      | null
      | undefined
  }[]
}

/** The result of `client.files.startUploads`. */
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

/** The fields that `client.files.update` takes. */
export interface UpdateFileFields {
  /** What the file is called. */
  name?: string | undefined
  /** null clears it. */
  description?: string | null | undefined
  /** The folder to move it to; null: the project root; omitted: it stays where it is. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
  /** Its place among others: the lowest first. */
  order?: number | undefined
  /** Whether restricted reviewers see it. */
  allowRestricted?: boolean | undefined
}

/** The fields that `client.files.updateMany` takes. */
export interface UpdateFilesFields {
  /** Files of this project, each once. */
  files: {
    /** File ID. */
    id: string
  }[]
  /** Where their review stands. */
  tag?: VersionStatus | undefined
  /** The folder to move them to; null: the project root; omitted: they stay where they are. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
  /** Whether restricted reviewers see them. */
  allowRestricted?: boolean | undefined
}

/** The fields that `client.folders.create` takes. */
export interface CreateFolderFields {
  /** Unique among its siblings, without regard to case. */
  name: string
  /** The folder to put it in; null: the project root. */
  parent?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
}

/** The result of `client.folders.create`. */
export interface CreateFolderResult {
  /** Folder ID. */
  id: string
}

/** The fields that `client.folders.delete` takes. */
export interface DeleteFolderFields {
  /**
   * Delete what it holds, too.
   * Default: `false`.
   */
  recursive?: boolean | undefined
}

/** The fields that `client.folders.update` takes. */
export interface UpdateFolderFields {
  /** Unique among its siblings, without regard to case. */
  name?: string | undefined
  /** The folder to move it to; null: the project root; omitted: it stays where it is. */
  parent?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
}

/** The fields that `client.generationAttachments.complete` takes. */
export interface CompleteGenerationAttachmentFields {
  /** Every part of the file, in order. */
  parts: {
    /** From 1. */
    partNumber: number
    /** The ETag that the PUT of the part was answered with, with or without its quotes. */
    eTag: string
  }[]
}

/** The fields that `client.generationAttachments.start` takes. */
export interface StartGenerationAttachmentFields {
  /** Name of the file, with its extension. */
  name: string
  /** In bytes, from 1 byte to 1 GiB. */
  size: number
}

/** The result of `client.generationAttachments.start`. */
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

/** The fields that `client.invitations.create` takes. */
export interface CreateInvitationFields {
  /** Who is invited. */
  email: string
  /** The role in the workspace. */
  role: InvitedRole
}

/** The result of `client.invitations.create`. */
export interface CreateInvitationResult {
  /** Invitation ID. */
  id: string
  /** The link to hand over, shown this once; null: it was sent by e-mail. It is good for 14 days. */
  url: string | null
}

/** The fields that `client.members.add` takes. */
export interface AddMembersFields {
  /** Who to add, up to 100: each user once. */
  members: {
    user: {
      /** User ID. */
      id: string
    }
    /** The role they have in the project. */
    role: AssignableRole
  }[]
}

/** The result of `client.members.add`. */
export type AddMembersResult = {
  /** Project member ID. */
  id: string
}[]

/** The fields that `client.members.update` takes. */
export interface UpdateMemberFields {
  /** The role they have from now on. */
  role: AssignableRole
}

/** The fields that `client.passkeys.create` takes. */
export interface CreatePasskeyFields {
  /** Where it is kept. */
  name: string
  /** What `navigator.credentials.create` has made, as its `toJSON` writes it. */
  response: Record<string, unknown>
}

/** The result of `client.passkeys.create`. */
export interface CreatePasskeyResult {
  /** Passkey ID. */
  id: string
}

/** The fields that `client.passkeys.rename` takes. */
export interface RenamePasskeyFields {
  /** Where it is kept. */
  name: string
}

/** The result of `client.passkeys.start`. */
export interface StartPasskeyResult {
  /** What the new passkey signs; good for 5 minutes, and once. */
  challenge: string
}

/** The result of `client.ping`. */
export interface PingResult {
  pong: true
  workspace: {
    /** Workspace ID. */
    id: string
    name: string
    avatarUrl: string | null
  }
  scopes: Scope[]
}

/** The fields that `client.projects.create` takes. */
export interface CreateProjectFields {
  /** What the project is called. */
  name: string
  /** Who may see it: its members only, or also, as reviewers, all of the workspace but its guests. */
  accessRange: AccessRange
  /** What it is about. */
  description?: string | null | undefined
  /** The day by which it is to be done, `YYYY-MM-DD`. */
  deadline?: string | null | undefined
  /** Users of the workspace to add, up to 100, each once. Yourself among them is ignored. */
  members?:
    | {
        user: {
          /** User ID. */
          id: string
        }
        /** The role they have in the project. PROJECT_OWNER is accepted for yourself only. */
        role: ProjectRole
      }[]
    | null
    | undefined
}

/** The result of `client.projects.create`. */
export interface CreateProjectResult {
  /** Project ID. */
  id: string
}

/** The fields that `client.projects.list` takes. */
export interface ListProjectsFields {
  /** Matches part of the name or the description. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  keyword?: string | null | undefined
  /**
   * true: only projects that were put away; else only those that were not.
   * Default: `false`.
   */
  archived?: boolean | undefined
  /** Without it the newest come first; with a keyword, the best matches. */
  sort?:
    | {
        /**
         * What to sort by. `name` ignores case and counts numbers by their value; `activity` is `lastActivityAt`.
         * Default: `"createdAt"`.
         */
        type?: ProjectSort | undefined
        /**
         * Ascending or descending.
         * Default: `"desc"`.
         */
        direction?: SortDirection | undefined
      }
    | null
    | undefined
}

/** The fields that `client.projects.search` takes. */
export interface SearchProjectsFields {
  /** Matches part of the name or the description. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  query?: string | null | undefined
  /**
   * true: only projects that were put away; else only those that were not.
   * Default: `false`.
   */
  archived?: boolean | undefined
  /** Without it the best matches come first, and among equal matches the newest. A direction alone sorts by `createdAt`. */
  sort?:
    | {
        /** What to sort by. `name` ignores case and counts numbers by their value; `activity` is `lastActivityAt`. */
        type?: ProjectSort | undefined
        /** Ascending or descending, which is the default. */
        direction?: SortDirection | undefined
      }
    | undefined
}

/** The fields that `client.projects.update` takes. */
export interface UpdateProjectFields {
  /** What the project is called. */
  name?: string | undefined
  /** What it is about; null clears it. */
  description?: string | null | undefined
  /** URL of a picture; null clears it. */
  thumbnail?: string | null | undefined
  /** A file of the project whose picture stands for it; null: its newest file with a picture. */
  cover?:
    | {
        file: {
          /** File ID. */
          id: string
        }
      }
    | null
    | undefined
  /** Who may see it: its members only, or also, as reviewers, all of the workspace but its guests. */
  accessRange?: AccessRange | undefined
  /** The day by which it is to be done, `YYYY-MM-DD`; null clears it. */
  deadline?: string | null | undefined
  /** true puts it away: it stays as it is, and lists leave it out; false takes it back. */
  archived?: boolean | undefined
}

/** The fields that `client.reactions.create` takes. */
export interface CreateReactionFields {
  /** Exactly one emoji. With or without variation selectors it is the same. */
  type: string
}

/** The fields that `client.reactions.delete` takes. */
export interface DeleteReactionFields {
  /** Exactly one emoji. With or without variation selectors it is the same. */
  type: string
}

/** The fields that `client.skillVersions.publish` takes. */
export interface PublishSkillVersionFields {
  /** Markdown. */
  content: string
  /** What to know about this version. */
  note?: string | null | undefined
  /** Whether it becomes the default. */
  isDefault?: boolean | null | undefined
}

/** The result of `client.skillVersions.publish`. */
export interface PublishSkillVersionResult {
  /** Skill version ID. */
  id: string
  /** Its number, one more than the last. */
  version: number
}

/** The fields that `client.skills.create` takes. */
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

/** The result of `client.skills.create`. */
export interface CreateSkillResult {
  /** Skill ID. */
  id: string
}

/** The fields that `client.skills.update` takes. */
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
  default?:
    | {
        /** Skill version ID. */
        id: string
      }
    | null
    | undefined
}

/** The fields that `client.versions.create` takes. */
export interface CreateVersionFields {
  /** What the review round is called. */
  name: string
  /** What it is about. */
  description?: string | null | undefined
  /** The files under review, in this order: of this project, each once. They stay the same for good. */
  files?:
    | {
        /** File ID. */
        id: string
      }[]
    | null
    | undefined
  /**
   * Whether restricted reviewers see it.
   * Default: `false`.
   */
  allowRestricted?: boolean | undefined
}

/** The result of `client.versions.create`. */
export interface CreateVersionResult {
  /** Version ID. */
  id: string
}

/** The fields that `client.versions.list` takes. */
export interface ListVersionsFields {
  /** Only versions that hold this file. */
  file?:
    | {
        /** File ID. */
        id: string
      }
    | null
    | undefined
  sort?:
    | {
        /**
         * What to sort by.
         * Default: `"createdAt"`.
         */
        type?: 'name' | 'createdAt' | undefined
        /**
         * Ascending or descending.
         * Default: `"desc"`.
         */
        direction?: SortDirection | undefined
      }
    | undefined
}

/** The fields that `client.versions.setStatus` takes. */
export interface SetVersionStatusFields {
  /** The status to move to. */
  status: VersionStatus
}

/** The fields that `client.versions.update` takes. */
export interface UpdateVersionFields {
  /** What the review round is called. */
  name?: string | undefined
  /** null clears it. */
  description?: string | null | undefined
  /** Whether restricted reviewers see it. */
  allowRestricted?: boolean | undefined
}

/** The fields that `client.webhookDeliveries.list` takes. */
export interface ListWebhookDeliveriesFields {
  /** Only deliveries in this state. */
  state?: DeliveryState | null | undefined
}

/** The result of `client.webhookDeliveries.redeliver`. */
export interface RedeliverWebhookResult {
  /** Webhook delivery ID. */
  id: string
}

/** The fields that `client.webhooks.create` takes. */
export interface CreateWebhookFields {
  /** Where events are sent: https, on the public network. */
  url: string
  /** Which: `*`, all of a resource (`file.*`), or single ones. */
  events: EventFilter[]
  /** What it is for. */
  description?: string | null | undefined
}

/** The result of `client.webhooks.create`. */
export interface CreateWebhookResult {
  /** Webhook ID. */
  id: string
  /** Verifies what is sent (Standard Webhooks). Keep it now. */
  secret: string
}

/** The result of `client.webhooks.rotateSecret`. */
export interface RotateWebhookSecretResult {
  /** Keep it now. */
  secret: string
}

/** The result of `client.webhooks.test`. */
export interface TestWebhookResult {
  /** Webhook delivery ID. */
  id: string
}

/** The fields that `client.webhooks.update` takes. */
export interface UpdateWebhookFields {
  /** Where events are sent from now on. */
  url?: string | undefined
  /** Which events are sent from now on. */
  events?: EventFilter[] | undefined
  /** What it is for; null clears it. */
  description?: string | null | undefined
  /** false: nothing is sent any more, not even what waits. true: what happens from now on is. */
  active?: boolean | undefined
}

/** The fields that `client.workspace.update` takes. */
export interface UpdateWorkspaceFields {
  /** The new name of the workspace. */
  name?: string | undefined
}

/** The fields that `client.workspaceMembers.list` takes. */
export interface ListWorkspaceMembersFields {
  /** Matches part of the name or the e-mail address. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  keyword?: string | null | undefined
}

/** The fields that `client.workspaceMembers.remove` takes. */
export interface RemoveWorkspaceMemberFields {
  /**
   * true: every access link of a project that they own or manage gets a new key, so that they cannot join with one they have read.
   * Default: `false`.
   */
  renewLinks?: boolean | undefined
}

/** The fields that `client.workspaceMembers.update` takes. */
export interface UpdateWorkspaceMemberFields {
  /** The new role in the workspace. */
  role: WorkspaceRole
}
