-- Subscriptions of MCP clients to events (decision 87). A worker reads the events after `position` and posts them in their order.

create table event_subscriptions (
  -- Derived from the credential, the URL, the event and the arguments: the same request finds the same subscription.
  id text constraint event_subscriptions_pkey primary key,
  workspace_id uuid not null
    constraint event_subscriptions_workspace_fkey references workspaces on delete cascade,
  user_id uuid not null,
  -- An API key or an OAuth grant. Without a foreign key: when it ends, the worker ends the subscription and tells the client.
  credential_id uuid not null,
  name text not null,
  -- The scopes that reading such events needs.
  scopes text[] not null,
  -- The filters of the subscription; null or false for none.
  project_id uuid,
  file_id text,
  version_id uuid,
  for_me boolean not null default false,
  -- Whether changes that an agent made for this person are sent, too.
  own_agents boolean not null default false,
  url text not null,
  -- Sealed with the secret key of the installation.
  secret bytea not null,
  -- Signs beside the new secret until this time.
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Every event up to this number was accepted, was given up, or is not for this subscription.
  position bigint not null,
  -- Whether events were skipped because they are no longer stored; the next refresh reports it.
  truncated boolean not null default false,
  -- False after repeated failures, until the client refreshes the subscription.
  active boolean not null default true,
  -- Failed attempts of the event after `position`, and events given up since the last success.
  failures integer not null default 0,
  abandoned integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  -- A worker holds the subscription until then. Only the worker of the last claim may write.
  claimed_until timestamptz,
  claims bigint not null default 0,
  -- When access was last checked.
  checked_at timestamptz not null default clock_timestamp(),
  last_delivery_at timestamptz,
  last_error text,
  failed_since timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
)
-- Deliveries change no indexed column and find room in the page, so they write to no index.
with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index event_subscriptions_credential_idx on event_subscriptions (credential_id, url);
create index event_subscriptions_expires_idx on event_subscriptions (expires_at);
