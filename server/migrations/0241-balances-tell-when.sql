-- When a balance was worked out last, for figures over many people that follow; null for those of before.
alter table ledger_balance add column changed_at timestamptz;
create index ledger_balance_changed on ledger_balance (changed_at);
