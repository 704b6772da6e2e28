-- An agreement that is taken back: the journal says so, and an agreement keeps what it was given to.
alter table content_decision drop constraint content_decision_verdict_check;
alter table content_decision add constraint content_decision_verdict_check
  check (verdict in ('submitted', 'approved', 'sentBack', 'withdrawn', 'undone'));
-- Way, step, times and live version before an agreement; null for other decisions, and for those of earlier versions.
alter table content_decision add column before jsonb;

-- What a row of the shelf was written to say; rows of an older shape are written anew by the hourly job.
alter table shelf add column shape smallint not null default 0;
