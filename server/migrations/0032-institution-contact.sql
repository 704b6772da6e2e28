-- What an office says of itself (modules.organization: principal, phone, address); its public data, not sealed.
alter table institution add column principal text;
alter table institution add column phone text;
alter table institution add column address text;
