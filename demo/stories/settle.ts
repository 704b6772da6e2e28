import type { AnyRecord } from '../../catalogue/define.ts'
import { needsEvidence } from '../../catalogue/rules/judge.ts'
import type { Values } from '../../server/engine/records/index.ts'
import {
  apply,
  approve,
  DAY,
  draft,
  type Moment,
  type RecordLife,
  submit,
} from '../../server/engine/bulk/index.ts'
import type { About } from '../archive/about.ts'
import { kindsFor } from '../evidence/kinds.ts'
import type { Identity } from '../region/people.ts'
import { anchorOf, daysAfter, officeTime } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import type { Fact } from './facts.ts'
import { reviewerOf, type Scene } from './scene.ts'

/** What is settled lies at least this many days back, so that what is pending comes after it. */
export const SETTLED = 18
/** Days from entering to the last approval, at most. */
const LONGEST = 27

/** The moment at which a day begins. */
export const beginningOf = (scene: Scene, day: string): Moment => anchorOf(day) - scene.ledger.load.anchor

/** Uploads evidence for a value, if it needs any or now and then; `by` uploads it. */
export function filesFor(
  scene: Scene,
  random: Random,
  definition: AnyRecord,
  values: Values,
  by: Identity,
  about: About,
  at: Moment,
  own = false,
): string[] {
  if (!definition.attachments) return []
  if (!needsEvidence(definition, values) && !random.chance(own ? 0.6 : 0.1)) return []
  return kindsFor(definition.name, values).map((kind) =>
    scene.evidence.upload(kind, by.id, at, own ? { definition, values, holder: about.life } : undefined),
  )
}

/** Drafted, submitted and passed on every step. */
export function pass(
  scene: Scene,
  random: Random,
  story: RecordLife,
  hand: Identity,
  given: Values,
  from: Moment,
  files?: readonly string[],
): Moment {
  draft(story, { by: hand, at: from }, given, files)
  let at = daysAfter(random, from, 1, 2)
  submit(story, { by: hand, at })
  while (story.revisions.at(-1)?.state === 'inReview') {
    at = daysAfter(random, at, 1, 5)
    approve(story, { by: reviewerOf(scene, story), at })
  }
  return at
}

/**
 * Whether a rule of the type would refuse the value beside another record of the owner, whatever its state.
 */
export function isTwice(scene: Scene, about: About, definition: AnyRecord, values: Values): boolean {
  const others: Values[] = scene.ledger
    .recordsOf(about.teacher.owner, definition.name)
    .flatMap((s) => s.revisions.slice(-1).map((r) => r.value))
  return (definition.rules?.constraints ?? []).some(
    (rule) =>
      rule.form === 'unique' &&
      rule.within === 'owner' &&
      rule.level !== 'warning' &&
      others.some((other) =>
        rule.fields.every(
          (key) => (values[key] ?? null) !== null && String(other[key]) === String(values[key]),
        ),
      ),
  )
}

/** Open records of these types end one another: each is in force before the next is entered. */
const SPACED = new Set(['postAppointment', 'techPositionAppointment', 'workExperience'])

const days: Readonly<Record<Fact['rank'], number>> = { 0: 4, 1: 34, 2: 64, 3: 92 }

/**
 * Records facts in the order in which they were entered: those from before the archive within its first
 * months, the others within weeks. What would not be settled by now is left out.
 */
export function settle(
  scene: Scene,
  random: Random,
  about: About,
  begun: Moment,
  facts: readonly Fact[],
): void {
  const { teacher } = about
  const last = new Map<string, number>()
  const entries = facts.map((fact) => {
    const known = beginningOf(scene, fact.on)
    const backlog = begun + days[fact.rank] * DAY
    const earliest = Math.max(backlog, known)
    const day = Math.floor(earliest / DAY) + random.int(1, earliest === backlog ? 4 : 9)
    const spaced = SPACED.has(fact.type) ? Math.max(day, (last.get(fact.type) ?? -Infinity) + 16) : day
    last.set(fact.type, spaced)
    return { fact, at: officeTime(random, spaced) }
  })
  const office = scene.region.officer(teacher.school.id)
  const own = scene.region.persons[teacher.personId - 1]?.loginName !== null
  for (const { fact, at } of entries.sort((a, b) => a.at - b.at)) {
    if (at > -(SETTLED + LONGEST) * DAY) continue
    const recordOf = (type: string) =>
      scene.ledger.recordsOf(teacher.owner, type).find((s) => s.row && s.voidedAt === null)?.recordId
    const values = typeof fact.values === 'function' ? fact.values(recordOf) : fact.values
    const definition = scene.ledger.load.engine.records[fact.type]
    if (!values || !definition || isTwice(scene, about, definition, values)) continue
    const story = scene.ledger.open(fact.type, teacher.owner, at)
    const { regime } = definition
    const by = regime === 'recorded' ? office : teacher.hand
    const files = filesFor(scene, random, definition, values, by, about, at, own)
    if (regime === 'recorded' || regime === 'own') apply(story, { by, at }, values, files)
    else pass(scene, random, story, by, values, at, files)
  }
}
