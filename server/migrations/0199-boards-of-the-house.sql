-- A link to a board may be bound to the networks of the office: it opens there only, and keeps no small numbers back
-- (docs/decisions/0149).
alter table board_share add column networks text[] not null default '{}';
