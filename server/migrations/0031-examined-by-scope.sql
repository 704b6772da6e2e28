-- How many archives of a scope were examined, and in how many something was found, without reading all teachers and findings.
alter table quality_check
  add column institution_id integer,
  add column district_id integer,
  add column city_id integer,
  add column province_id integer,
  add column faulty boolean not null default false;
update quality_check q set institution_id = t.institution_id, district_id = t.district_id, city_id = t.city_id, province_id = t.province_id,
  faulty = exists (select 1 from quality_finding f where f.owner_id = t.id)
from teacher t where t.id = q.owner_id;
create index quality_check_institution on quality_check (institution_id, faulty, checked_at);
create index quality_check_district on quality_check (district_id, faulty, checked_at);
create index quality_check_city on quality_check (city_id, faulty, checked_at);
create index quality_check_province on quality_check (province_id, faulty, checked_at);
