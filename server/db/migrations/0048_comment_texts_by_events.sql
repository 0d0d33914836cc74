-- The texts of comments are stored after the write, by a worker that follows the events of comments, instead of by triggers.

-- Up to which event the texts of a workspace are stored. The number and the texts change in one transaction.
create table comment_text_positions (
  workspace_id uuid constraint comment_text_positions_pkey primary key
    constraint comment_text_positions_workspace_fkey references workspaces on delete cascade,
  number bigint not null
);
-- An event after these numbers may be of a comment whose text a trigger has stored, and is then stored again. No event of a comment
-- without a trigger is among them: such a comment is written after this migration, and its event is numbered after that.
insert into comment_text_positions (workspace_id, number) select workspace_id, last_number from event_counters;

-- Several workers may begin the walk through all comments again.
-- safe: the table has one row
create unique index comment_texts_missing_row_key on comment_texts_missing ((true));

-- Last, because comments wait from here to the end. The lock waits for transactions whose comments have triggers.
drop trigger comments_new_text on comments;
drop trigger comments_changed_text on comments;
drop function store_comment_text();
