-- Workspaces, accounts, API keys, projects and what a project is made of: members, folders, versions.
-- Ids of rows are made by the server (UUID v7, so that the order of ids is the order of creation).

create table settings (
  name text constraint settings_pkey primary key,
  value text not null
);

create table workspaces (
  id uuid constraint workspaces_pkey primary key,
  name text not null,
  avatar_url text,
  created_at timestamptz not null default now()
);

create table users (
  id uuid constraint users_pkey primary key,
  email text not null,
  name text not null,
  avatar_url text,
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

create table workspace_members (
  id uuid constraint workspace_members_pkey primary key,
  workspace_id uuid not null
    constraint workspace_members_workspace_fkey references workspaces on delete cascade,
  user_id uuid not null
    constraint workspace_members_user_fkey references users on delete cascade,
  role text not null
    constraint workspace_members_role_check check (role in ('OWNER', 'ADMIN', 'MEMBER', 'GUEST')),
  -- What this workspace shows instead of the account's own name and picture.
  display_name text,
  avatar_url text,
  created_at timestamptz not null default now(),
  constraint workspace_members_user_key unique (workspace_id, user_id)
);
create index workspace_members_user_idx on workspace_members (user_id);
create index workspace_members_list_idx on workspace_members (workspace_id, id);

create table api_keys (
  id uuid constraint api_keys_pkey primary key,
  workspace_id uuid not null,
  user_id uuid not null,
  name text not null,
  -- SHA-256 of the key; the key itself is shown once and kept nowhere.
  hash bytea not null constraint api_keys_hash_key unique,
  scopes text[] not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint api_keys_member_fkey foreign key (workspace_id, user_id)
    references workspace_members (workspace_id, user_id) on delete cascade
);
create index api_keys_member_idx on api_keys (workspace_id, user_id);

create table projects (
  id uuid constraint projects_pkey primary key,
  workspace_id uuid not null
    constraint projects_workspace_fkey references workspaces on delete cascade,
  name text not null,
  description text,
  thumbnail text,
  access_range text not null
    constraint projects_access_range_check check (access_range in ('ONLY_PROJECT_MEMBER', 'ALLOW_WORKSPACE_MEMBER')),
  deadline date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the project is gone: set while its deletion is scheduled.
  destroyed_at timestamptz,
  constraint projects_workspace_key unique (id, workspace_id)
);
-- List Projects merges two ordered scans: what is open to the workspace, and one's own memberships.
create index projects_open_idx on projects (workspace_id, id) where access_range = 'ALLOW_WORKSPACE_MEMBER';
create index projects_destroyed_idx on projects (destroyed_at) where destroyed_at is not null;

create table project_members (
  id uuid constraint project_members_pkey primary key,
  project_id uuid not null,
  workspace_id uuid not null,
  user_id uuid not null,
  role text not null
    constraint project_members_role_check check (role in
      ('PROJECT_OWNER', 'PROJECT_MANAGER', 'PROJECT_MEMBER', 'PROJECT_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER')),
  created_at timestamptz not null default now(),
  constraint project_members_user_key unique (project_id, user_id),
  constraint project_members_project_fkey foreign key (project_id, workspace_id)
    references projects (id, workspace_id) on delete cascade,
  constraint project_members_user_fkey foreign key (workspace_id, user_id)
    references workspace_members (workspace_id, user_id) on delete cascade
);
create unique index project_members_owner_key on project_members (project_id) where role = 'PROJECT_OWNER';
create index project_members_own_idx on project_members (workspace_id, user_id, project_id);
create index project_members_list_idx on project_members (project_id, id);

create table folders (
  id text constraint folders_pkey primary key,
  project_id uuid not null
    constraint folders_project_fkey references projects on delete cascade,
  parent_id text,
  parent_depth integer,
  name text not null,
  created_by uuid constraint folders_created_by_fkey references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The depth of a parent is part of the reference to it, and a change of depth cascades down the tree. So the
  -- check below holds for whole subtrees that move, under races too; a cycle would climb without end and is refused.
  depth integer not null generated always as (coalesce(parent_depth, 0) + 1) stored
    constraint folders_depth_check check (depth <= 20),
  constraint folders_parent_check check ((parent_id is null) = (parent_depth is null)),
  constraint folders_depth_key unique (id, project_id, depth),
  constraint folders_parent_fkey foreign key (parent_id, project_id, parent_depth)
    references folders (id, project_id, depth) on update cascade
);
create unique index folders_name_key on folders (project_id, coalesce(parent_id, ''), lower(name));
create index folders_parent_idx on folders (parent_id);

create table versions (
  id uuid constraint versions_pkey primary key,
  project_id uuid not null
    constraint versions_project_fkey references projects on delete cascade,
  name text not null,
  description text,
  status text not null default 'NEED_REVIEW'
    constraint versions_status_check check (status in
      ('IN_PROGRESS', 'NEED_REVIEW', 'NEED_EDIT', 'ON_HOLD', 'APPROVED', 'REJECTED', 'CLOSED')),
  allow_restricted boolean not null default false,
  created_by uuid constraint versions_created_by_fkey references users on delete set null,
  -- Counts the changes; it is the ETag.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index versions_created_idx on versions (project_id, created_at, id);
create index versions_name_idx on versions (project_id, lower(name) collate "C", id);
-- What a restricted reviewer sees, however little of a project that is.
create index versions_restricted_idx on versions (project_id, created_at, id) where allow_restricted;
create index versions_restricted_name_idx on versions (project_id, lower(name) collate "C", id) where allow_restricted;

create table idempotency_keys (
  credential_id text not null,
  operation text not null,
  key text not null,
  -- SHA-256 of the parsed input: the same key with another input is refused.
  input_hash bytea not null,
  status integer not null,
  body text,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_pkey primary key (credential_id, operation, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
