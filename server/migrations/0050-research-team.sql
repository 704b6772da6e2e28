-- Drafted from the catalogue by `npm run generate`. Read it before you commit it.

-- 教研员
create table rec_research_team (
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
  team_kind text,
  school_stage text,
  subject text,
  area_code text,
  start_date date,
  end_date date,
  is_full_time boolean,
  introduction text,
  primary key (owner_id, id)
);
create unique index rec_research_team_id on rec_research_team (id, owner_id);
create index rec_research_team_institution on rec_research_team (institution_id, sort_key, id) where voided_at is null;
create index rec_research_team_district on rec_research_team (district_id, sort_key, id) where voided_at is null;
create index rec_research_team_city on rec_research_team (city_id, sort_key, id) where voided_at is null;
create index rec_research_team_province on rec_research_team (province_id, sort_key, id) where voided_at is null;
