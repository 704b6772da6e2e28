-- Who confirmed having read a content for an institution, who was reminded, and how many read it.

create table content_confirmation (
  content_id integer not null references content (id) on delete cascade,
  institution_id integer not null references institution (id),
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  primary key (content_id, institution_id)
);

-- The last reminder of each institution.
create table content_reminder (
  content_id integer not null references content (id) on delete cascade,
  institution_id integer not null references institution (id),
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  primary key (content_id, institution_id)
);

-- What asks for confirmation is little beside what is published.
create index content_asks on content (type, institution_id) where live ->> 'confirmBy' is not null;

-- One row per content, day and reader: a person's number, else a visitor's key.
create table content_reader (
  content_id integer not null references content (id) on delete cascade,
  day date not null,
  reader text not null,
  primary key (content_id, day, reader)
);
create index content_reader_day on content_reader (day, content_id, reader);

-- What visitors' keys are made with: drawn every day and forgotten the day after, so that no key leads back to an address.
create table reader_salt (
  day date primary key,
  salt text not null
);
