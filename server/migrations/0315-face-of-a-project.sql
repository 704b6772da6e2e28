-- The content by which the portal shows a training project that recruits (docs/decisions/0221).
create table training_face (
  campaign_id uuid primary key,
  content_id integer not null unique
);
