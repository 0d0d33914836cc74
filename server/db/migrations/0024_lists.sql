-- Lists of files in six orders, what a file card and a project card show, and the cover of a project.

-- A name in natural order: without regard to case and accents, and each number by its value, so that shot2 comes before
-- shot10. A number is written as the count of its digits and the digits. No collation is used: those of ICU change their
-- order with the version of the library, which breaks an index. Cut to what an index entry can hold.
create function natural_key(folded text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  if folded !~ '[0-9]' then
    return left(folded, 200);
  end if;
  return left((
    select string_agg(case when part[1] ~ '^[0-9]'
      then lpad(length(ltrim(part[1], '0'))::text, 3, '0') || ltrim(part[1], '0') else part[1] end, '' order by place)
    from regexp_matches(folded, '[0-9]+|[^0-9]+', 'g') with ordinality as parts (part, place)), 200);
end $$;

alter table files
  -- What the tracks of a file say it is, where its content type says something else: an MP4 that holds sound only.
  add column probed_kind text,
  add column name_sort text collate "C" generated always as (natural_key(search_folded(name))) stored,
  add column size_sort bigint generated always as (coalesce(size, 0)) stored,
  add column tag_sort smallint generated always as (case tag when 'IN_PROGRESS' then 1 when 'NEED_REVIEW' then 2
    when 'NEED_EDIT' then 3 when 'ON_HOLD' then 4 when 'APPROVED' then 5 when 'REJECTED' then 6 else 7 end) stored,
  add column kind text collate "C" generated always as (coalesce(probed_kind, case
    when mode = 'YOUTUBE' or mime_type like 'video/%' or mime_type = 'application/mxf' then 'VIDEO'
    when mime_type like 'audio/%' then 'AUDIO'
    when mime_type like 'image/%' then 'IMAGE'
    when mime_type like 'model/%' or mime_type = 'application/vnd.autodesk.fbx' then 'MODEL'
    when mime_type like 'text/%' or mime_type in ('application/pdf', 'application/rtf', 'application/msword')
      or mime_type like 'application/vnd.ms-%' or mime_type like 'application/vnd.oasis.opendocument.%'
      or mime_type like 'application/vnd.openxmlformats-officedocument.%' then 'DOCUMENT'
    else 'OTHER' end)) stored;

update files f set probed_kind = m.kind from media m where m.file_id = f.id and m.kind <> f.kind;

-- Rarely writes: only where the tracks say something else than the content type.
create function set_probed_kind() returns trigger language plpgsql as $$
begin
  update files f set probed_kind = new.kind where f.id = new.file_id and f.kind <> new.kind;
  return null;
end $$;
create trigger media_probed after insert or update of kind on media
  for each row when (new.kind is not null) execute function set_probed_kind();

-- Also counts the files of a project, from the index alone.
create index files_updated_idx on files (project_id, updated_at, id) include (stack_id, allow_restricted);
create index files_name_idx on files (project_id, name_sort, id);
create index files_size_idx on files (project_id, size_sort, id);
create index files_tag_idx on files (project_id, tag_sort, name_sort, id);
create index files_kind_idx on files (project_id, kind, name_sort, id);
create index files_author_idx on files (author_id, project_id, created_at, id);

-- How many comments a file has, and how many of them are open, from the index alone.
create index comments_counted_idx on comments (file_id) include (resolved_at)
  where parent_id is null and deleted_at is null;

-- The file whose picture a project is shown by, where one was chosen. A table of its own: the rows of projects stay as
-- narrow as the plans of their lists expect, and no reference goes from projects to what belongs to them.
create table project_covers (
  project_id uuid constraint project_covers_pkey primary key
    constraint project_covers_project_fkey references projects on delete cascade,
  file_id text not null,
  constraint project_covers_file_fkey foreign key (file_id, project_id)
    references files (id, project_id) on delete cascade
);
create index project_covers_file_idx on project_covers (file_id);

-- When something last happened in a project: the newest of its files, comments and versions, one look at each. The row of
-- the project is not written for it, which all who work in the project would wait for.
create index comments_activity_idx on comments (project_id, updated_at) include (file_id);
create index versions_activity_idx on versions (project_id, updated_at) include (allow_restricted);

-- Counts the open comments of a project.
create index comments_open_idx on comments (project_id) include (file_id)
  where parent_id is null and deleted_at is null and resolved_at is null;
