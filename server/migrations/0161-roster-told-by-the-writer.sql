-- Tables that every node of a distributed PostgreSQL holds can have no triggers (docs/decisions/0121). Whoever writes teachers and
-- institutions, engine/directory alone, calls these functions in the transaction of the change.
drop trigger teacher_counted on teacher;
drop trigger institution_counted on institution;
drop trigger teacher_told on teacher;
drop trigger teacher_added_told on teacher;
drop trigger teacher_gone_told on teacher;
drop trigger person_told on person;
drop trigger institution_added_told on institution;
drop trigger institution_told on institution;
drop function roster_count();
drop function roster_teacher_changed();
drop function roster_teachers_added();
drop function roster_teacher_gone();
drop function roster_person_changed();
drop function roster_institution_changed();
drop function roster_tell_teacher(integer, integer, integer[], integer[]);

-- Events of teachers for every system that wants them. `changes` is an array of what a row said before: id, and of who was there,
-- status and places.
create function roster_tell_teachers(changes jsonb) returns void language plpgsql as $$
begin
  if not exists (select 1 from roster_hook where enabled) then return; end if;
  insert into roster_delivery (app_id, event, subject_id, no)
  select e.app_id, e.event, e.subject, e.no
  from (
    select h.app_id, h.events, p.subject, p.no, case
      when not f.place_id = any(p.was) then 'teacher.joined'
      when not f.place_id = any(p.is_now) then 'teacher.left'
      when p.was[1] is distinct from p.is_now[1] then 'teacher.moved'
      else 'teacher.changed' end as event
    from (
      select t.id as subject, t.roster_no as no,
        roster_places(c.status, c.institution_id, c.district_id, c.city_id, c.province_id) as was,
        roster_places(t.status, t.institution_id, t.district_id, t.city_id, t.province_id) as is_now
      from jsonb_to_recordset(changes) as c (id integer, status text, institution_id integer, district_id integer,
        city_id integer, province_id integer)
      join teacher t on t.id = c.id) p
    join roster_feed f on f.place_id = any(p.was) or f.place_id = any(p.is_now)
    join roster_hook h on h.app_id = f.app_id
    where h.enabled and f.enabled and f.until >= current_date) e
  where e.event = any(e.events)
  order by e.subject;
end $$;

-- Teachers whose rows say something else now.
create function roster_teachers_changed(changes jsonb) returns void language plpgsql as $$
declare
  ids integer[] := array(select c.id from jsonb_to_recordset(changes) as c (id integer));
begin
  update teacher set modified_at = now(), roster_no = roster_no + 1 where id = any(ids);
  perform roster_tell_teachers(changes);
end $$;

-- A phone or a mail address is of the person.
create function roster_person_changed(person integer) returns void language plpgsql as $$
declare
  changes jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', t.id, 'status', t.status, 'institution_id', t.institution_id,
    'district_id', t.district_id, 'city_id', t.city_id, 'province_id', t.province_id)) into changes
  from teacher t where t.person_id = person;
  if changes is not null then perform roster_teachers_changed(changes); end if;
end $$;

create function roster_person_gone(person integer) returns void language plpgsql as $$
begin
  update roster_subject set gone_at = clock_timestamp() where person_id = person;
end $$;

create function roster_tell_institutions(ids integer[]) returns void language plpgsql as $$
begin
  if not exists (select 1 from roster_hook where enabled) then return; end if;
  insert into roster_delivery (app_id, event, subject_id, no)
  select h.app_id, 'institution.changed', i.id, i.roster_no
  from institution i
  join roster_feed f on f.place_id in (i.id, i.district_id, i.city_id, i.province_id)
  join roster_hook h on h.app_id = f.app_id
  where i.id = any(ids) and h.enabled and f.enabled and f.until >= current_date
    and 'institution.changed' = any(h.events)
  order by i.id;
end $$;

create function roster_institutions_changed(ids integer[]) returns void language plpgsql as $$
begin
  update institution set modified_at = now(), roster_no = roster_no + 1 where id = any(ids);
  perform roster_tell_institutions(ids);
end $$;
