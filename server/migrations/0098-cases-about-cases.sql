-- A case that asks to change another one of the same person, such as a project (docs/decisions/0085).
alter table process_case add column of_case uuid references process_case (id) on update cascade;
create index process_case_of on process_case (of_case, updated_at desc) where of_case is not null;
-- One is under way at a time.
create unique index process_case_of_open on process_case (of_case, type) where of_case is not null and open;
