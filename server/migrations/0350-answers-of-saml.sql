-- What a provider of SAML confirmed, between its POST and the page that asks for it, sealed; and the numbers of
-- assertions that were shown, until they are over (docs/decisions/0242). 'trial': an administrator looks what a
-- door says, and nobody is signed in (docs/decisions/0243).
alter table outside_visit add column sealed text;
alter table outside_visit drop constraint outside_visit_kind_check;
alter table outside_visit add constraint outside_visit_kind_check
  check (kind in ('errand', 'ticket', 'trial', 'answer', 'shown'));
