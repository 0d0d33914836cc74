-- Comments on projects and files, their attachments and reactions.

create table comments (
  id uuid constraint comments_pkey primary key,
  project_id uuid not null
    constraint comments_project_fkey references projects on delete cascade,
  file_id text,
  -- A reply belongs to a top-level comment; `is_reply` of the parent is part of the reference, so that a reply to a
  -- reply is refused by the constraint.
  parent_id uuid,
  is_reply boolean not null generated always as (parent_id is not null) stored,
  parent_is_reply boolean generated always as (case when parent_id is not null then false end) stored,
  author_id uuid constraint comments_author_fkey references users on delete set null,
  -- Written through MCP or OAuth by a tool.
  agent boolean not null default false,
  content text,
  anchor bigint,
  duration bigint,
  frame bigint,
  annotation jsonb,
  resolved_at timestamptz,
  resolved_by uuid constraint comments_resolved_by_fkey references users on delete set null,
  -- Deleted while it had replies: the thread stays, what it said is gone.
  deleted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint comments_anchor_check check (anchor >= 0 and duration >= 0 and frame >= 0),
  constraint comments_duration_check check (duration is null or anchor is not null),
  constraint comments_thread_key unique (id, project_id, is_reply),
  constraint comments_file_fkey foreign key (file_id, project_id)
    references files (id, project_id) on delete cascade,
  constraint comments_parent_fkey foreign key (parent_id, project_id, parent_is_reply)
    references comments (id, project_id, is_reply) on delete cascade
);
create index comments_project_idx on comments (project_id, created_at, id) where file_id is null and parent_id is null;
create index comments_file_idx on comments (file_id, created_at, id) where parent_id is null;
-- What has no anchor comes after all that has one.
create index comments_anchor_idx on comments (file_id, coalesce(anchor, 9007199254740991), id) where parent_id is null;
create index comments_replies_idx on comments (parent_id, created_at, id);

create table comment_attachments (
  id text constraint comment_attachments_pkey primary key,
  project_id uuid not null
    constraint comment_attachments_project_fkey references projects on delete cascade,
  file_id text,
  uploader_id uuid constraint comment_attachments_uploader_fkey references users on delete set null,
  name text not null,
  object_id uuid not null constraint comment_attachments_object_fkey references objects,
  -- Null until a comment uses it; it can be used once.
  comment_id uuid constraint comment_attachments_comment_fkey references comments on delete cascade,
  position integer,
  created_at timestamptz not null default now(),
  constraint comment_attachments_file_fkey foreign key (file_id, project_id)
    references files (id, project_id) on delete cascade
);
create index comment_attachments_comment_idx on comment_attachments (comment_id, position);
create index comment_attachments_object_idx on comment_attachments (object_id);
create index comment_attachments_unused_idx on comment_attachments (created_at) where comment_id is null;
create index comment_attachments_project_idx on comment_attachments (project_id);

create table comment_reactions (
  comment_id uuid not null
    constraint comment_reactions_comment_fkey references comments on delete cascade,
  type text not null,
  user_id uuid not null
    constraint comment_reactions_user_fkey references users on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  constraint comment_reactions_pkey primary key (comment_id, type, user_id)
);
create index comment_reactions_user_idx on comment_reactions (user_id);
