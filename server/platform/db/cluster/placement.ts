/**
 * Where a table lives on a distributed PostgreSQL (Citus): `owner`: its rows are spread over the nodes by one
 * column, and rows of one owner lie together in every such table · `everyNode`: each node holds all of it ·
 * `coordinator`: the first node alone holds it.
 */
export type Placement =
  | { readonly kind: 'owner'; readonly column: string }
  | { readonly kind: 'everyNode' }
  | { readonly kind: 'coordinator' }

/** Tables that live alike for one reason. */
export type PlacementGroup = Placement & {
  readonly because: string
  readonly tables: readonly string[]
}

export interface UniqueKey {
  readonly name: string
  /** Null for an expression. */
  readonly columns: readonly (string | null)[]
}

export interface ForeignKey {
  readonly to: string
  /** Pairs of a column and the one it points at. */
  readonly columns: readonly (readonly [string, string])[]
}

/** Keys and references that decide whether a table can be distributed. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  readonly uniqueKeys: readonly UniqueKey[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly triggers: readonly string[]
}

export type Placements = ReadonlyMap<string, Placement>

/** The groups as one placement a table; of a table that is named twice, the last. */
export function placementsOf(groups: readonly PlacementGroup[]): Placements {
  return new Map(groups.flatMap((group) => group.tables.map((table) => [table, group] as const)))
}

/** Tables that no group names, names that are no table, tables that are named twice; Chinese sentences. */
export function undeclared(groups: readonly PlacementGroup[], tables: readonly string[]): string[] {
  const named = groups.flatMap((group) => group.tables)
  return [
    ...tables.filter((table) => !named.includes(table)).map((table) => `表 ${table} 没有说明放在哪里。`),
    ...named.filter((table) => !tables.includes(table)).map((table) => `数据库中没有表 ${table}。`),
    ...named.filter((table, at) => named.indexOf(table) !== at).map((table) => `表 ${table} 说明了两次。`),
  ]
}

/** Why Citus would refuse a table where it is to live; Chinese sentences, none where it would not. */
export function obstacles(shape: TableShape, placements: Placements): string[] {
  const placement = placements.get(shape.name)
  if (placement === undefined) return []
  return [...obstaclesWithin(shape, placement), ...obstaclesBetween(shape, placement, placements)]
}

function obstaclesWithin({ name, columns, uniqueKeys, triggers }: TableShape, placement: Placement) {
  const triggered =
    placement.kind === 'coordinator'
      ? []
      : triggers.map((trigger) => `表 ${name} 有触发器 ${trigger}，只能留在协调节点。`)
  if (placement.kind !== 'owner') return triggered
  const { column } = placement
  if (!columns.includes(column)) return [...triggered, `表 ${name} 没有列 ${column}，不能按它分布。`]
  const without = uniqueKeys.filter((key) => !key.columns.includes(column))
  return [
    ...triggered,
    ...without.map((key) => `表 ${name} 的唯一约束 ${key.name} 不含 ${column}，不能按 ${column} 分布。`),
  ]
}

/**
 * Nodes check a foreign key by themselves: a row by owner may point at what lies on its own node, and what
 * the nodes hold points at rows of owners from nowhere else.
 */
function obstaclesBetween(shape: TableShape, placement: Placement, placements: Placements): string[] {
  return shape.foreignKeys.flatMap(({ to, columns }) => {
    const target = placements.get(to) ?? { kind: 'coordinator' }
    if (target.kind === 'owner') {
      const together =
        placement.kind === 'owner' &&
        columns.some(([from, pointed]) => from === placement.column && pointed === target.column)
      return together ? [] : [`表 ${shape.name} 的外键指向按所有者分布的表 ${to}，但不含双方的分布列。`]
    }
    if (placement.kind === 'owner' && target.kind === 'coordinator')
      return [`表 ${shape.name} 的外键指向只在协调节点的表 ${to}，不能分布。`]
    return []
  })
}
