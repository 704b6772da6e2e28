-- What somebody brings as evidence of a declaration: records of the own archive, as they were when they were chosen,
-- with what the staff who check them found.
create table declaration_material (
  institution_id integer not null references institution (id) on update cascade,
  case_id uuid not null references process_case (id) on update cascade,
  no smallint not null,
  record_type text not null,
  record_id uuid not null,
  title text not null,
  files uuid[] not null default '{}',
  -- Code of the dictionary materialCheck.
  checked text not null default '0',
  note text not null default '',
  checked_by integer references identity (id),
  checked_at timestamptz,
  primary key (case_id, no),
  unique (case_id, record_type, record_id)
);
create index declaration_material_institution on declaration_material (institution_id);

-- The record that a declaration wrote into the archive, to take it back.
create table declaration_result (
  case_id uuid primary key references process_case (id) on update cascade,
  institution_id integer not null references institution (id) on update cascade,
  record_type text not null,
  record_id uuid not null,
  version integer not null,
  taken_back_at timestamptz
);
create index declaration_result_institution on declaration_result (institution_id);
