import type { Database, Tx } from '../database.ts'
import { APP_ROLE } from '../roles.ts'
import { sql } from '../sql.ts'
import { obstacles, placementsOf, undeclared, type Placement, type PlacementGroup } from './placement.ts'
import { readShapes } from './shapes.ts'

/** Tables cannot be distributed as they are declared. The message is one Chinese sentence a line. */
export class NotDistributable extends Error {
  override name = 'NotDistributable'
}

type KnownTable = Readonly<{ name: string; kind: string; column: string }>

type DistributionOutcome = Readonly<{ distributed: number; already: number }>

/**
 * Makes each table live where its group says; a table that does already is left alone, so that an interrupted
 * run goes on. Each table is moved in a transaction of its own, which locks it. `say` hears a Chinese line
 * for each.
 * @param db of the role that owns the tables, without a limit of time for a statement
 * @throws NotDistributable before anything is moved
 */
export async function distribute(
  db: Database,
  groups: readonly PlacementGroup[],
  say: (line: string) => void,
): Promise<DistributionOutcome> {
  await requireCitus(db)
  const placements = placementsOf(groups)
  const shapes = await readShapes(db)
  const names = shapes.map(({ name }) => name)
  const known = await currentPlacements(db)
  refuse([
    ...undeclared(groups, names),
    ...shapes.flatMap((shape) => obstacles(shape, placements)),
    ...contradictions(placements, known),
  ])
  // A row by owner points at what every node holds, which therefore goes first.
  const spread = (['everyNode', 'owner'] as const).flatMap((kind) =>
    [...placements].filter(([, placement]) => placement.kind === kind),
  )
  await setUpDatabase(db)
  await makeRoles(db)
  const missing = spread.filter(([table]) => !isSpread(known.get(table)))
  const reckoned = await reckonedRows(db)
  let beside = spread.find(([table, { kind }]) => kind === 'owner' && isSpread(known.get(table)))?.[0]
  for (const [at, [table, placement]] of missing.entries()) {
    const started = Date.now()
    const rows = reckoned.get(table) ?? 0
    if (rows >= manyRows) say(`${at + 1}/${missing.length} ${table}：约 ${rows} 行，开始移动……`)
    await move(db, table, placement, beside)
    if (placement.kind === 'owner') beside ??= table
    const seconds = ((Date.now() - started) / 1_000).toFixed(1)
    say(`${at + 1}/${missing.length} ${table}：${sentenceOf(placement)}，${seconds} 秒`)
  }
  await dropFunctions(db)
  return { distributed: missing.length, already: spread.length - missing.length }
}

/**
 * Removes the functions that versions before docs/decisions/0155 made for statements past the coordinator.
 */
async function dropFunctions(db: Database): Promise<void> {
  await db.query(sql`drop function if exists at_owner(int, text, text, text[])`)
  await db.query(sql`drop function if exists rows_lie_here(bigint)`)
  await db.query(sql`drop function if exists hold_rows(bigint)`)
}

/**
 * A table of so many rows is announced, because its move takes more than a moment: 5 000 to 50 000 rows a
 * second.
 */
const manyRows = 100_000

/**
 * How many rows PostgreSQL reckons that each table has. Asked before the first is moved: Citus makes tables
 * anew that a foreign key ties to that one, and nothing is known of the rows of a new table.
 */
async function reckonedRows(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ name: string; rows: number }>(sql`
    select relname as name, reltuples::float8 as rows from pg_class where relnamespace = 'public'::regnamespace`)
  return new Map(rows.map(({ name, rows }) => [name, rows]))
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new NotDistributable(faults.join('\n'))
}

const sentenceOf = (placement: Placement): string =>
  placement.kind === 'owner' ? `按 ${placement.column} 分布到各节点` : '每个节点各存一份'

async function requireCitus(db: Database): Promise<void> {
  const { installed } = await db.one<{ installed: boolean }>(
    sql`select exists (select from pg_extension where extname = 'citus') as installed`,
  )
  if (!installed)
    refuse([
      '这个数据库没有 Citus 扩展：请先在每个节点装好 Citus，并在各节点的该库里执行 create extension citus。',
    ])
  const { workers, coordinator } = await db.one<{ workers: number; coordinator: boolean }>(sql`
    select count(*) filter (where groupid <> 0 and isactive)::int as workers,
      coalesce(bool_or(groupid = 0), false) as coordinator
    from pg_dist_node`)
  if (!coordinator) refuse(['协调节点尚未登记：请先执行 select citus_set_coordinator_host(主机, 端口)。'])
  if (workers === 0) refuse(['暂无工作节点：请先执行 select citus_add_node(主机, 端口)。'])
}

