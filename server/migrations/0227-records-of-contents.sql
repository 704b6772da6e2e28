-- The row of an archive that a content writes of its author as its reach grows (decision 0174).
create table content_record (
  content_id integer primary key references content (id) on delete cascade,
  record_type text not null,
  record_id uuid not null
);
