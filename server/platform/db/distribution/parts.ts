/** Runs a statement without values. */
export type Ask = (text: string) => Promise<{ readonly rows: unknown[] }>

/** A server that holds rows by owner. */
export interface Node {
  readonly host: string
  readonly port: number
  /** What PostgreSQL calls itself since it was made; another server at this address has another. */
  readonly system: string
}

/** The rows of some owners, which lie together. */
export interface Part {
  readonly number: number
  readonly node: Node
  /** How many parts of its node come before it. */
  readonly before: number
  /** Tables by owner, with the name of the table that has these owners' rows. */
  readonly tables: ReadonlyMap<string, string>
  /** The number by which Citus knows where one of them lies; they move together. */
  readonly shard: string
}

/** Parts in the order of the hashes that they begin with; null where the node did not answer. */
export type Parts = readonly { readonly from: number; readonly part: Part | null }[]

const shards = `
  select c.relname as name, s.shardid::text as shard, s.shardminvalue::int as from, p.groupid as node
  from pg_dist_partition t
  join pg_class c on c.oid = t.logicalrelid
  join pg_dist_shard s on s.logicalrelid = t.logicalrelid
  join pg_dist_placement p on p.shardid = s.shardid
  where t.partmethod = 'h' and t.colocationid = (select min(colocationid) from pg_dist_partition where partmethod = 'h')
  order by s.shardminvalue::int`

const servers = `
  select n.groupid as node, n.nodename as host, n.nodeport as port, r.result as system
  from run_command_on_all_nodes('select system_identifier from pg_control_system()') r
  join pg_dist_node n on n.nodeid = r.nodeid
  where r.success and n.isactive and n.noderole = 'primary'`

interface Shard {
  readonly name: string
  readonly shard: string
  readonly from: number
  readonly node: number
}

/** Asks the coordinator where which part lies. */
export async function readParts(ask: Ask): Promise<Parts> {
  const nodes = new Map(
    ((await ask(servers)).rows as (Node & { readonly node: number })[]).map(({ node, ...rest }) => [
      node,
      rest,
    ]),
  )
  const rows = (await ask(shards)).rows as Shard[]
  const counts = new Map<number, number>()
  return [...Map.groupBy(rows, ({ from }) => from)].map(([from, of], number) => {
    const [first] = of
    const node = first && nodes.get(first.node)
    if (!node) return { from, part: null }
    const tables = new Map(of.map(({ name, shard }) => [name, `${name}_${shard}`]))
    const before = counts.get(first.node) ?? 0
    counts.set(first.node, before + 1)
    return { from, part: { number, node, before, tables, shard: first.shard } }
  })
}

const rotated = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits))

/**
 * The hash by which Citus spreads an `int`: PostgreSQL's `hashint4` (`hash_bytes_uint32`, src/common/hashfn.c).
 * @returns a signed number of 32 bits
 */
export function hashOf(owner: number): number {
  const begin = (0x9e3779b9 + 4 + 3_923_095) | 0
  let [a, b, c] = [(begin + owner) | 0, begin, begin]
  c = ((c ^ b) - rotated(b, 14)) | 0
  a = ((a ^ c) - rotated(c, 11)) | 0
  b = ((b ^ a) - rotated(a, 25)) | 0
  c = ((c ^ b) - rotated(b, 16)) | 0
  a = ((a ^ c) - rotated(c, 4)) | 0
  b = ((b ^ a) - rotated(a, 14)) | 0
  return ((c ^ b) - rotated(b, 24)) | 0
}

/** The part that has an owner's rows; null where its node is not known. */
export function partOf(parts: Parts, owner: number): Part | null {
  const hash = hashOf(owner)
  return parts.findLast(({ from }) => from <= hash)?.part ?? null
}
