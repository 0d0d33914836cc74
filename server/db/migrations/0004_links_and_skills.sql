-- Access links to projects; skills and their published versions.

create table access_links (
  id uuid constraint access_links_pkey primary key,
  project_id uuid not null
    constraint access_links_project_fkey references projects on delete cascade,
  role text not null constraint access_links_role_check check (role in
    ('PROJECT_MEMBER', 'PROJECT_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER')),
  description text,
  -- The key is found by its hash and shown by decrypting it.
  key_hash bytea not null constraint access_links_key_key unique,
  key_sealed bytea not null,
  password_hash text,
  allow_download boolean not null default true,
  expires_at timestamptz,
  created_by uuid constraint access_links_created_by_fkey references users on delete set null,
  created_at timestamptz not null default now()
);
create index access_links_project_idx on access_links (project_id, id);

create table skills (
  id text constraint skills_pkey primary key,
  workspace_id uuid not null
    constraint skills_workspace_fkey references workspaces on delete cascade,
  source text not null default 'WORKSPACE'
    constraint skills_source_check check (source in ('WORKSPACE', 'BUILT_IN')),
  name text not null,
  description text not null,
  metadata jsonb,
  allowed_tools text[],
  license text,
  default_version_id text,
  -- The number of the version published last: numbers go up by one and are never given twice, even after a deletion.
  last_version integer not null default 0,
  created_by uuid constraint skills_created_by_fkey references users on delete set null,
  -- Counts the changes; it is the ETag.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index skills_workspace_idx on skills (workspace_id, id);

create table skill_versions (
  id text constraint skill_versions_pkey primary key,
  skill_id text not null
    constraint skill_versions_skill_fkey references skills on delete cascade,
  version integer not null,
  content text not null,
  note text,
  created_by uuid constraint skill_versions_created_by_fkey references users on delete set null,
  created_at timestamptz not null default now(),
  constraint skill_versions_number_key unique (skill_id, version),
  constraint skill_versions_skill_key unique (id, skill_id)
);
-- The default is a version of this very skill, and cannot be deleted while it is the default.
alter table skills add constraint skills_default_fkey foreign key (default_version_id, id)
  references skill_versions (id, skill_id) deferrable initially immediate;
