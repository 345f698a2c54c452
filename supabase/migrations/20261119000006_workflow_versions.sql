-- Workflows as product owners publish them. They belong to a project (its name; '' without one), of
-- which a database may hold several: all organisations are served alike. A content is stored before anybody is served by it, so that each conversation can
-- go on with what it began with, on any worker.
create table batuta.workflow_contents (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  workflow text not null,
  version integer not null check (version > 0),
  source text not null check (octet_length(source) <= 1048576),
  prompts jsonb not null default '{}' check (pg_column_size(prompts) <= 4194304),
  stored_at timestamptz not null default now()
);

create table batuta.workflow_versions (
  project text not null check (char_length(project) <= 100),
  workflow text not null,
  version integer not null check (version > 0),
  hash text not null references batuta.workflow_contents,
  note text check (char_length(note) <= 500),
  via text not null check (via in ('start', 'command', 'api')),
  published_by uuid references batuta.users on delete set null,
  published_at timestamptz not null default now(),
  primary key (project, workflow, version)
);
create index workflow_versions_hash on batuta.workflow_versions (hash);
create index workflow_versions_published_by on batuta.workflow_versions (published_by);

-- Which roles may use a workflow, where an organisation says otherwise than its file. What is taken
-- back stays as null, so that its revision tells workers of it.
create sequence batuta.workflow_access_revision;
create table batuta.workflow_access (
  org_id uuid not null references batuta.organisations on delete cascade,
  workflow text not null check (char_length(workflow) <= 63),
  roles text[] check (roles <@ array['user', 'staff', 'moderator', 'owner', 'operator', 'admin']),
  revision bigint not null default nextval('batuta.workflow_access_revision'),
  changed_by uuid references batuta.users on delete set null,
  changed_at timestamptz not null default now(),
  primary key (org_id, workflow)
);
create index workflow_access_changed_by on batuta.workflow_access (changed_by);

-- What is served now: one version to all, and perhaps another one to some. Each change takes the
-- next revision, by which workers notice it.
create sequence batuta.workflow_revision;
create table batuta.workflow_served (
  project text not null,
  workflow text not null,
  version integer,                             -- null: back to the one that comes with the release
  canary integer check (canary <> version),
  percent smallint check (percent between 1 and 99),
  revision bigint not null default nextval('batuta.workflow_revision'),
  changed_at timestamptz not null default now(),
  withdrawn boolean not null default false,    -- nobody is served it, until it is put back
  primary key (project, workflow),
  foreign key (project, workflow, version) references batuta.workflow_versions,
  foreign key (project, workflow, canary) references batuta.workflow_versions,
  check ((canary is null) = (percent is null))
);
