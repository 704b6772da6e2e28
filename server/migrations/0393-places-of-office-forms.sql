-- What the named places of a version stand for, as it was read when it was published: a label that changes later
-- leaves no gap on the paper (docs/decisions/0263).
alter table office_form_version add column places jsonb not null default '{}';
