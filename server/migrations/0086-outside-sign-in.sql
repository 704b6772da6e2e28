-- Errands to a provider of sign-in, and what became known of them; each is found once, by its browser alone
-- (docs/decisions/0067). No values: verifier and nonce follow from the state.
create table outside_visit (
  hash bytea primary key,
  kind text not null check (kind in ('errand', 'ticket')),
  provider text not null check (provider ~ '^[a-z]{2,20}$'),
  back text,
  expires_at timestamptz not null
);
create index outside_visit_over on outside_visit (expires_at);
