-- The table of events becomes the first partition of a table with the same name and columns.

-- safe: readers and writers pass while the rows are read, and the other statements take a moment each
alter table events validate constraint events_first_period_check;

-- safe: nodes of the previous release find the new table under this name
alter table events rename to events_first;
-- safe: no statement names it
alter table events_first rename constraint events_pkey to events_first_pkey;
-- safe: no statement names it
alter table events_first rename constraint events_id_key to events_first_id_key;
alter index events_project_idx rename to events_first_project_idx;
alter index events_created_idx rename to events_first_created_idx;
alter index events_hidden_file_idx rename to events_first_hidden_file_idx;
alter index events_hidden_version_idx rename to events_first_hidden_version_idx;
-- To drop a partition with this key would lock all workspaces.
alter table events_first drop constraint events_workspace_fkey;

-- Numbers and periods rise together. Each partition has the primary key (workspace_id, number).
create table events (
  workspace_id uuid not null,
  number bigint not null,
  id uuid not null,
  type text not null,
  project_id uuid,
  -- { id, name, agent } at that time, or null.
  actor json,
  audience text not null,
  file_id text,
  version_id uuid,
  data json not null,
  created_at timestamptz not null,
  -- When the partition was added. The default is the newest one, which gets the new events.
  period timestamptz not null default '-infinity'
) partition by list (period);
create index events_project_idx on events (project_id, number);
-- Records that restricted reviewers did not see when they were deleted: they are not told of them afterwards.
create index events_hidden_file_idx on events (file_id) where type = 'file.deleted' and audience = 'UNRESTRICTED';
create index events_hidden_version_idx on events (version_id)
  where type = 'version.deleted' and audience = 'UNRESTRICTED';
alter table events attach partition events_first for values in ('-infinity');

-- The argument of the old function is a row of the first partition.
drop function event_json(events_first);
create function event_json(e events) returns json language sql stable as $$
  select json_build_object('id', e.id, 'number', e.number, 'type', e.type, 'createdAt', wire_time(e.created_at),
    'actor', e.actor, 'project', case when e.project_id is not null then json_build_object('id', e.project_id) end,
    'data', e.data)
$$;

create view event_periods as
select quote_ident(c.relname) as partition, bound.start, lead(bound.start) over (order by bound.start) as "end"
from pg_inherits i join pg_class c on c.oid = i.inhrelid,
  lateral (select substring(pg_get_expr(c.relpartbound, c.oid) from '''(.*)''')::timestamptz as start) bound
where i.inhparent = 'events'::regclass;

-- Adds a partition for the events that are numbered from now on. No event is numbered meanwhile.
create function open_event_period(start timestamptz) returns void language plpgsql as $$
declare
  partition text := 'events_' || to_char(start at time zone 'UTC', 'YYYYMMDD_HH24MISS');
begin
  perform pg_advisory_xact_lock(hashtextextended('dailies number events', 0));
  execute format('create table %I (like events, constraint %I primary key (workspace_id, number))',
    partition, partition || '_pkey');
  execute format('alter table events attach partition %I for values in (%L)', partition, start);
  execute format('alter table only events alter column period set default %L', start);
end $$;
