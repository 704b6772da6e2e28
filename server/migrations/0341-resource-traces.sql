-- By what resources that others read are known again: title, first letters of their documents, keys (docs/decisions/0236).
create table resource_trace (
  content_id integer primary key references content (id) on delete cascade,
  -- What readers see changed since; a kept job reads the files again.
  stale boolean not null default true,
  title text not null default '',
  plain text not null default '',
  bands integer[] not null default '{}'
);
create index resource_trace_bands on resource_trace using gin (bands);
create index resource_trace_stale on resource_trace (content_id) where stale;
insert into resource_trace (content_id)
select id from content where type = 'resource' and live is not null;
