-- The day on which the chapters of a shipped textbook were held against their source; null for an institution's own,
-- which answers for its own (docs/decisions/0234).
alter table textbook add column checked_on date;
