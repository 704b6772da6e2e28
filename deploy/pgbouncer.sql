-- Once, as a superuser, in the portal's database: lets PgBouncer ask for the accounts of the portal, and for no other.
do $$
begin
  if not exists (select from pg_roles where rolname = 'pgbouncer') then
    create role pgbouncer login password '换成口令';
  end if;
end
$$;
create schema if not exists pgbouncer authorization pgbouncer;
create or replace function pgbouncer.account_of(asked text, out name text, out secret text)
  language sql stable security definer set search_path = pg_catalog as $$
  select rolname::text, rolpassword from pg_authid where rolname = asked and rolcanlogin and not rolsuper
$$;
revoke all on function pgbouncer.account_of(text) from public;
grant execute on function pgbouncer.account_of(text) to pgbouncer;
