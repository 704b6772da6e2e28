-- Ordered sets of resources that a teacher or an office puts together (docs/decisions/0237).
create table collection (
  id integer generated always as identity primary key,
  title text not null,
  description text not null,
  institution_id integer not null references institution (id),
  -- Null where it is the office's.
  person_id integer references person (id) on update cascade,
  -- The institution under which everybody reads it; null for its maker alone.
  reach_key integer,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create index collection_person on collection (person_id, updated_at desc) where person_id is not null;
create index collection_institution on collection (institution_id, updated_at desc);
create index collection_reach on collection (reach_key, updated_at desc) where reach_key is not null;
create table collection_item (
  collection_id integer not null references collection (id) on delete cascade,
  place integer not null,
  item_id integer not null references content (id) on delete cascade,
  note text not null,
  primary key (collection_id, item_id)
);
create index collection_item_item on collection_item (item_id);
