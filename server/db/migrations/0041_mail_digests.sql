-- Notifications by mail; see decision 81.

-- A person without a row gets mail soon, in UTC.
create table notification_settings (
  user_id uuid constraint notification_settings_pkey primary key
    constraint notification_settings_user_fkey references users on delete cascade,
  mail text not null default 'SOON' constraint notification_settings_mail_check check (mail in
    ('SOON', 'HOURLY', 'DAILY', 'WEEKLY', 'NEVER')),
  -- An IANA name, such as Europe/Berlin. Null: not known yet.
  time_zone text,
  -- The confirmed address of a guest, whose account has none.
  guest_email text,
  -- The mail server rejected this address. Another address gets mail.
  stopped_email text,
  stopped_reason text,
  stopped_at timestamptz,
  constraint notification_settings_stopped_check check
    ((stopped_email is null) = (stopped_at is null) and (stopped_email is null) = (stopped_reason is null))
);

-- The next mail to a person. The notifier makes it due; a worker claims it, sends it, and records that.
create table mail_digests (
  user_id uuid constraint mail_digests_pkey primary key
    constraint mail_digests_user_fkey references users on delete cascade,
  -- When a worker looks next whether there is something to send. Null: nothing waits.
  due_at timestamptz,
  -- Until then it belongs to the worker that has claimed it.
  claimed_until timestamptz,
  -- Failed attempts in a row.
  failures integer not null default 0,
  -- The mail that may be on its way. It keeps its id and its events until it is sent or certainly refused.
  mail_id uuid,
  event_ids uuid[],
  -- When the last mail was sent.
  sent_at timestamptz,
  constraint mail_digests_mail_check check ((mail_id is null) = (event_ids is null))
);
create index mail_digests_due_idx on mail_digests (due_at) where due_at is not null;
