-- People whom comments mention.

-- null: no mention has ever been written into the comment, as in all comments of the previous release.
alter table comments add column has_mentions boolean;
-- null: never; false: an edit has removed the mention, so adding it again is not new.
alter table comments add column mentions_everyone boolean;

create table comment_mentions (
  comment_id uuid not null
    constraint comment_mentions_comment_fkey references comments on delete cascade,
  user_id uuid not null
    constraint comment_mentions_user_fkey references users on delete cascade,
  -- false: an edit has removed the mention, so adding it again is not new.
  current boolean not null default true,
  constraint comment_mentions_pkey primary key (comment_id, user_id)
);
create index comment_mentions_user_idx on comment_mentions (user_id);
