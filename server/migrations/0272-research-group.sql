-- Drafted from the catalogue by `npm run generate`. Read it before you commit it.

-- 教研组
create table rec_research_group (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  name text,
  school_stage text,
  subject text,
  leader integer,
  members integer[],
  found_month text,
  introduction text,
  enabled boolean,
  primary key (owner_id, id)
);
create unique index rec_research_group_id on rec_research_group (id, owner_id);
create index rec_research_group_institution on rec_research_group (institution_id, sort_key, id) where voided_at is null;
create index rec_research_group_district on rec_research_group (district_id, sort_key, id) where voided_at is null;
create index rec_research_group_city on rec_research_group (city_id, sort_key, id) where voided_at is null;
create index rec_research_group_province on rec_research_group (province_id, sort_key, id) where voided_at is null;
