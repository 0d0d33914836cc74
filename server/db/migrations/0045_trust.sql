-- What agents write and do: drafts of skills, limits of a connection, and which connection caused an event.

-- A version that an agent wrote is a draft until a person publishes it.
alter table skill_versions
  add column agent boolean not null default false,
  add column draft boolean not null default false;
-- safe: skills are few, and each has few versions
alter table skill_versions add constraint skill_versions_draft_key unique (id, skill_id, draft);

alter table skills
  -- Created by an agent, and no version is published yet.
  add column draft boolean not null default false,
  -- Changes of the details by an agent, until a person decides: { changes, userId, at }.
  add column proposal jsonb,
  -- Always false: the default version is not a draft.
  add column default_draft boolean not null default false;
-- safe: skills are few
alter table skills add constraint skills_default_draft_check check (not default_draft);
-- safe: skills are few
alter table skills add constraint skills_published_default_fkey foreign key (default_version_id, id, default_draft)
  references skill_versions (id, skill_id, draft) deferrable initially immediate;

-- What the person allows a connection to do, whatever its scopes.
alter table api_keys
  add column may_spend boolean not null default true,
  add column may_give_verdicts boolean not null default true,
  add column may_add_people boolean not null default true;
alter table oauth_grants
  add column may_spend boolean not null default true,
  add column may_give_verdicts boolean not null default true,
  add column may_add_people boolean not null default true;

-- The API key or the connected app that caused the event; null for a session and for the service itself. It has no foreign key:
-- events outlive connections.
alter table outbox add column connection_id uuid;
alter table events add column connection_id uuid;
-- safe: only the numbering of events waits while the rows are read; changes write to the outbox
create index events_connection_idx on events (connection_id, number) where connection_id is not null;

-- As before, with the connection.
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
      (workspace_id, number, id, type, project_id, actor, audience, file_id, version_id, data, created_at, connection_id)
    select p.workspace_id,
      c.last_number - (row_number() over (partition by p.workspace_id order by p.position desc)) + 1,
      p.event_id, p.type, p.project_id,
      case when u.id is not null then
        json_build_object('id', u.id, 'name', coalesce(m.display_name, u.name), 'agent', p.agent) end,
      p.audience, p.file_id, p.version_id, p.data, p.created_at, p.connection_id
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
