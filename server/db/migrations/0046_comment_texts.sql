-- Search in comments: the key of each text, as files and projects have one (0005_search.sql). It is a table of its own,
-- because a new column with a value would rewrite the comments, and the lists of comments would read it.

create table comment_texts (
  comment_id uuid constraint comment_texts_pkey primary key
    constraint comment_texts_comment_fkey references comments on delete cascade,
  key text not null
);
create index comment_texts_key_idx on comment_texts using gin (key gin_trgm_ops);

-- A trigger, so that nodes of the previous release write it as well.
create function store_comment_text() returns trigger language plpgsql as $$
begin
  if new.content is null then
    delete from comment_texts where comment_id = new.id;
  else
    insert into comment_texts (comment_id, key) values (new.id, search_key(search_folded(new.content)))
    on conflict on constraint comment_texts_pkey do update set key = excluded.key;
  end if;
  return null;
end $$;

-- safe: the table is locked for a moment only, and nothing is read.
create trigger comments_new_text after insert on comments
  for each row when (new.content is not null) execute function store_comment_text();
-- safe: as above.
create trigger comments_changed_text after update of content on comments
  for each row when (new.content is distinct from old.content) execute function store_comment_text();

-- One row while comments from before the triggers have no text; a periodic job goes from the newest to the oldest, below
-- `position`, and then deletes it.
create table comment_texts_missing (
  position uuid not null
);
insert into comment_texts_missing (position) values ('ffffffff-ffff-ffff-ffff-ffffffffffff');
