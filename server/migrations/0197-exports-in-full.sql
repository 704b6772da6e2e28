-- Columns of an export whose numbers come in full once a second person agreed (docs/decisions/0153).
alter table export add column opened text[] not null default '{}';
