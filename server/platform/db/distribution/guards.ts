/** Fails where the part's rows are not, by the node's own notes of where parts lie. */
const requireRows = `
  if not exists (
    select from pg_dist_placement where shardid = part and groupid = (select groupid from pg_dist_local_group)
  ) then
    raise exception 'rows of part % lie elsewhere', part using errcode = 'undefined_table';
  end if;`

/**
 * The function by which a statement finds that it came to the right node: what was moved away stands there for a while, with the
 * rows of then.
 */
export const guardText = `
create or replace function rows_lie_here(part bigint) returns boolean language plpgsql stable as $$
begin${requireRows}
  return true;
end $$`

/**
 * The function by which a transaction on the node of an owner makes sure that his rows stay there until it ends: it takes the
 * lock that Citus takes for what it writes itself, which a move of the rows waits for, and then looks whether they are still
 * there. Whoever owns the tables made it, for Citus lets nobody else take that lock.
 */
export const holdText = `
create or replace function hold_rows(part bigint) returns boolean language plpgsql volatile
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Of a part that is no more Citus knows no lock.
  if exists (select from pg_dist_shard where shardid = part) then
    -- 5: PostgreSQL's number of a SHARE lock.
    perform lock_shard_metadata(5, array[part]);
  end if;${requireRows}
  return true;
end $$`
