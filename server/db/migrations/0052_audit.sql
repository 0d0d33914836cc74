-- The audit log: who did what to what, from which address. Entries are added and dropped with their partition, and never
-- changed (decision 98). They are partitioned by the period in which they were written, as events are (decision 70): a backup
-- leaves the period out, so that restored entries are in the partition of the default.

create table audit_entries (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  -- One of `core/audit-actions.ts`.
  action text not null,
  -- How the actor came in: with a session, an API key, an app or a share, without a credential, by the admin CLI, or not at
  -- all: the service itself.
  credential text not null constraint audit_entries_credential_check
    check (credential in ('SESSION', 'API_KEY', 'APP', 'SHARE', 'NONE', 'ADMIN', 'SERVICE')),
  -- Entries outlive the records that they are about: ids without foreign keys, and the names at that time.
  actor_id uuid,
  actor_name text,
  connection_id uuid,
  connection_name text,
  share_guest_id uuid,
  agent boolean not null default false,
  target_kind text,
  target_id text,
  target_name text,
  project_id uuid,
  project_name text,
  address text,
  user_agent text,
  details jsonb not null default '{}',
  -- When the partition was added. The default is the newest one, which gets the new entries.
  period timestamptz not null default '-infinity'
) partition by list (period);
create index audit_entries_list_idx on audit_entries (workspace_id, created_at, id);
create index audit_entries_action_idx on audit_entries (workspace_id, action, created_at, id);
create index audit_entries_actor_idx on audit_entries (workspace_id, actor_id, created_at, id);
create index audit_entries_target_idx on audit_entries (workspace_id, target_id, created_at, id);
create index audit_entries_project_idx on audit_entries (workspace_id, project_id, created_at, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed or deleted' using errcode = 'insufficient_privilege';
end $$;

-- Rights bind every role that is no superuser, the owner of the table too; triggers bind superusers as well.
create function protect_audit_entries(entries regclass) returns void language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from public, %I', entries,
    (select pg_get_userbyid(relowner) from pg_class where oid = entries));
  execute format('create trigger audit_entries_kept before truncate on %s
    for each statement execute function refuse_audit_change()', entries);
end $$;

select protect_audit_entries('audit_entries');
-- Partitions that are added later get this one by themselves.
create trigger audit_entries_unchanged before update or delete on audit_entries
  for each row execute function refuse_audit_change();

create view audit_periods as
select quote_ident(c.relname) as partition, bound.start, lead(bound.start) over (order by bound.start) as "end"
from pg_inherits i join pg_class c on c.oid = i.inhrelid,
  lateral (select substring(pg_get_expr(c.relpartbound, c.oid) from '''(.*)''')::timestamptz as start) bound
where i.inhparent = 'audit_entries'::regclass;

-- Adds a partition for the entries that are written from now on.
create function open_audit_period(start timestamptz) returns void language plpgsql as $$
declare
  partition text := 'audit_entries_' ||
    case when start = '-infinity' then 'first' else to_char(start at time zone 'UTC', 'YYYYMMDD_HH24MISS') end;
begin
  execute format('create table %I (like audit_entries including defaults including constraints, constraint %I primary key (id))',
    partition, partition || '_pkey');
  execute format('alter table audit_entries attach partition %I for values in (%L)', partition, start);
  perform protect_audit_entries(partition::regclass);
  execute format('alter table only audit_entries alter column period set default %L', start);
end $$;
select open_audit_period('-infinity');
