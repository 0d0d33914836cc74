-- Web push: the browsers that receive it, and the messages that wait to be sent (decision 82).

-- A session is one browser, and a browser has one subscription: signing out deletes it.
create table push_subscriptions (
  session_id uuid constraint push_subscriptions_pkey primary key
    constraint push_subscriptions_session_fkey references sessions on delete cascade,
  -- Those of the session.
  workspace_id uuid not null,
  user_id uuid not null,
  -- The URL at the push service of the browser. A browser that somebody else signs in to keeps its URL.
  endpoint text not null constraint push_subscriptions_endpoint_key unique,
  -- The public key of the browser, and the secret that it shares with this server (RFC 8291).
  p256dh bytea not null,
  auth bytea not null,
  set_at timestamptz not null default clock_timestamp()
);
create index push_subscriptions_user_idx on push_subscriptions (user_id, workspace_id);

-- Messages to be sent. Without foreign keys: a row lives for seconds, and a worker drops it when its subscription or its
-- notification is gone.
create table pushes (
  session_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null,
  -- The time from which a worker may take it. A worker that takes it moves the time to the end of its lease.
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Whether the notification got another event since a worker took the message.
  changed boolean not null default false,
  constraint pushes_pkey primary key (session_id, notification_id)
)
-- The number of dead rows starts a vacuum, not their share.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index pushes_due_idx on pushes (due_at);

-- When a message about it was last sent: the next one waits a minute.
alter table notifications add column pushed_at timestamptz;
