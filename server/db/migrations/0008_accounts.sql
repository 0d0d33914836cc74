-- How people come in: passwords, passkeys, sessions, invitations and one-time links.

-- Argon2id in the usual form; null: there is no password, and none matches.
alter table users add column password_hash text;

create table passkeys (
  id uuid constraint passkeys_pkey primary key,
  user_id uuid not null constraint passkeys_user_fkey references users on delete cascade,
  name text not null,
  -- The authenticator's own id for it.
  credential_id bytea not null constraint passkeys_credential_key unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_id, id);

-- What a passkey is asked to sign: each is answered once.
create table passkey_challenges (
  challenge text constraint passkey_challenges_pkey primary key,
  -- Whom the new passkey is for: an account, or one that is made with it. Null: somebody signs in.
  user_id uuid,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_idx on passkey_challenges (expires_at);

create table sessions (
  id uuid constraint sessions_pkey primary key,
  -- SHA-256 of the cookie's value, which is kept nowhere.
  hash bytea not null constraint sessions_hash_key unique,
  user_id uuid not null,
  workspace_id uuid not null,
  -- Null: all of them. Guests who came by access link have some.
  scopes text[],
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Moves on while the session is used, but never past ends_at.
  expires_at timestamptz not null,
  ends_at timestamptz,
  constraint sessions_member_fkey foreign key (workspace_id, user_id)
    references workspace_members (workspace_id, user_id) on delete cascade
);
create index sessions_member_idx on sessions (workspace_id, user_id);
create index sessions_user_idx on sessions (user_id, id);
create index sessions_expires_idx on sessions (expires_at);

create table invitations (
  id uuid constraint invitations_pkey primary key,
  workspace_id uuid not null constraint invitations_workspace_fkey references workspaces on delete cascade,
  email text not null,
  role text not null constraint invitations_role_check check (role in ('ADMIN', 'MEMBER', 'GUEST')),
  hash bytea not null constraint invitations_hash_key unique,
  invited_by uuid constraint invitations_invited_by_fkey references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
-- One open invitation per address: a new one takes the place of the old one.
create unique index invitations_email_key on invitations (workspace_id, lower(email));
create index invitations_list_idx on invitations (workspace_id, id);
create index invitations_invited_by_idx on invitations (invited_by);

create table one_time_links (
  id uuid constraint one_time_links_pkey primary key,
  user_id uuid not null constraint one_time_links_user_fkey references users on delete cascade,
  purpose text not null constraint one_time_links_purpose_check check (purpose in ('SIGN_IN', 'RESET')),
  hash bytea not null constraint one_time_links_hash_key unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index one_time_links_user_idx on one_time_links (user_id);
create index one_time_links_expires_idx on one_time_links (expires_at);
