-- Shares: links that show chosen files, folders and versions to people who have no part in the project.

-- The colour of buttons and links on pages for guests, as #rrggbb; null for that of the app.
alter table workspaces add column accent_color text;
-- safe: workspaces are few
alter table workspaces add constraint workspaces_accent_color_check check (accent_color ~ '^#[0-9a-f]{6}$');

create table shares (
  id uuid constraint shares_pkey primary key,
  project_id uuid not null constraint shares_project_fkey references projects on delete cascade,
  name text not null,
  access text not null constraint shares_access_check check (access in ('VIEW', 'COMMENT')),
  comments text not null constraint shares_comments_check check (comments in ('ALL', 'OWN')),
  verdicts boolean not null,
  downloads text not null constraint shares_downloads_check check (downloads in ('NONE', 'PROXY', 'ORIGINAL')),
  -- Guests upload into this folder; null: they upload nothing.
  upload_folder_id text,
  -- For all uploads of all guests together; null: no limit beside those of the workspace.
  upload_max_bytes bigint,
  -- The kinds of files that guests may upload; null: all.
  upload_kinds text[],
  revisions text not null constraint shares_revisions_check check (revisions in ('LATEST', 'FROZEN')),
  -- SHA-256 of the key of the link, and the key, sealed, for those who may see the link.
  key_hash bytea not null constraint shares_key_key unique,
  key_sealed bytea not null,
  password_hash text,
  expires_at timestamptz,
  welcome text,
  email text not null constraint shares_email_check check (email in ('NONE', 'OPTIONAL', 'REQUIRED')),
  -- { text, position, size, opacity }
  watermark jsonb,
  created_by uuid constraint shares_created_by_fkey references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint shares_project_key unique (id, project_id),
  constraint shares_watermark_check check (watermark is null or downloads <> 'ORIGINAL'),
  constraint shares_upload_folder_fkey foreign key (upload_folder_id, project_id)
    references folders (id, project_id) on delete set null (upload_folder_id)
);
create index shares_list_idx on shares (project_id, id);
create index shares_upload_folder_idx on shares (upload_folder_id) where upload_folder_id is not null;

-- What was chosen, in the order of the manager.
create table share_items (
  share_id uuid not null,
  project_id uuid not null,
  position integer not null,
  -- A file is chosen with its stack, which outlives each of its revisions.
  stack_id text,
  folder_id text,
  version_id uuid,
  constraint share_items_pkey primary key (share_id, position),
  constraint share_items_kind_check check (num_nonnulls(stack_id, folder_id, version_id) = 1),
  constraint share_items_share_fkey foreign key (share_id, project_id) references shares (id, project_id) on delete cascade,
  constraint share_items_folder_fkey foreign key (folder_id, project_id)
    references folders (id, project_id) on delete cascade,
  constraint share_items_version_fkey foreign key (version_id, project_id)
    references versions (id, project_id) on delete cascade
);
create index share_items_folder_idx on share_items (folder_id) where folder_id is not null;
create index share_items_version_idx on share_items (version_id) where version_id is not null;

-- The files of a share whose revisions are frozen, as they were when its items were chosen.
create table share_files (
  share_id uuid not null,
  project_id uuid not null,
  file_id text not null,
  -- Of the item that brought the file.
  item_position integer not null,
  position integer not null,
  constraint share_files_pkey primary key (share_id, file_id),
  constraint share_files_share_fkey foreign key (share_id, project_id) references shares (id, project_id) on delete cascade,
  constraint share_files_file_fkey foreign key (file_id, project_id) references files (id, project_id) on delete cascade
);
create index share_files_file_idx on share_files (file_id);

create table share_guests (
  id uuid constraint share_guests_pkey primary key,
  share_id uuid not null constraint share_guests_share_fkey references shares on delete cascade,
  -- The author of what the guest writes; null for a preview, which writes nothing.
  user_id uuid constraint share_guests_user_fkey references users on delete cascade
    constraint share_guests_user_key unique,
  name text not null,
  email text,
  -- SHA-256 of the guest's token.
  hash bytea not null constraint share_guests_hash_key unique,
  -- A member of the project looks at the share as a guest sees it, without a trace.
  preview boolean not null default false,
  -- Who looks; a preview ends with their part in the project.
  viewer_id uuid constraint share_guests_viewer_fkey references users on delete cascade,
  opened_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint share_guests_preview_check check (preview = (user_id is null) and preview = (viewer_id is not null))
);
create index share_guests_share_idx on share_guests (share_id, id);
create index share_guests_preview_idx on share_guests (expires_at) where preview;

-- The accounts of guests. A row outlives its share, so that guests of other shares never learn of the person.
create table share_accounts (
  user_id uuid constraint share_accounts_pkey primary key
    constraint share_accounts_user_fkey references users on delete cascade,
  share_id uuid not null
);

-- What a guest has opened, and how far they watched it.
create table share_views (
  guest_id uuid not null constraint share_views_guest_fkey references share_guests on delete cascade,
  file_id text not null constraint share_views_file_fkey references files on delete cascade,
  opens integer not null default 0,
  -- 0 to 1: the farthest place.
  watched real not null default 0 constraint share_views_watched_check check (watched between 0 and 1),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  constraint share_views_pkey primary key (guest_id, file_id)
);
create index share_views_file_idx on share_views (file_id);

-- Comments by guests. The share has no foreign key: guests of other shares must not see them when it is deleted, either.
create table share_comments (
  comment_id uuid constraint share_comments_pkey primary key
    constraint share_comments_comment_fkey references comments on delete cascade,
  share_id uuid not null
);

-- Files that guests uploaded.
create table share_uploads (
  file_id text constraint share_uploads_pkey primary key
    constraint share_uploads_file_fkey references files on delete cascade,
  share_id uuid not null constraint share_uploads_share_fkey references shares on delete cascade,
  guest_id uuid constraint share_uploads_guest_fkey references share_guests on delete set null
);
create index share_uploads_share_idx on share_uploads (share_id);
create index share_uploads_guest_idx on share_uploads (guest_id) where guest_id is not null;

-- Who shares hears of the people who open the share.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in
  ('MENTION', 'REVIEW_REQUESTED', 'REPLY', 'VERDICT', 'COMMENT', 'GENERATION', 'REVISION', 'SHARE_OPENED', 'INVITATION',
    'ACCESS_LOST', 'UPLOAD', 'NEW_REVIEW')) not valid;
