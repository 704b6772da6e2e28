import type { Actor } from '../../../catalogue/access/access.ts'
import type { ArchiveStep, Building } from '../../../catalogue/contract/workspace.ts'
import type { AnyRecord, Level, Step } from '../../../catalogue/define.ts'
import { levelLabels, routeOf, type Station } from '../../../catalogue/flows/review.ts'
import { pages } from '../../../catalogue/pages/pages.ts'
import { writes } from '../../../catalogue/rules/sides.ts'
import type { Engine } from '../../engine/engine.ts'
import { isExpected, type SectionCompleteness } from '../../engine/records/index.ts'
import { tableName } from '../../engine/schema/index.ts'
import { chainsOf, cityOver, stationsOf } from '../../engine/ways/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { WorkbenchTools } from './tools.ts'

/** So many fields of a form are named. */
const named = 4

/** An open revision of the owner's, as far as a step asks for it. */
export interface OpenRevision {
  readonly record_id: string
  readonly type: string
  readonly state: string
  readonly mends_since: string | null
}

/** Facts from which the steps of one archive follow. */
export interface Archive {
  readonly actor: Actor
  readonly ownerId: number
  readonly sections: readonly SectionCompleteness[]
  readonly begun: readonly OpenRevision[]
}

/**
 * The expected sections as steps, while one of them is empty: those of which everybody has exactly one first,
 * then in the order of the menus. Null once every section has something in force or under review.
 */
export async function buildingOf(
  engine: Engine,
  tools: WorkbenchTools,
  archive: Archive,
): Promise<Building | null> {
  const { actor, ownerId, sections, begun } = archive
  if (sections.every((section) => section.percent > 0)) return null
  const own = Object.values(engine.records).filter(({ owner }) => owner === 'teacher')
  const expected = own.filter(isExpected).toSorted((a, b) => rank(a) - rank(b))
  const recorded = own.filter(({ regime }) => regime === 'recorded')
  const stations = await stationsNear(engine, ownerId, actor)
  const [reviewOf, registered] = await Promise.all([
    reviewsOf(engine, expected, stations),
    registeredOf(engine, tools, recorded, ownerId),
  ])
  const steps = expected.map((definition): ArchiveStep => {
    const section = sections.find(({ type }) => type === definition.name)
    const open = begun.find(({ type }) => type === definition.name)
    return {
      type: definition.name,
      title: definition.title,
      ...standingOf(tools, definition, section?.percent ?? 0, open),
      review: reviewOf(definition),
    }
  })
  const later = own
    .filter((one) => one.cardinality === 'many' && one.regime !== 'recorded')
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ name, title }) => ({ type: name, title, link: tools.linkOf(name, null, 'section', 2) ?? '' }))
  return { steps, registered, later }
}

/** Sections with one record first, then the order of the menus. */
function rank({ name, cardinality }: AnyRecord): number {
  const place = pages.findIndex((page) => page.page === 'record-section' && page.records?.includes(name))
  return (cardinality === 'one' ? 0 : pages.length) + place
}

/** Whether a step can begin, what it asks for, and the page where it goes on. */
function standingOf(
  tools: WorkbenchTools,
  definition: AnyRecord,
  percent: number,
  open: OpenRevision | undefined,
): Pick<ArchiveStep, 'state' | 'verb' | 'note' | 'link'> {
  const { name, regime } = definition
  const section = tools.linkOf(name, null, 'section', 2) ?? ''
  if (open && open.state !== 'inReview') {
    const link = `${tools.linkOf(name, open.record_id, 'section', 2) ?? ''}&edit=1`
    return open.state === 'returned' || open.mends_since !== null
      ? { state: 'returned', verb: '去修改', note: '被退回，请按意见修改后重新提交', link }
      : { state: 'begun', verb: '继续填写', note: '已填写，尚未提交', link }
  }
  if (open) return { state: 'handedIn', verb: '查看', note: '已提交，等审核', link: section }
  if (percent > 0) return { state: 'done', verb: '查看', note: '', link: section }
  const note = asksFor(definition)
  // The institution registers a mixed record; only then has the teacher something to add to.
  if (regime === 'mixed')
    return { state: 'waits', verb: '查看', note: `等学校先登记，之后由您核对。${note}`, link: section }
  return { state: 'open', verb: '填写', note, link: `${section}&new=1` }
}

