-- Activities of teaching research are counted by host and month (docs/decisions/0255): out of an index, without what they say.
alter table campaign add column ends_month text generated always as (left(value ->> 'endTime', 7)) stored;
create index campaign_research_month on campaign (ends_month, institution_id)
  where type = 'researchActivity' and state in ('ended', 'archived');
