-- What a training of several calendar years gives in each of them, by the number of its certificate (docs/decisions/0219).
create table hour_share (
  owner_id integer not null,
  certificate text not null,
  year integer not null,
  -- Tenths of an hour.
  tenths integer not null,
  from_on date not null,
  to_on date not null,
  primary key (owner_id, certificate, year)
);
