-- A session of a training project that is a course of teaching research: watched to the end is attended
-- (docs/decisions/0220).
alter table training_session add column course_id integer;
create index training_session_course on training_session (course_id) where course_id is not null;
