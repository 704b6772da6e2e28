-- Since when a content waits at its step, and when its submitter last urged the office that holds it.
alter table content
  add column holder_since timestamptz,
  add column urged_at timestamptz;

-- The journal says when a waiting content came to its step: with the decision before.
update content c
set holder_since = coalesce((select max(d.at) from content_decision d where d.content_id = c.id), c.updated_at)
where c.state = 'inReview';
