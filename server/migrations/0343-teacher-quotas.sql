-- How much room for files one teacher was granted, where it is not the usual one, and why (docs/decisions/0184).
create table teacher_quota (
  identity_id integer primary key references identity (id),
  bytes bigint not null check (bytes > 0),
  reason text not null,
  by_identity integer not null references identity (id),
  at timestamptz not null default now()
);
