-- Older systems may be told of signing out, where they entered: the address and the ticket, which they know the session by
-- (docs/decisions/0074).
alter table sign_on_client add column service_logout boolean not null default false;
alter table sign_on_ticket add column notice_sealed text;
