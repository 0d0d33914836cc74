-- Files that the server downloads from an address. The row is deleted when the file is complete or has failed: an address may
-- hold a secret.
create table url_uploads (
  file_id text constraint url_uploads_pkey primary key
    constraint url_uploads_file_fkey references files on delete cascade,
  url text not null,
  -- The name is that of the answer, unless the caller has given one.
  named boolean not null,
  agent boolean not null,
  tries integer not null default 0,
  received bigint not null default 0,
  total bigint
);
