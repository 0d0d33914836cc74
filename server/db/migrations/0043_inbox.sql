-- no transaction
-- Get Inbox reads the newest requests to a person, the newest mentions of a person, and the generations that a person waits for.
create index concurrently if not exists review_requests_newest_idx on review_requests (user_id, created_at);
create index concurrently if not exists comment_mentions_newest_idx on comment_mentions (user_id, comment_id) where current;
create index concurrently if not exists files_generating_idx on files (author_id) where status = 'GENERATING';
