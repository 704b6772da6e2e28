import type { Actor } from '../../../catalogue/access/access.ts'
import { seesFull } from '../../../catalogue/access/sight.ts'
import type { HistoryEntry } from '../../../catalogue/contract/archive/records.ts'
import type { Level } from '../../../catalogue/define.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Ask, Engine } from '../engine.ts'
import { prepared } from '../prepared/index.ts'
import {
  fromStored,
  load,
  type LoadedRecord,
  maskOf,
  noteRecordRead,
  referencesOf,
  type Values,
} from '../records/index.ts'

interface Line {
  at: string
  action: string
  level: Level | null
  operator: string
  institution: string | null
  on_behalf_of: string | null
  reason: string | null
  fields: { key: string; reason: string }[]
  revision_id: string
  no: number
}

interface Version {
  id: string
  no: number
  state: string
  value: Values
  applied_at: string | null
}

/** Actions on drafts, which only the owner sees. */
const ownersAlone = new Set(['create', 'amend', 'delete', 'withdraw'])

/** The timeline of a record, newest first: who acted when, and which fields each applied value changed. */
export async function historyOf(ask: Ask, id: string): Promise<HistoryEntry[]> {
  const { engine, actor, definition } = ask
  const loaded = await load(engine.db, actor, definition, id)
  const [lines, versions] = await Promise.all([
    engine.db.query<Line>(sql`
      select e.at, e.action, e.level, p.name as operator, i.name as institution, b.name as on_behalf_of,
        e.reason, e.fields,
        e.revision_id, v.no
      from revision_event e join revision v on v.owner_id = e.owner_id and v.id = e.revision_id
        join identity a on a.id = e.by_identity join person p on p.id = a.person_id
        left join institution i on i.id = a.institution_id
        left join identity ob on ob.id = e.on_behalf_of left join person b on b.id = ob.person_id
      where e.owner_id = ${loaded.owner.id} and e.record_id = ${id} order by e.at desc, e.id desc limit 500`),
    engine.db.query<Version>(sql`
      select id, no, state, value, applied_at from revision
      where owner_id = ${loaded.owner.id} and record_id = ${id} and applied_at is not null
      order by applied_at`),
    noteRecordRead(engine, actor, loaded, { kind: 'history' }),
  ])
  const named = await referencesOf(
    engine,
    actor,
    definition,
    versions.map(({ value }) => value),
  )
  const diffs = diffsOf(engine, actor, loaded, versions)
  const applying = new Set(['approve', 'create', 'amend', 'restore'])
  // Without a reviewing step, the submission itself brought the value into force.
  const passed = new Set(lines.filter((line) => line.action === 'approve').map((line) => line.revision_id))
  const applied = (line: Line) =>
    applying.has(line.action) || (line.action === 'submit' && !passed.has(line.revision_id))
  return lines
    .filter((line) => actor.role === 2 || !ownersAlone.has(line.action) || diffs.has(line.revision_id))
    .map((line) => ({
      at: line.at,
      action: line.action,
      level: line.level,
      operator: line.operator,
      institution: line.institution ?? '',
      onBehalfOf: line.on_behalf_of,
      reason: line.reason,
      fields: line.fields,
      no: line.no,
      diff: applied(line) ? (diffs.get(line.revision_id) ?? {}) : {},
      ...(applied(line) && Object.keys(named).length > 0 && { references: named }),
    }))
}

type Diff = HistoryEntry['diff']

/** Per applied revision, the fields it changed against the one before, masked for the reader. */
function diffsOf(
  engine: Engine,
  actor: Actor,
  { definition, id: recordId, owner: { institutionId } }: LoadedRecord,
  versions: readonly Version[],
): Map<string, Diff> {
  const found = new Map<string, Diff>()
  let before: Values = {}
  for (const version of versions) {
    const now = fromStored(engine.keys, definition, recordId, version.value)
    const diff: Diff = {}
    for (const { key, field } of prepared(definition).writable) {
      const from = before[key] ?? null
      const to = now[key] ?? null
      if (JSON.stringify(from) === JSON.stringify(to)) continue
      const show = (value: unknown) =>
        value === null || seesFull(actor, field, { institutionId }) ? value : maskOf(field, value)
      diff[key] = { from: show(from), to: show(to) }
    }
    found.set(version.id, diff)
    before = { ...before, ...now }
  }
  return found
}
