-- What happened, and whom we tell.

-- A change adds a row here in its own transaction. It has no number yet: a number given before the commit could become
-- visible after a higher one. The position is drawn after the change holds its locks, so of two changes that depend on
-- each other the later one has the higher.
create table outbox (
  position bigint generated always as identity constraint outbox_pkey primary key,
  workspace_id uuid not null,
  event_id uuid not null default gen_random_uuid(),
  type text not null,
  project_id uuid,
  -- Who did it; null when it was the service itself.
  actor_id uuid,
  agent boolean not null default false,
  -- Who of a project may learn of it.
  audience text not null constraint outbox_audience_check check (audience in ('ANYONE', 'UNRESTRICTED', 'MANAGERS')),
  -- What it is about, where restricted reviewers do not see all of the kind.
  file_id text,
  version_id uuid,
  data json not null,
  created_at timestamptz not null default clock_timestamp()
)
-- Rows live for milliseconds: what they leave behind is cleaned up by number, not by share.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table event_counters (
  workspace_id uuid constraint event_counters_pkey primary key
    constraint event_counters_workspace_fkey references workspaces on delete cascade,
  last_number bigint not null,
  -- Events up to this number are gone; who asks for what follows an earlier one has missed some.
  forgotten_number bigint not null default 0
);

-- The outbox in the order in which readers get it. Nothing ever appears behind a number that is there already.
create table events (
  workspace_id uuid not null
    constraint events_workspace_fkey references workspaces on delete cascade,
  number bigint not null,
  id uuid not null constraint events_id_key unique,
  type text not null,
  project_id uuid,
  -- { id, name, agent } as it was then, or null.
  actor json,
  audience text not null,
  file_id text,
  version_id uuid,
  data json not null,
  created_at timestamptz not null,
  constraint events_pkey primary key (workspace_id, number)
);
create index events_project_idx on events (project_id, number);
create index events_created_idx on events (created_at);
-- What restricted reviewers did not see when it went: they do not learn of it afterwards.
create index events_hidden_file_idx on events (file_id) where type = 'file.deleted' and audience = 'UNRESTRICTED';
create index events_hidden_version_idx on events (version_id)
  where type = 'version.deleted' and audience = 'UNRESTRICTED';

