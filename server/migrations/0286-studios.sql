-- The yearly tasks of a studio, one plan a year, written whole (docs/decisions/0207).
create table studio_plan (
  case_id uuid not null,
  year_no integer not null check (year_no between 1 and 9),
  -- [{no, measure, label, target, dueOn, stated, note}]
  tasks jsonb not null,
  version integer not null default 1,
  by_identity integer not null,
  updated_at timestamptz not null default now(),
  primary key (case_id, year_no)
);
-- The content by which the portal shows a studio, and the office account that keeps it.
create table studio_face (
  case_id uuid primary key,
  content_id integer not null unique,
  by_identity integer not null
);
-- A studio has many memberships under way; what asks to change a case still comes one at a time.
drop index process_case_of_open;
create unique index process_case_of_open on process_case (of_case, type)
  where of_case is not null and open and subject_kind = 'case';
-- Rounds that are under way were not opened under this rule: it is shown and keeps nobody out.
update review_round set rules = jsonb_set(rules, '{conflicts,sameStudio}', '"warn"')
  where rules ? 'conflicts' and not rules -> 'conflicts' ? 'sameStudio';
