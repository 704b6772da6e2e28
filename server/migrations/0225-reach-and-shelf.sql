-- How far a content is read (decision 0172): the code of shareScope that was agreed to so far, and the institution under which
-- everybody reads it; 0 is everybody, null its author alone. Only types that stand on the shelf have them.
alter table content
  add column reach text check (reach in ('0', '1', '2', '3', '4', '9')),
  add column reach_key integer;

update content
set reach = live ->> 'shareScope',
  reach_key = case live ->> 'shareScope'
    when '9' then 0
    when '4' then coalesce(province_id, institution_id)
    when '3' then coalesce(city_id, province_id, institution_id)
    when '2' then coalesce(district_id, city_id, province_id, institution_id)
    else institution_id end
where type = 'resource' and live is not null and live ->> 'shareScope' <> '0';
create index content_reach on content (type, reach_key, publish_at desc, id desc) where live is not null;

-- What lists and searches of a library read, one row an item, written in the transaction that changes reach or version.
create table shelf (
  kind text not null,
  item_id integer not null,
  version integer not null,
  reach text not null,
  reach_key integer not null,
  institution_id integer not null,
  district_id integer,
  city_id integer,
  province_id integer,
  -- The teacher who wrote it; null where an institution did.
  author_identity integer,
  title text not null,
  author text not null default '',
  stage text,
  grade text,
  semester text,
  subject text,
  edition text,
  form text,
  format text,
  bytes bigint,
  licence text,
  -- Chapters and points of knowledge, each with everything above it: below a chapter is one test.
  node_ids integer[] not null default '{}',
  point_ids integer[] not null default '{}',
  terms tsvector not null,
  uses integer not null default 0,
  published_at timestamptz not null,
  until_at timestamptz,
  -- Taken down: the row stays as a tombstone for who kept it.
  gone_at timestamptz,
  primary key (kind, item_id)
);
create index shelf_reach on shelf (kind, reach_key, published_at desc, item_id desc) where gone_at is null;
create index shelf_subject on shelf (kind, subject, stage, reach_key, published_at desc, item_id desc) where gone_at is null;
create index shelf_institution on shelf (institution_id, kind, published_at desc);
create index shelf_nodes on shelf using gin (node_ids) with (fastupdate = off);
create index shelf_points on shelf using gin (point_ids) with (fastupdate = off);
create index shelf_terms on shelf using gin (terms) with (fastupdate = off);

create table favourite (
  kind text not null,
  item_id integer not null,
  person_id integer not null references person (id),
  at timestamptz not null default now(),
  primary key (person_id, kind, item_id)
);
create index favourite_item on favourite (kind, item_id);

create table rating (
  kind text not null,
  item_id integer not null,
  person_id integer not null references person (id),
  score smallint not null check (score between 1 and 5),
  at timestamptz not null default now(),
  primary key (kind, item_id, person_id)
);
create index rating_person on rating (person_id);

-- Who used what, once a day, person and act; the institution is where the person worked that day.
create table use_event (
  day date not null,
  kind text not null,
  item_id integer not null,
  version integer not null,
  person_id integer not null references person (id),
  institution_id integer not null,
  act text not null check (act in ('view', 'download')),
  primary key (kind, item_id, person_id, day, act)
);
create index use_event_person on use_event (person_id);
