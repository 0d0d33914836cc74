-- Uploads of share guests start no paid review by themselves (decision 113): with a model, the author of the file must be in the
-- workspace. Otherwise as in migration 71.

create or replace function start_skill_reviews() returns trigger language plpgsql as $$
begin
  insert into skill_reviews (id, project_id, file_id, skill_reviewer_id, skill_id, skill_name, model, automatic)
  select gen_random_uuid(), f.project_id, f.id, r.id, s.id, s.name, r.model, true
  from all_files f
  join projects p on p.id = f.project_id
  join skill_reviewers r on r.project_id = f.project_id and r.trigger = 'NEW_REVISIONS' and new.kind = any(r.kinds)
  join all_skills s on s.id = r.skill_id
  where f.id = new.file_id and f.trash_id is null and f.created_at >= r.created_at
    and (r.model is null or exists (
      select from workspace_members m where m.workspace_id = p.workspace_id and m.user_id = f.author_id))
  on conflict do nothing;
  return null;
end $$;
