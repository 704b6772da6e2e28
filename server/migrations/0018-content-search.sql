-- What is searched of the live contents: two letters each way, so that words of two letters are found without a dictionary of words.
create table content_search (
  content_id integer primary key references content (id) on delete cascade,
  -- The version that was read; another one than the content's is read again.
  live_no integer not null,
  type text not null,
  area_code text not null,
  audience text not null,
  publish_at timestamptz not null,
  -- The calendar year of that moment here; worked out once, because it is counted by.
  year smallint not null,
  take_down_at timestamptz,
  -- Pairs of letters and words of Latin letters; those of the title once more with a T before them.
  grams tsvector not null
);
-- Out of the way of what is counted: rows stay narrow.
alter table content_search alter column grams set storage external;
alter table content_search set (toast_tuple_target = 128);
create index content_search_grams on content_search using gin (grams) with (fastupdate = off);

