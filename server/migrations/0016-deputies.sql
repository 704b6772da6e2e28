-- A deputy acts through an identity of their own, lent by an officer for some days: what it did stays with both names, for ever.
alter table identity
  add column lent_by integer references identity (id),
  add column lent_from date,
  add column lent_until date,
  add check ((lent_by is null) = (lent_from is null) and (lent_by is null) = (lent_until is null) and lent_from <= lent_until),
  drop constraint identity_person_id_role_institution_id_key;
create unique index identity_own on identity (person_id, role, institution_id) where lent_by is null;
create unique index identity_deputy on identity (person_id, role, institution_id) where lent_by is not null and state = 'enabled';
create index identity_lent on identity (lent_by) where lent_by is not null;
create index identity_lent_until on identity (lent_until) where lent_by is not null and state = 'enabled';
