import type { Actor } from '../../../catalogue/access/access.ts'
import type { FoundLine } from '../../../catalogue/contract/finding.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { effectiveOf, openOf, seesType, summaryOf, type Open } from '../../engine/records/index.ts'
import { mostShown, type FindingNeeds } from './options.ts'
import type { Teacher } from './people.ts'
import { fieldsOf, previewOf } from './preview.ts'

const day = (at: string | null): string => (at ?? '').slice(0, 10)

/** State, who holds it, and since when. */
function standing(open: Open): string {
  const level = open.route?.[open.step ?? 0]?.level ?? null
  return [stateLabel(open.state, level), open.holder, day(open.holderSince ?? open.submittedAt)]
    .filter(Boolean)
    .join('　')
}

/**
 * A teacher's own records, in force or under way, of which the type or what names them contains the text.
 * Every record once: a pending change stands for what is in force.
 */
export async function ownRecords(
  { engine, placeOf }: FindingNeeds,
  actor: Actor,
  q: string,
): Promise<FoundLine[]> {
  if (actor.role !== 2 || actor.teacherId === null) return []
  const definitions = Object.values(engine.records).filter(
    (definition) => definition.owner === 'teacher' && seesType(actor, definition),
  )
  const owners = [actor.teacherId]
  const [open, effective] = await Promise.all([
    openOf(engine, actor, definitions, owners),
    effectiveOf(engine, actor, definitions, owners),
  ])
  const pending = new Set(open.map(({ recordId }) => recordId))
  const all = [
    ...open.map((one) => ({
      type: one.type,
      id: one.recordId,
      values: one.value,
      note: standing(one),
    })),
    ...effective
      .filter(({ id }) => !pending.has(id))
      .map((one) => ({
        type: one.type,
        id: one.id,
        values: one.stored,
        note: `已生效　${day(one.appliedAt)}`,
      })),
  ]
  const wanted = q.toLowerCase()
  return all.flatMap(({ type, id, values, note }) => {
    const definition = engine.records[type]
    const link = placeOf(type, id, 'section', actor.role)
    if (!definition || link === null) return []
    const title = summaryOf(definition, values)
    const fits = `${definition.title} ${title}`.toLowerCase().includes(wanted)
    const preview = previewOf([['办理', note], ...fieldsOf(definition, values)])
    return fits ? [{ title, detail: definition.title, note, link, preview }] : []
  })
}

/**
 * What is under way of the teachers an office found, in their order: their records under review, as far as
 * the office sees them. Naming them is a reading, which is noted.
 */
export async function recordsUnderWay(
  { engine, placeOf }: FindingNeeds,
  actor: Actor,
  teachers: readonly Teacher[],
): Promise<FoundLine[]> {
  const definitions = Object.values(engine.records).filter((definition) => seesType(actor, definition))
  const open = await openOf(
    engine,
    actor,
    definitions,
    teachers.map(({ id }) => id),
  )
  const places = new Map(teachers.map(({ id }, at) => [id, at]))
  const place = ({ ownerId }: Open) => places.get(ownerId) ?? teachers.length
  const lines = open
    .filter(({ state }) => state === 'inReview')
    .toSorted((a, b) => place(a) - place(b))
    .flatMap((one) => {
      const definition = engine.records[one.type]
      const link = placeOf(one.type, one.recordId, 'review', actor.role)
      if (!definition || link === null) return []
      const name = teachers.find(({ id }) => id === one.ownerId)?.name ?? ''
      const line = {
        title: `${name}　${summaryOf(definition, one.value)}`,
        detail: definition.title,
        note: standing(one),
        link,
        preview: previewOf([['办理', standing(one)], ...fieldsOf(definition, one.value)]),
      }
      return [{ owner: one.ownerId, line }]
    })
  // Lines beyond these are cut off by the answer, so nobody reads them.
  const named = new Set(lines.slice(0, mostShown).map(({ owner }) => owner))
  if (named.size > 0) await engine.readings.note(actor, { kind: 'search' }, [...named])
  return lines.map(({ line }) => line)
}
