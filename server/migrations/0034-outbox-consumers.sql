-- Several consumers hear of events, each exactly once: a line per consumer and event, deleted in the transaction that does what follows.
create table outbox_consumer (
  name text primary key,
  events text[] not null
);
create table outbox_waiting (
  consumer text not null,
  event_id bigint not null,
  primary key (consumer, event_id)
);
insert into outbox_consumer (name, events) values ('messages', '{}');
insert into outbox_waiting (consumer, event_id) select 'messages', id from outbox where taken_at is null;

-- What waited is now known by its line; the sweep of the data quality is a consumer and needs no cursor.
drop index outbox_open;
alter table outbox drop column taken_at, drop column attempts;
drop table quality_cursor;
