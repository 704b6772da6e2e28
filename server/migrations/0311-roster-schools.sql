-- Schools whose teachers stand on the roster of another institution: each agrees for its own (docs/decisions/0218).
create table roster_school (
  case_id uuid not null,
  institution_id integer not null,
  -- Names on the lines, in their order: other names are asked anew.
  names text[] not null,
  state text not null default 'asked' check (state in ('asked', 'agreed', 'declined')),
  reason text not null default '',
  by_identity integer,
  at timestamptz not null default now(),
  primary key (case_id, institution_id)
);
create index roster_school_asked on roster_school (institution_id) where state = 'asked';
