-- When a person last let the app in; null: nobody has yet. Such a registration is forgotten after a day.
alter table oauth_clients add column used_at timestamptz;
-- For those that are there it is not known, so they keep their 30 days.
update oauth_clients set used_at = created_at;
create index oauth_clients_unused_idx on oauth_clients (created_at) where used_at is null;
