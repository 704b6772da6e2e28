-- Lessons that teachers of a school prepare together (docs/decisions/0179).
create table prep (
  id uuid primary key,
  institution_id integer not null references institution (id),
  -- The main author.
  teacher_id integer not null,
  title text not null,
  stage text not null,
  subject text not null,
  grade text,
  node_ids integer[] not null default '{}',
  -- The Monday of the week of the lesson.
  week date not null,
  state text not null default 'planned' check (state in ('planned', 'drafting', 'discussing', 'agreed', 'archived')),
  blocks jsonb not null default '[]',
  edit_no integer not null default 1,
  -- Who writes just now: one at a time, ten minutes from the last save.
  holder_teacher_id integer,
  held_until timestamptz,
  -- The resource that the agreed plan became.
  content_id integer,
  created_at timestamptz not null default now()
);
create index prep_week on prep (institution_id, week desc, id desc);
create index prep_main on prep (teacher_id, week desc);

create table prep_member (
  prep_id uuid not null references prep (id) on delete cascade,
  teacher_id integer not null,
  -- Fixes the common plan; the main author does where no member leads.
  leads boolean not null default false,
  primary key (prep_id, teacher_id)
);
create unique index prep_member_leads on prep_member (prep_id) where leads;
create index prep_member_teacher on prep_member (teacher_id);

-- Fixed versions, never changed: what was laid before the group, and what it agreed to.
create table prep_version (
  prep_id uuid not null references prep (id) on delete cascade,
  no integer not null,
  kind text not null check (kind in ('discussed', 'agreed')),
  blocks jsonb not null,
  teacher_id integer not null,
  at timestamptz not null default now(),
  primary key (prep_id, no)
);
create index prep_version_teacher on prep_version (teacher_id);

-- Notes hang on a block by its id, which all versions keep.
create table prep_note (
  id uuid primary key,
  prep_id uuid not null references prep (id) on delete cascade,
  block_id uuid not null,
  answers_id uuid references prep_note (id) on delete cascade,
  on_version integer not null,
  teacher_id integer not null,
  text text not null,
  done_at timestamptz,
  at timestamptz not null default now()
);
create index prep_note_prep on prep_note (prep_id, at);
create index prep_note_answers on prep_note (answers_id) where answers_id is not null;
create index prep_note_teacher on prep_note (teacher_id);

-- What one teacher makes of an agreed version for the own class, and what is thought of it after the lesson.
create table prep_own (
  prep_id uuid not null references prep (id) on delete cascade,
  teacher_id integer not null,
  on_version integer not null,
  blocks jsonb not null,
  reflection text not null default '',
  edit_no integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (prep_id, teacher_id)
);
create index prep_own_teacher on prep_own (teacher_id);
