-- How much room for files a school was granted, where it is not the usual one (docs/decisions/0184).
create table file_quota (
  institution_id integer primary key references institution (id),
  bytes bigint not null check (bytes > 0)
);

-- Equal bytes are stored once.
create index file_content on file (sha256);
