import { createHash } from 'node:crypto'
import type { QueryResult } from 'pg'
import { typeParsers } from '../pg-types.ts'
import { withTables, type Whereabouts } from './nearest.ts'

/** What a statement beside an owner's rows may be given. */
export type Given = string | number | boolean | null

/** Whether it may be given these: a list has no text that its types share. */
export const isGiven = (values: readonly unknown[]): values is readonly Given[] =>
  values.every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value))

/** Statements that a connection between nodes keeps planned; one takes some 200 kB. */
const mostKept = 100

/**
 * The function that runs a statement on the node of an owner, with the tables between tildes replaced by those that
 * have this owner's rows. Citus sends the call there whole and plans nothing else; the node plans the statement once
 * for each connection and part of the tables. Called without the statement it answers 0 where it is not planned yet.
 * @param beside a table by owner, with whose rows the others lie
 */
export const functionText = (beside: string): string => `
create or replace function at_owner(owner int, name text, body text, given text[]) returns json language plpgsql as $$
declare
  shard bigint := get_shard_id_for_distribution_column('${beside}', owner);
  prepared text := name || '_' || shard;
  call text := format('execute %I', prepared) || coalesce(
    '(' || (select string_agg(quote_nullable(g.v), ',' order by g.n) from unnest(given) with ordinality g (v, n)) || ')', '');
  answer json;
  found record;
begin
  begin
    execute call into answer;
  exception when invalid_sql_statement_name then
    if body is null then
      return '0';
    end if;
    if (select count(*) from pg_prepared_statements) >= ${mostKept} then
      deallocate all;
    end if;
    for found in select distinct m[1] as name from regexp_matches(body, '~(\\w+)~', 'g') m loop
      body := replace(body, '~' || found.name || '~', found.name || '_' || case
        when (select partmethod from pg_dist_partition where logicalrelid = found.name::regclass) = 'h'
          then get_shard_id_for_distribution_column(found.name::regclass, owner)
        else (select shardid from pg_dist_shard where logicalrelid = found.name::regclass) end);
    end loop;
    execute format('prepare %I as ', prepared) || body;
    execute call into answer;
  end;
  return answer;
end $$`

/** A statement as the function wants it, with how its columns are read. */
interface Known {
  readonly name: string
  readonly body: string
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[]
}

type Run = (text: string, values: readonly unknown[]) => Promise<QueryResult>

/** The rows with their cells as PostgreSQL writes them; null for none, 0 where the node does not know the statement. */
type Answer = (string | null)[][] | null | 0

const answerOf = ({ rows }: QueryResult): Answer => (rows as { rows: Answer }[])[0]?.rows ?? null

const call = 'select at_owner($1, $2, $3, $4) as rows'

/**
 * Runs statements beside an owner's rows; the answers are those of the statement itself, each cell read by the type of
 * its column. The function answers texts alone: types are learned from the first answer of each statement, which the
 * ordinary way gives.
 */
export function openAtOwner() {
  const known = new Map<string, Known>()
  const learn = (text: string, { fields }: QueryResult, { here, byOwner }: Whereabouts) => {
    const isTable = (table: string) => here.has(table) || byOwner.has(table)
    const names = fields.map((_, index) => `c${index}`)
    const cells = names.map((name) => `${name}::text`).join(', ')
    const marked = withTables(text, (table) => (isTable(table) ? `~${table}~` : undefined))
    const body = `select json_agg(array[${cells}]) from (${marked}) t (${names.join(', ')})`
    known.set(text, {
      // Programs of several versions may share a connection behind a pooler.
      name: `at_${createHash('sha256').update(body).digest('hex').slice(0, 16)}`,
      body,
      columns: fields.map(({ name, dataTypeID }) => ({
        name,
        parse: typeParsers.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
      })),
    })
  }
  return async <R>(
    run: Run,
    where: Whereabouts,
    {
      owner,
      text,
      values,
    }: { readonly owner: number; readonly text: string; readonly values: readonly Given[] },
  ): Promise<R[]> => {
    const one = known.get(text)
    if (!one) {
      const result = await run(text, values)
      learn(text, result, where)
      return result.rows as R[]
    }
    const given = values.map((value) => (value === null ? null : String(value)))
    // Most connections know the statement already; it is long.
    const short = answerOf(await run(call, [owner, one.name, null, given]))
    const answer = short === 0 ? answerOf(await run(call, [owner, one.name, one.body, given])) : short
    if (answer === 0) throw new Error(`a node was told a statement and does not know it: ${one.name}`)
    return (answer ?? []).map(
      (cells) =>
        Object.fromEntries(
          one.columns.map(({ name, parse }, index) => {
            const cell = cells[index] ?? null
            return [name, cell === null ? null : parse(cell)]
          }),
        ) as R,
    )
  }
}
