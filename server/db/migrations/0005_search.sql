-- Search by keyword: of each searchable column the folded text, in which keywords are looked for, and its key, which is
-- indexed. Both functions have their twins in server/src/core/search.ts, which says what they are for.

create extension if not exists pg_trgm;

create function search_folded(given text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  folded text;
begin
  if given !~ '[^\x01-\x7f]' then
    return lower(given);
  end if;
  folded := translate(
    regexp_replace(lower(normalize(given, nfkd)),
      '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200d\ufe0e\ufe0f]', '', 'g'),
    'ςłøđı', 'σlodi');
  return case when folded = '' then given else folded end;
end $$;

create function search_key(folded text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  digits constant text := '0123456789abcdefghijklmnopqrstuvwxyz';
  key text := ' ';
  letter text;
  code integer;
begin
  if folded !~ '[^\x01-\x7f]' then
    return ' ' || regexp_replace(folded, '[^a-z0-9]', ' ', 'g') || ' ';
  end if;
  foreach letter in array string_to_array(folded, null) loop
    code := ascii(letter);
    key := key || case
      when letter ~ '[a-z0-9]' then letter
      when code < 128 then ' '
      when code between x'2e80'::integer and x'd7ff'::integer or code >= x'10000'::integer then
        ' ' || substr(digits, code / 1296 % 36 + 1, 1) || substr(digits, code / 36 % 36 + 1, 1)
          || substr(digits, code % 36 + 1, 1) || ' '
      else substr(digits, code % 36 + 1, 1)
    end;
  end loop;
  return key || ' ';
end $$;

alter table projects
  add column name_folded text generated always as (search_folded(name)) stored,
  add column name_key text generated always as (search_key(search_folded(name))) stored,
  add column description_folded text generated always as (search_folded(description)) stored,
  add column description_key text generated always as (search_key(search_folded(description))) stored;
create index projects_name_key_idx on projects using gin (name_key gin_trgm_ops);
create index projects_description_key_idx on projects using gin (description_key gin_trgm_ops);

alter table files
  add column name_folded text generated always as (search_folded(name)) stored,
  add column name_key text generated always as (search_key(search_folded(name))) stored;
create index files_name_key_idx on files using gin (name_key gin_trgm_ops);

alter table users
  add column name_folded text generated always as (search_folded(name)) stored,
  add column name_key text generated always as (search_key(search_folded(name))) stored,
  add column email_folded text generated always as (search_folded(email)) stored,
  add column email_key text generated always as (search_key(search_folded(email))) stored;
create index users_name_key_idx on users using gin (name_key gin_trgm_ops);
create index users_email_key_idx on users using gin (email_key gin_trgm_ops);

alter table workspace_members
  add column name_folded text generated always as (search_folded(display_name)) stored,
  add column name_key text generated always as (search_key(search_folded(display_name))) stored;
create index workspace_members_name_key_idx on workspace_members using gin (name_key gin_trgm_ops);
