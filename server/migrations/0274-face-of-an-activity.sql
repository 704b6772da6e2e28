-- The content by which the portal shows a teaching activity (docs/decisions/0200).
create table teaching_face (
  campaign_id uuid primary key,
  content_id integer not null unique
);
