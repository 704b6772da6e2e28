-- Who withdrew a consent is asked with every content that would show somebody (docs/decisions/0269).
create index consent_log_withdrawn on consent_log (person_id, kind) where act = 'withdrawn';
-- The person who withdrew the consent to a published file: its addresses, which anybody may use for a day, end at once.
alter table content_file add column withheld_for integer;
create index content_file_withheld on content_file (withheld_for) where withheld_for is not null;
