-- Blueprints of papers that are kept to be used again (docs/decisions/0253).
create table blueprint_template (
  id integer generated always as identity primary key,
  title text not null,
  stage text not null,
  subject text not null,
  value jsonb not null,
  institution_id integer not null references institution (id),
  -- Null where it is the office's.
  person_id integer references person (id) on update cascade,
  -- The institution under which everybody reads it; null for its maker alone.
  reach_key integer,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create index blueprint_template_person on blueprint_template (person_id, updated_at desc) where person_id is not null;
create index blueprint_template_institution on blueprint_template (institution_id, updated_at desc);
create index blueprint_template_reach on blueprint_template (reach_key, updated_at desc) where reach_key is not null;
