-- The sealed paper for which a question that its author alone reads is held back (docs/decisions/0192); it is told of to nobody.
alter table question add column sealed_by integer references paper (id);
create index question_sealed on question (sealed_by) where sealed_by is not null;
