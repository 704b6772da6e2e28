/** Most levels of a textbook, and most rows of its workbook. */
export const mostLevels = 4
export const mostNodes = 2000

/** Heads of the columns of a textbook's workbook. */
export const indexHeads = {
  id: '系统号',
  level: '层级',
  no: '编号',
  title: '名称',
  ended: '停用',
  successor: '接替的系统号',
} as const
export type IndexColumn = keyof typeof indexHeads

/** A row of a textbook's workbook as texts, with its number in the sheet. */
export type IndexRow = Readonly<Record<IndexColumn, string>> & { readonly row: number }

/** A chapter as it stands, with how many resources, questions and papers hang on it or below it. */
export interface KeptNode {
  readonly id: number
  readonly parentId: number | null
  readonly no: string
  readonly title: string
  readonly ended: boolean
  readonly uses: number
}

/** What becomes of a chapter. `before`: number and title of now, null for a new one. */
export interface NodeChange {
  readonly change: 'new' | 'changed' | 'ended' | 'same'
  readonly level: number
  readonly no: string
  readonly title: string
  readonly before: string | null
  readonly uses: number
}

/** A chapter as it will stand; `parent` is a place in the list of the plan. */
export interface PlannedNode {
  /** Null for a new one. */
  readonly id: number | null
  readonly parent: number | null
  readonly level: number
  readonly no: string
  readonly title: string
  readonly ended: boolean
  readonly successor: number | null
}

export interface IndexFault {
  /** The row of the sheet; null for what no row stands for. */
  readonly row: number | null
  readonly message: string
}

export interface IndexPlan {
  readonly changes: readonly NodeChange[]
  readonly nodes: readonly PlannedNode[]
  /** Chapters that no row names and that nothing hangs on: they are ended. */
  readonly gone: readonly number[]
  readonly faults: readonly IndexFault[]
}

const called = ({ no, title }: { readonly no: string; readonly title: string }): string =>
  `${no} ${title}`.trim()

/** A row read by its columns, with what is wrong with it alone. */
function readRow(row: IndexRow): { readonly node: Omit<PlannedNode, 'parent'>; readonly faults: string[] } {
  const faults: string[] = []
  const numberOf = (column: IndexColumn): number | null => {
    if (row[column] === '') return null
    const read = /^\d{1,9}$/.test(row[column]) ? Number(row[column]) : Number.NaN
    if (Number.isNaN(read)) faults.push(`“${indexHeads[column]}”应为数字`)
    return Number.isNaN(read) ? null : read
  }
  const level = numberOf('level') ?? 0
  if (level < 1 || level > mostLevels) faults.push(`“层级”应为 1 到 ${mostLevels}`)
  if (row.title === '') faults.push('请填写“名称”')
  if (row.title.length > 100) faults.push('“名称”不超过 100 个字')
  if (row.no.length > 20) faults.push('“编号”不超过 20 个字')
  if (!['', '是', '否'].includes(row.ended)) faults.push('“停用”填“是”或“否”，也可以不填')
  const [id, successor] = [numberOf('id'), numberOf('successor')]
  if (successor !== null && row.ended !== '是') faults.push('停用的章节才填“接替的系统号”')
  return { node: { id, level, no: row.no, title: row.title, ended: row.ended === '是', successor }, faults }
}

/** Where each row hangs: the nearest row above it of the level above; a level may not be left out. */
function parentsOf(levels: readonly number[]): readonly (number | null | 'gap')[] {
  const above: number[] = []
  return levels.map((level, at) => {
    if (level < 1 || level > above.length + 1) return 'gap'
    above.length = level - 1
    const parent = above.at(-1) ?? null
    above.push(at)
    return parent
  })
}

/**
 * What a workbook of a textbook changes: chapters are known by their number, so that a new name costs nothing.
 * A chapter on which something hangs is not moved and not left out: it is ended, and says who takes over.
 */
export function planIndex(rows: readonly IndexRow[], kept: readonly KeptNode[]): IndexPlan {
  const faults: IndexFault[] = []
  const read = rows.map(readRow)
  const parents = parentsOf(read.map(({ node }) => node.level))
  const byId = new Map(kept.map((node) => [node.id, node]))
  const nodes = read.map(({ node }, at): PlannedNode => {
    const parent = parents[at]
    return { ...node, parent: typeof parent === 'number' ? parent : null }
  })
  const seen = new Set<number>()
  nodes.forEach((node, at) => {
    const row = rows[at]?.row ?? null
    const own = [...(read[at]?.faults ?? [])]
    if (parents[at] === 'gap') own.push('上面没有高一级的章节，请核对“层级”')
    if (node.id !== null && !byId.has(node.id)) own.push(`本教材没有系统号 ${node.id}；新增的章节不填系统号`)
    if (node.id !== null && seen.has(node.id)) own.push(`系统号 ${node.id} 出现了两次`)
    if (node.id !== null) seen.add(node.id)
    faults.push(...[...own, ...faultsOfPlace(nodes, node, byId)].map((message) => ({ row, message })))
  })
  const missing = kept.filter(({ id, ended }) => !ended && !seen.has(id))
  for (const node of missing)
    if (node.uses > 0)
      faults.push({
        row: null,
        message: `“${called(node)}”有 ${node.uses} 件在用，不能删去：保留该行，“停用”填“是”，并填接替它的章节的系统号`,
      })
  return {
    nodes,
    gone: missing.map(({ id }) => id),
    faults,
    changes: [
      ...nodes.map((node) => changeOf(node, node.id === null ? undefined : byId.get(node.id))),
      ...missing.map(({ no, title, uses, ...node }): NodeChange => ({
        change: 'ended',
        level: 1,
        no,
        title,
        before: called({ no, title, ...node }),
        uses,
      })),
    ],
  }
}

/** What is wrong with where a chapter hangs, and with who takes over. */
function faultsOfPlace(
  nodes: readonly PlannedNode[],
  node: PlannedNode,
  byId: ReadonlyMap<number, KeptNode>,
): string[] {
  const before = node.id === null ? undefined : byId.get(node.id)
  const parent = node.parent === null ? undefined : nodes[node.parent]
  const faults: string[] = []
  if (parent?.ended && !node.ended) faults.push('上级已停用，本行也要停用')
  if (!before) return faults
  if (before.uses > 0 && before.parentId !== (parent?.id ?? null))
    faults.push(`“${called(before)}”有 ${before.uses} 件在用，不能移到别的章节下`)
  return [...faults, ...faultsOfEnd(nodes, node, before)]
}

/** Who takes over from a chapter that is ended. */
function faultsOfEnd(nodes: readonly PlannedNode[], node: PlannedNode, before: KeptNode): string[] {
  if (node.successor === null)
    return node.ended && !before.ended && before.uses > 0
      ? [`“${called(before)}”有 ${before.uses} 件在用，停用要填“接替的系统号”`]
      : []
  const next = nodes.find(({ id }) => id === node.successor)
  if (next && !next.ended && next.id !== node.id) return []
  return [`接替的系统号 ${node.successor} 应为本教材另一个没有停用的章节；新章节先导入一次，再填它的系统号`]
}

function changeOf(node: PlannedNode, before: KeptNode | undefined): NodeChange {
  const { level, no, title } = node
  const of = { level, no, title, uses: before?.uses ?? 0, before: before ? called(before) : null }
  if (!before) return { ...of, change: 'new' }
  if (node.ended && !before.ended) return { ...of, change: 'ended' }
  const isSame = called(before) === called(node) && node.ended === before.ended
  return { ...of, change: isSame ? 'same' : 'changed' }
}
