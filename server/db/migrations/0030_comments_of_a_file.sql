-- no transaction
-- Deleting a file finds its comments, replies among them: the other indexes hold no replies.
create index concurrently if not exists comments_of_file_idx on comments (file_id);