create table webhooks (
  id uuid constraint webhooks_pkey primary key,
  workspace_id uuid not null
    constraint webhooks_workspace_fkey references workspaces on delete cascade,
  url text not null,
  -- `comment.created`, `comment.*` or `*`.
  events text[] not null,
  description text,
  -- Sealed with the secret key of the installation.
  secret bytea not null,
  -- Signs beside the new one until its time is over.
  previous_secret bytea,
  previous_secret_until timestamptz,
  active boolean not null default true,
  -- Why we have switched it off: it answered 410, or nothing got through for days. Null when an admin did.
  disabled_reason text constraint webhooks_disabled_reason_check
    check (disabled_reason is null or (disabled_reason in ('GONE', 'FAILING') and not active)),
  created_by uuid constraint webhooks_created_by_fkey references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhooks_workspace_idx on webhooks (workspace_id, id);

-- One event on its way to one webhook. The row is the queue: whoever takes it holds it for a while, so that another
-- takes over when they die. Taking changes no indexed column and finds room in the page: it writes to no index.
create table webhook_deliveries (
  id uuid constraint webhook_deliveries_pkey primary key default gen_random_uuid(),
  webhook_id uuid not null
    constraint webhook_deliveries_webhook_fkey references webhooks on delete cascade,
  event_id uuid not null,
  event_type text not null,
  -- What is sent, byte by byte the same at every attempt.
  body text not null,
  state text not null default 'PENDING'
    constraint webhook_deliveries_state_check check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  -- Why it is tried no more: the last attempt failed, the receiver said 410, or the webhook was switched off.
  failure text
    constraint webhook_deliveries_failure_check check (failure in ('EXHAUSTED', 'GONE', 'INACTIVE')),
  -- The number of the last attempt. Whoever made an earlier one no longer decides.
  attempts integer not null default 0,
  -- How many of them failed since it was last begun: where it is on the ladder.
  failures integer not null default 0,
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint webhook_deliveries_next_check check ((state = 'PENDING') = (next_attempt_at is not null)),
  constraint webhook_deliveries_ended_check check ((state = 'PENDING') = (ended_at is null)),
  constraint webhook_deliveries_failed_check check ((state = 'FAILED') = (failure is not null))
) with (fillfactor = 70);
create index webhook_deliveries_list_idx on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_failed_idx on webhook_deliveries (webhook_id, created_at, id) where state = 'FAILED';
create index webhook_deliveries_due_idx on webhook_deliveries (webhook_id, next_attempt_at) where state = 'PENDING';
create index webhook_deliveries_created_idx on webhook_deliveries using brin (created_at);

create table webhook_attempts (
  delivery_id uuid not null
    constraint webhook_attempts_delivery_fkey references webhook_deliveries on delete cascade,
  number integer not null,
  url text not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- What the receiver answered, or why there was no answer.
  status integer,
  error text,
  -- The beginning of the answer.
  response text,
  constraint webhook_attempts_pkey primary key (delivery_id, number)
);

-- As the API writes moments.
create function wire_time(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
$$;

-- As Standard Webhooks wants them.
create function iso_time(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- An event as readers and receivers get it.
create function event_json(e events) returns json language sql stable as $$
  select json_build_object('id', e.id, 'number', e.number, 'type', e.type, 'createdAt', wire_time(e.created_at),
    'actor', e.actor, 'project', case when e.project_id is not null then json_build_object('id', e.project_id) end,
    'data', e.data)
$$;

-- Gives numbers to at most so many of the changes that were committed, and makes their deliveries; answers how many.
-- One runs at a time, and each of its statements sees all that was committed before it began. So what is numbered later
-- was not there to be seen earlier.
create function number_events(most integer) returns integer language plpgsql as $$
declare
  taken integer;
  counters text[];
  due integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('dailies number events', 0));
  with picked as (
    delete from outbox where position in (select o.position from outbox o order by o.position limit most)
    returning *
  ), counted as (
    insert into event_counters as c (workspace_id, last_number)
    select p.workspace_id, count(*) from picked p join workspaces w on w.id = p.workspace_id group by p.workspace_id
    on conflict (workspace_id) do update set last_number = c.last_number + excluded.last_number
    returning c.workspace_id, c.last_number
  ), numbered as (
    insert into events
      (workspace_id, number, id, type, project_id, actor, audience, file_id, version_id, data, created_at)
    select p.workspace_id,
      c.last_number - (row_number() over (partition by p.workspace_id order by p.position desc)) + 1,
      p.event_id, p.type, p.project_id,
      case when u.id is not null then
        json_build_object('id', u.id, 'name', coalesce(m.display_name, u.name), 'agent', p.agent) end,
      p.audience, p.file_id, p.version_id, p.data, p.created_at
    from picked p
    join counted c on c.workspace_id = p.workspace_id
    left join users u on u.id = p.actor_id
    left join workspace_members m on m.workspace_id = p.workspace_id and m.user_id = p.actor_id
    returning events.*
  ), written as materialized (
    -- Once for all webhooks that get it.
    select n.workspace_id, n.number, n.id, n.type, array['*', n.type, split_part(n.type, '.', 1) || '.*'] as filters,
      json_build_object('type', n.type, 'timestamp', iso_time(n.created_at), 'data', event_json(n))::text as body
    from numbered n
    where exists (select from webhooks w where w.workspace_id = n.workspace_id and w.active)
  ), addressed as (
    insert into webhook_deliveries (webhook_id, event_id, event_type, body, next_attempt_at)
    select w.id, e.id, e.type, e.body, clock_timestamp()
    from written e
    join webhooks w on w.workspace_id = e.workspace_id and w.active and w.events && e.filters
    -- The log shows them in this order.
    order by e.number
    returning 1
  )
  select (select count(*) from picked),
    (select array_agg(workspace_id || ' ' || last_number) from counted),
    (select count(*) from addressed)
  into taken, counters, due;
  perform pg_notify('dailies_events', counter) from unnest(counters) counter;
  if due > 0 then perform pg_notify('dailies_deliveries', ''); end if;
  return taken;
end $$;
