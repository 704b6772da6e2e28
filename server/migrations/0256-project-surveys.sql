-- Which surveys are of which training project: satisfaction at its end, and whether it is used 30 and 90 days
-- later (docs/decisions/0186).
create table training_survey (
  campaign_id uuid not null,
  purpose text not null check (purpose in ('satisfaction', 'used30', 'used90')),
  event_id uuid not null unique,
  primary key (campaign_id, purpose)
);
