-- Avatars of workspaces and people. They are small (three sizes, together about 50 KB), one for each owner, and belong to
-- the owner alone, so they are rows and not objects of the storage: a backup has them, and they go with their owner.

create table avatars (
  -- Random, and new with every upload: it is the permission to load the image, and browsers may keep what it names.
  id uuid constraint avatars_pkey primary key,
  -- The workspace's own avatar has no user, the account's no workspace; with both, it is what this workspace shows of
  -- the person instead of the account's.
  workspace_id uuid constraint avatars_workspace_fkey references workspaces on delete cascade,
  user_id uuid constraint avatars_user_fkey references users on delete cascade,
  -- WebP, squares of 64, 128 and 512 pixels.
  small bytea not null,
  medium bytea not null,
  large bytea not null,
  created_at timestamptz not null default now(),
  constraint avatars_owner_check check (workspace_id is not null or user_id is not null),
  constraint avatars_member_fkey foreign key (workspace_id, user_id)
    references workspace_members (workspace_id, user_id) on delete cascade
);
create unique index avatars_owner_key on avatars (coalesce(workspace_id, user_id), coalesce(user_id, workspace_id));
create index avatars_workspace_idx on avatars (workspace_id, user_id);
create index avatars_user_idx on avatars (user_id);