/** Tables in Citus' metadata. All others are local to the coordinator. */
async function currentPlacements(db: Database): Promise<ReadonlyMap<string, KnownTable>> {
  const rows = await db.query<KnownTable>(sql`
    select c.relname as name, t.citus_table_type as kind, t.distribution_column as column
    from citus_tables t
    join pg_class c on c.oid = t.table_name
    where c.relnamespace = 'public'::regnamespace`)
  return new Map(rows.map((row) => [row.name, row]))
}

/** Citus calls a table local that lies on the coordinator and is pointed at by spread ones. */
const isSpread = (known: KnownTable | undefined): known is KnownTable =>
  known !== undefined && known.kind !== 'local'

/** A table that lives elsewhere than declared is not moved back: that may not fit on one node. */
function contradictions(
  placements: ReadonlyMap<string, Placement>,
  known: ReadonlyMap<string, KnownTable>,
): string[] {
  return [...placements].flatMap(([table, placement]) => {
    const now = known.get(table)
    if (!isSpread(now)) return []
    const right =
      placement.kind === 'owner'
        ? now.kind === 'distributed' && now.column === placement.column
        : placement.kind === 'everyNode' && now.kind === 'reference'
    const where = now.kind === 'reference' ? '每个节点各存一份' : `按 ${now.column} 分布`
    return right ? [] : [`表 ${table} 已经${where}，与声明不同：请先用 undistribute_table 改回一处。`]
  })
}

/**
 * Foreign keys to tables on every node ask for one connection to each node within a transaction: Citus
 * refuses a write after a read of several shards at once. In turn, one connection to each node does all; the
 * nodes still work side by side. Citus reckons what comes from other nodes at a hundred thousand rows;
 * PostgreSQL then compiles statements of one row to machine code before it runs them: 240 ms instead of 10.
 * So no node compiles. Citus sets it on the workers, too.
 */
async function setUpDatabase(db: Database): Promise<void> {
  const { name } = await db.one<{ name: string }>(sql`select current_database() as name`)
  const database = sql.id(name)
  await db.query(sql`alter database ${database} set citus.multi_shard_modify_mode = 'sequential'`)
  await db.query(sql`alter database ${database} set jit = off`)
}

/**
 * Makes the roles that own and use the tables on nodes which lack them: Citus carries a role to the nodes
 * only when it is made in a database that has the extension. Nodes ask each other without a password of the
 * portal's.
 */
async function makeRoles(db: Database): Promise<void> {
  const roles = await db.query<{ name: string }>(sql`
    select rolname as name from pg_roles where rolname in (current_user, ${APP_ROLE})`)
  for (const { name } of roles) {
    const made = `do $$ begin
      if not exists (select from pg_roles where rolname = ${sql.lit(name).text}) then
        create role ${sql.id(name).text} login;
      end if;
    end $$`
    const failed = await db.query<{ node: string; said: string }>(sql`
      select nodename || ':' || nodeport as node, result as said from run_command_on_workers(${made}) where not success`)
    refuse(failed.map(({ node, said }) => `节点 ${node} 上没有角色 ${name}，且建立失败：${said}`))
  }
}

/**
 * Sequences with the number that each gave last. Citus makes a table anew that is tied to one on every node,
 * and its numbers would begin at 1 again.
 */
const sequences = (tx: Tx) =>
  tx.query<{ name: string; last: string }>(sql`
    select sequencename as name, last_value::text as last
    from pg_sequences
    where schemaname = 'public' and last_value is not null`)

/** `beside` is a table whose owners' rows the new one's shall lie with. */
async function move(db: Database, table: string, placement: Placement, beside: string | undefined) {
  await db.transaction(async (tx) => {
    const before = await sequences(tx)
    await place(tx, table, placement, beside)
    const now = new Map((await sequences(tx)).map(({ name, last }) => [name, last]))
    for (const { name, last } of before)
      if (now.get(name) !== last)
        await tx.query(sql`select setval(${sql.id(name).text}::regclass, ${last}::bigint)`)
  })
}

async function place(tx: Tx, table: string, placement: Placement, beside: string | undefined): Promise<void> {
  await tx.query(
    placement.kind === 'owner'
      ? sql`select create_distributed_table(
          ${table}::regclass, ${placement.column}, colocate_with => ${beside ?? 'none'})`
      : sql`select create_reference_table(${table}::regclass)`,
  )
  // The rows are copied, and the coordinator's own ones stay behind. Emptying a table on every node would
  // empty, by foreign keys, the tables that point at it; nothing but rows by owner points at rows by owner.
  if (placement.kind === 'owner')
    await tx.query(sql`select truncate_local_data_after_distributing_table(${table}::regclass)`)
}
