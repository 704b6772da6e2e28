-- The row of an archive that a content writes of its author as its reach grows (decision 0174).
create table content_record (
  content_id integer primary key references content (id) on delete cascade,
  record_type text not null,
  record_id uuid not null
);
-- Asked for every event that is told of: what a content writes is told with the content.
create index content_record_record on content_record (record_id);
