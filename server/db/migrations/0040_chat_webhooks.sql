-- Webhooks that post messages to a chat (decision 78).

alter table webhooks
  add column format text not null default 'standard',
  -- The chat service answered 429 and asked for this wait.
  add column held_until timestamptz;
alter table webhooks add constraint webhooks_format_check
  check (format in ('standard', 'slack', 'teams', 'discord', 'ntfy')) not valid;

-- A chat message reports several events: it is sent as the request of one delivery, which names the others.
alter table webhook_deliveries
  -- The delivery whose request reports this event.
  add column message_id uuid,
  -- The other deliveries that the request of this one reports.
  add column members uuid[],
  -- The body of the last attempt in a chat format, where `body` holds the event.
  add column sent_body text;
alter table webhook_deliveries drop constraint webhook_deliveries_state_check;
alter table webhook_deliveries add constraint webhook_deliveries_state_check
  check (state in ('PENDING', 'DELIVERED', 'FAILED', 'SKIPPED')) not valid;

-- Deliveries that wait for others of the same kind. Their next attempt is at infinity, so no worker claims them, not even one
-- of the previous release.
create table webhook_waiting (
  delivery_id uuid constraint webhook_waiting_pkey primary key,
  webhook_id uuid not null constraint webhook_waiting_webhook_fkey references webhooks on delete cascade,
  -- The type and the project of the event: events with the same key become one message.
  key text not null,
  created_at timestamptz not null default clock_timestamp()
)
-- Rows stay for seconds, so the number of dead rows starts a vacuum, not their share.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index webhook_waiting_webhook_idx on webhook_waiting (webhook_id);

-- Numbers at most this many committed events, creates their deliveries, and returns how many were numbered. One call runs at a
-- time, and each of its statements sees everything that was committed before it began: an event that is numbered later was
-- not visible earlier. New: deliveries to a chat wait for others.
create or replace function number_events(most integer) returns integer
language plpgsql set enable_seqscan = off as $$
declare
  taken integer;
  counters text[];
  due integer;
begin
  if not exists (select from outbox) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('dailies number events', 0));
  with picked as (
    delete from outbox where position = any (array(select o.position from outbox o order by o.position limit most))
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
    select n.workspace_id, n.number, n.id, n.type, n.project_id,
      array['*', n.type, split_part(n.type, '.', 1) || '.*'] as filters,
      json_build_object('type', n.type, 'timestamp', iso_time(n.created_at), 'data', event_json(n))::text as body
    from numbered n
    where exists (select from webhooks w where w.workspace_id = n.workspace_id and w.active)
  ), addressed as (
    insert into webhook_deliveries (webhook_id, event_id, event_type, body, next_attempt_at)
    select w.id, e.id, e.type, e.body, case when w.format = 'standard' then clock_timestamp() else 'infinity' end
    from written e
    join webhooks w on w.workspace_id = e.workspace_id and w.active and w.events && e.filters
    -- The log shows them in this order.
    order by e.number
    returning id, webhook_id, event_id, next_attempt_at
  ), waiting as (
    insert into webhook_waiting (delivery_id, webhook_id, key)
    select a.id, a.webhook_id, e.type || coalesce(' ' || e.project_id, '')
    from addressed a join written e on e.id = a.event_id
    where a.next_attempt_at = 'infinity'
  )
  select (select count(*) from picked),
    (select array_agg(workspace_id || ' ' || last_number) from counted),
    (select count(*) from addressed)
  into taken, counters, due;
  perform pg_notify('dailies_events', counter) from unnest(counters) counter;
  if due > 0 then perform pg_notify('dailies_deliveries', ''); end if;
  return taken;
end $$;
