-- An e-mail address counts only when its owner or the operator has proven it.

-- When the address was proven: by a link that was sent to it, or by the operator. Null: somebody only claimed it. A claim
-- lets its account sign in with the address, and loses the address to whoever proves it.
alter table users add column email_proven_at timestamptz;

-- Accounts made so far: those of guests are claims (a guest could change their address as they liked); all others had an
-- administrator who knew them. The server made the guest of the demo project itself.
update users u set email_proven_at = now()
where u.email = 'mira@demo.invalid' or (u.email not like '%.invalid'
  and exists (select from workspace_members m where m.user_id = u.id and m.role <> 'GUEST'));

alter table one_time_links
  -- The address that opening the link proves: the one it was sent to. Null: the link was handed over by hand.
  add column email text,
  -- Whether the link went out by e-mail. A new address that waits for the operator has a link that nobody knows.
  add column mailed boolean not null default false,
  drop constraint one_time_links_purpose_check,
  add constraint one_time_links_purpose_check check (purpose in ('SIGN_IN', 'RESET', 'EMAIL')),
  add constraint one_time_links_email_check check (purpose <> 'EMAIL' or email is not null);

-- One of a kind per account: of two that are asked for at once, the newest works.
delete from one_time_links older using one_time_links newer
where older.user_id = newer.user_id and older.purpose = newer.purpose and older.id < newer.id;
drop index one_time_links_user_idx;
create unique index one_time_links_user_key on one_time_links (user_id, purpose);

-- Whether the link was sent to the invited address, so that accepting proves the address. False: the inviter saw the link.
alter table invitations add column mailed boolean not null default false;

-- A webhook belongs to whoever made it or last changed its URL (created_by). It is paused when that person may no longer
-- manage webhooks.
alter table webhooks
  drop constraint webhooks_disabled_reason_check,
  add constraint webhooks_disabled_reason_check check
    (disabled_reason is null or (disabled_reason in ('GONE', 'FAILING', 'OWNER_REMOVED') and not active));
create index webhooks_created_by_idx on webhooks (created_by) where created_by is not null;

-- A trigger, so that no way of removing or lowering a member can forget it. Deliveries that still wait are ended when they
-- are due.
create function end_management() returns trigger language plpgsql as $$
begin
  update webhooks set active = false, disabled_reason = 'OWNER_REMOVED', updated_at = now()
  where workspace_id = old.workspace_id and created_by = old.user_id and active;
  delete from invitations where workspace_id = old.workspace_id and invited_by = old.user_id;
  return null;
end $$;
create trigger workspace_members_removed after delete on workspace_members
  for each row when (old.role in ('OWNER', 'ADMIN')) execute function end_management();
create trigger workspace_members_lowered after update of role on workspace_members
  for each row when (old.role in ('OWNER', 'ADMIN') and new.role not in ('OWNER', 'ADMIN'))
  execute function end_management();
