-- A move of a campaign moves its entries in batches (docs/decisions/0161): where it has come to, so that it goes on after a kill.
create table campaign_sweep (
  campaign_id uuid not null references campaign (id) on update cascade,
  no integer not null,
  action text not null,
  -- The moves of which each entry makes the first one whose condition holds, and the states from which.
  moves text[] not null,
  from_states text[] not null,
  -- Null for the clock.
  by_identity integer references identity (id),
  total integer not null,
  moved integer not null default 0,
  -- The first entries that could not be moved, with the reason.
  refused jsonb not null default '[]',
  -- The last entry that was looked at.
  reached uuid,
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (campaign_id, no)
);
create index campaign_sweep_open on campaign_sweep (begun_at) where ended_at is null;

-- The minute at which the clock moves a case on the day `acts_on`; null for the beginning of that day.
alter table process_case add column acts_at timestamptz;