/** Required parts of a form, in the form's words. */
function asksFor(definition: AnyRecord): string {
  const isNew = definition.regime !== 'mixed'
  const asked = definition.pages.form
    .flatMap(({ fields }) => fields)
    .flatMap((key) => definition.fields[key] ?? [])
    .filter((field) => field.required && writes(definition, field, 'teacher', isNew))
    .map(({ label }) => label)
  const names = asked.slice(0, named).join('、')
  const more = asked.length > named ? `等 ${asked.length} 项` : ''
  return `${names}${more}${definition.attachments?.required ? '，附佐证材料' : ''}`
}

async function stationsNear(engine: Engine, ownerId: number, actor: Actor): Promise<readonly Station[]> {
  const place = await engine.db.maybeOne<{
    institutionId: number | null
    districtId: number | null
    cityId: number | null
    provinceId: number | null
  }>(sql`
    select institution_id as "institutionId", district_id as "districtId", city_id as "cityId",
      province_id as "provinceId"
    from teacher where id = ${ownerId}`)
  return place ? stationsOf(engine.db, place, actor.personId) : []
}

/** Reviewers of a type, by the chains in force at this place. */
async function reviewsOf(
  engine: Engine,
  definitions: readonly AnyRecord[],
  stations: readonly Station[],
): Promise<(definition: AnyRecord) => string> {
  const idOf = (level: Level) => stations.find((one) => one.level === level)?.institutionId ?? null
  const city = cityOver({ districtId: idOf('area'), cityId: idOf('city') })
  const chained = definitions.flatMap(({ name, review }) => (review ? [{ name, chain: review.chain }] : []))
  const chains = await chainsOf(engine.db, chained, city)
  return ({ name, review }) =>
    review ? wordsOf(chains.of({ name, chain: review.chain }).chain, stations) : '保存就生效，无需审核'
}

function wordsOf(chain: readonly Step[], stations: readonly Station[]): string {
  const route = routeOf(chain, {}, stations)
  if ('noHolderFor' in route) return '提交后由上级审核'
  const [first, ...others] = route.steps.map(({ level }) => levelLabels[level])
  if (first === undefined) return '提交后生效'
  return `提交后由${first}审核${others.length > 0 ? `，再报${others.join('、')}` : ''}`
}

/**
 * What the institution registers about the owner: of the personal archive always, of the others once there is
 * something.
 */
async function registeredOf(
  engine: Engine,
  tools: WorkbenchTools,
  recorded: readonly AnyRecord[],
  ownerId: number,
): Promise<Building['registered']> {
  const rows = await engine.db.query<{ type: string; count: number }>(
    sql.join(
      recorded.map(
        ({ name }) => sql`select ${sql.lit(name)}::text as type, count(*)::int as count
          from ${sql.id(tableName(name))} where owner_id = ${ownerId} and voided_at is null`,
      ),
      ' union all ',
    ),
  )
  const counts = new Map(rows.map(({ type, count }) => [type, count]))
  return recorded
    .map((definition) => ({ definition, count: counts.get(definition.name) ?? 0 }))
    .filter(({ definition, count }) => count > 0 || definition.archive === 'personal')
    .toSorted((a, b) => rank(a.definition) - rank(b.definition))
    .map(({ definition: { name, title }, count }) => ({
      type: name,
      title,
      count,
      link: tools.linkOf(name, null, 'section', 2) ?? '',
    }))
}
