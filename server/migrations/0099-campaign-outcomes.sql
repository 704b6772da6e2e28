-- What experts found about an entry of a campaign: the latest round that was closed (docs/decisions/0086).
create table campaign_outcome (
  campaign_id uuid not null references campaign (id) on update cascade,
  case_id uuid not null references process_case (id) on update cascade,
  round_id uuid not null,
  code text not null,
  -- Null with too few scores; hundredths of a point.
  rank integer,
  score integer,
  opinions jsonb not null default '[]',
  at timestamptz not null default now(),
  primary key (campaign_id, case_id)
);
create index campaign_outcome_case on campaign_outcome (case_id);
create index review_item_ref on review_item (ref);
-- Whether the recommendation took a place of its own; an entry that holds one below goes up on that one.
alter table campaign_place add column takes boolean not null default true;
