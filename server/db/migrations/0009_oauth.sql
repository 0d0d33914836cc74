-- Apps that act for people: OAuth clients, what people allowed them, and what the authorization server remembers.

-- Apps that registered themselves. Those that are named by a URL are read from there and not kept.
create table oauth_clients (
  id text constraint oauth_clients_pkey primary key,
  -- As RFC 7591 names it. Of a secret only the SHA-256 is in it. Not jsonb, which refuses some characters that apps send.
  metadata json not null,
  created_at timestamptz not null default now()
);
create index oauth_clients_created_idx on oauth_clients (created_at);

-- One person let one app into one workspace. Without this row none of its tokens is good.
create table oauth_grants (
  id uuid constraint oauth_grants_pkey primary key,
  user_id uuid not null,
  workspace_id uuid not null,
  -- Of oauth_clients, or a URL.
  client_id text not null,
  -- What the person was shown.
  client_name text not null,
  client_host text,
  scopes text[] not null,
  resources text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  constraint oauth_grants_app_key unique (user_id, client_id, workspace_id),
  constraint oauth_grants_member_fkey foreign key (workspace_id, user_id)
    references workspace_members (workspace_id, user_id) on delete cascade
);
create index oauth_grants_member_idx on oauth_grants (workspace_id, user_id);
create index oauth_grants_client_idx on oauth_grants (client_id);
create index oauth_grants_used_idx on oauth_grants (last_used_at);

-- Access tokens, refresh tokens, codes, and authorizations under way.
create table oauth_artifacts (
  -- SHA-256 of the value, which is kept nowhere.
  hash bytea constraint oauth_artifacts_pkey primary key,
  model text not null,
  grant_id uuid constraint oauth_artifacts_grant_fkey references oauth_grants on delete cascade,
  uid text,
  payload json not null,
  -- A code or a refresh token that was used. Seen again, it was stolen.
  consumed_at timestamptz,
  expires_at timestamptz not null
);
create index oauth_artifacts_grant_idx on oauth_artifacts (grant_id);
create index oauth_artifacts_uid_idx on oauth_artifacts (uid) where uid is not null;
create index oauth_artifacts_expires_idx on oauth_artifacts (expires_at);
