-- Deleting a file finds its comments, replies among them: the other indexes hold no replies.
create index comments_of_file_idx on comments (file_id);
