-- Who holds a campaign in the name of its institution, where a person began it or was named (docs/decisions/0208).
create table campaign_lead (
  campaign_id uuid primary key,
  teacher_id integer not null
);
create index campaign_lead_teacher on campaign_lead (teacher_id);
