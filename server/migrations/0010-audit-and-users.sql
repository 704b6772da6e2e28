-- Sealing of the audit, reading it by person and action, and what the administration of accounts needs.

-- The person an act was about (an account, a sign-in); owner_id stays the teacher or institution a record belongs to.
alter table audit add column person_id integer;
-- The log is read by falling id; a span of time is turned into a span of ids by two probes of audit_at.
create index audit_person on audit (person_id, id) where person_id is not null;
create index audit_action on audit (action, id);
create index audit_at on audit (at);
create index audit_sign_in on audit (id)
  where action in ('login', 'login.failed', 'login.locked', 'logout', 'session.reused', 'session.ended');

-- One seal per audit row; rows may be sealed out of the order of their ids, because transactions end out of order.
create unique index audit_seal_row on audit_seal (audit_id);
create index audit_seal_at on audit_seal (at);

alter table person
  add column must_change boolean not null default false,
  add column name_sort text collate "C",
  add column version integer not null default 1;
update person p set name_sort = t.name_sort from teacher t where t.person_id = p.id;

-- Names are searched from their beginning, as written, in pinyin or by initials.
create index person_name on person (name collate "C");
create index person_pinyin on person (replace(name_sort, ' ', '') collate "C");
create index person_initials on person (split_part(name_sort, '|', 2) collate "C");
create index person_without_sort on person (id) where name_sort is null;
create index identity_role on identity (role, id);
create index identity_place on identity (institution_id, id);
create index identity_disabled on identity (id) where state = 'disabled';
