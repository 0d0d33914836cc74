-- Comments that were imported from marker files.
create table comment_imports (
  comment_id uuid constraint comment_imports_pkey primary key
    constraint comment_imports_comment_fkey references all_comments on delete cascade,
  file_id text not null constraint comment_imports_file_fkey references all_files on delete cascade,
  -- A fingerprint of the marker: its frame, length and texts. The same marker is imported once, also by two callers at a time.
  key text not null,
  -- Who wrote it, as the marker file says.
  author text constraint comment_imports_author_check check (char_length(author) between 1 and 200),
  format text not null,
  constraint comment_imports_key unique (file_id, key)
);
