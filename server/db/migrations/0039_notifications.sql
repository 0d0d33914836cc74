-- What people are told, and how. A worker writes notifications from numbered events; see decision 80.

-- The last event of a workspace whose notifications are written. A workspace without a row starts at its first event;
-- what happened before this migration notifies nobody.
create table notification_positions (
  workspace_id uuid constraint notification_positions_pkey primary key
    constraint notification_positions_workspace_fkey references workspaces on delete cascade,
  number bigint not null,
  -- Older events notify nobody: the database was restored from a backup at this time. Null: it was not.
  since timestamptz
);
insert into notification_positions (workspace_id, number) select workspace_id, last_number from event_counters;

-- An item of one person. Events about the same file and of the same kind are one item until it is read.
create table notifications (
  id uuid constraint notifications_pkey primary key default gen_random_uuid(),
  workspace_id uuid not null
    constraint notifications_workspace_fkey references workspaces on delete cascade,
  user_id uuid not null constraint notifications_user_fkey references users on delete cascade,
  kind text not null constraint notifications_kind_check check (kind in
    ('MENTION', 'REVIEW_REQUESTED', 'REPLY', 'VERDICT', 'COMMENT', 'GENERATION', 'REVISION', 'INVITATION',
      'ACCESS_LOST', 'UPLOAD', 'NEW_REVIEW')),
  project_id uuid not null constraint notifications_project_fkey references projects on delete cascade,
  -- The name at that time, for a person who may no longer read it.
  project_name text constraint notifications_project_name_check check ((project_name is not null) = (kind = 'ACCESS_LOST')),
  -- The kind with the file, version or project that its events are about.
  group_key text not null,
  read_at timestamptz,
  created_at timestamptz not null,
  -- When the newest of its events happened.
  updated_at timestamptz not null
);
create unique index notifications_unread_key on notifications (workspace_id, user_id, group_key) where read_at is null;
create index notifications_list_idx on notifications (workspace_id, user_id, updated_at, id);
create index notifications_project_idx on notifications (project_id);
create index notifications_user_idx on notifications (user_id);

-- The events of an item. The primary key holds the promise: an event notifies a person once.
create table notification_events (
  event_id uuid not null,
  user_id uuid not null,
  notification_id uuid not null
    constraint notification_events_notification_fkey references notifications on delete cascade,
  -- The person who caused it; null for the service itself.
  actor_id uuid constraint notification_events_actor_fkey references users on delete set null,
  comment_id uuid constraint notification_events_comment_fkey references comments on delete cascade,
  -- As in the event: who of a project may read it.
  audience text not null,
  file_id text constraint notification_events_file_fkey references files on delete cascade,
  version_id uuid constraint notification_events_version_fkey references versions on delete cascade,
  created_at timestamptz not null,
  -- Sent by mail, or left out of it for good.
  mailed_at timestamptz,
  constraint notification_events_pkey primary key (event_id, user_id)
);
create index notification_events_item_idx on notification_events (notification_id, created_at);
create index notification_events_comment_idx on notification_events (comment_id) where comment_id is not null;
create index notification_events_file_idx on notification_events (file_id) where file_id is not null;
create index notification_events_version_idx on notification_events (version_id) where version_id is not null;
create index notification_events_actor_idx on notification_events (actor_id) where actor_id is not null;
create index notification_events_created_idx on notification_events using brin (created_at);
create index notification_events_unmailed_idx on notification_events (user_id, created_at) where mailed_at is null;

-- A person without a row hears of what concerns them.
create table notification_levels (
  user_id uuid not null constraint notification_levels_user_fkey references users on delete cascade,
  project_id uuid not null constraint notification_levels_project_fkey references projects on delete cascade,
  level text not null constraint notification_levels_level_check check (level in
    ('EVERYTHING', 'CONCERNS_ME', 'MENTIONS', 'NOTHING')),
  constraint notification_levels_pkey primary key (project_id, user_id)
);
create index notification_levels_user_idx on notification_levels (user_id);

-- A muted file is muted with all of its revisions.
create table muted_files (
  user_id uuid not null constraint muted_files_user_fkey references users on delete cascade,
  project_id uuid not null constraint muted_files_project_fkey references projects on delete cascade,
  stack_id text not null,
  constraint muted_files_pkey primary key (stack_id, user_id)
);
create index muted_files_user_idx on muted_files (user_id);
create index muted_files_project_idx on muted_files (project_id);
