-- Tickets for one upload of a certain size and kind, beside those of phones, which have neither.
alter table upload_ticket
  add column most_bytes integer check (most_bytes > 0),
  add column kind text check (kind in ('image', 'doc', 'video')),
  add constraint upload_ticket_bound check ((most_bytes is null) = (kind is null));
