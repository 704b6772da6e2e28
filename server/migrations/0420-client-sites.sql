-- What the site of a client says: its versions, the draft among them (docs/decisions/0282).
create table client_site (
  client_id integer not null references client (id),
  no integer not null,
  body jsonb not null,
  state text not null check (state in ('draft', 'asked', 'inForce', 'past')),
  edit_no integer not null default 1,
  note text not null default '',
  by_identity integer not null,
  asked_by integer,
  confirmed_by integer,
  updated_at timestamptz not null default now(),
  primary key (client_id, no)
);
create unique index client_site_draft on client_site (client_id) where state in ('draft', 'asked');
create unique index client_site_in_force on client_site (client_id) where state = 'inForce';

-- The letters by which the specification's fixed routes name the centre of a district.
alter table client add column letters text unique check (letters ~ '^[a-z]{1,10}$');

-- The four centres of the specification. A client that is there already under this name gets the letters.
insert into client (id, name, kind, area_code)
select c.area, c.name, '3', c.area::text
from (values (441702, '江城区教师发展中心'), (441781, '阳春市教师发展中心'), (441704, '阳东区教师发展中心'),
  (441721, '阳西县教师发展中心')) c (area, name)
where not exists (select 1 from client k where k.name = c.name or k.id = c.area);
update client k
set letters = c.letters
from (values ('jc', '441702'), ('yc', '441781'), ('yd', '441704'), ('yx', '441721')) c (letters, area)
where k.id = (select min(o.id) from client o where o.area_code = c.area
  and (o.id::text = c.area or o.name like '%教师发展中心'));
