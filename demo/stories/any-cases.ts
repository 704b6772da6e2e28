import type { AnyRecord, Level } from '../../catalogue/define.ts'
import { roleOfLevel } from '../../catalogue/flows/review.ts'
import type { Values } from '../../server/engine/records/index.ts'
import {
  appeal,
  approve,
  DAY,
  dayOf,
  discard,
  draft,
  look,
  type Moment,
  pendingOf,
  type FieldReason,
  type RecordLife,
  reject,
  sendBack,
  submit,
  takeOutOfForce,
  withdraw,
} from '../../server/engine/bulk/index.ts'
import { placesOf, plusDays, type Maker } from '../archive/about.ts'
import { makerOf, withoutStory } from '../archive/any-values.ts'
import { certificateMakers, registrationOf } from '../archive/certificates.ts'
import { honourMakers, honourOf } from '../archive/honours.ts'
import { newPosts } from '../archive/posts.ts'
import { researchMakers } from '../archive/research.ts'
import { serviceMakers } from '../archive/service.ts'
import { daysAfter, officeTime } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import { reviewerOf, type Archive, type Scene } from './scene.ts'
import { filesFor, isTwice, pass } from './settle.ts'

/** Something of any reviewed type that is going on with one teacher, `days` ago. */
export interface AnyCase {
  readonly scene: Scene
  readonly archive: Archive
  readonly random: Random
  readonly type: string
  readonly days: number
  /** Whether its evidence is drawn for it. */
  readonly drawn: boolean
}

const makers: Readonly<Record<string, Maker>> = {
  ...newPosts,
  ...certificateMakers,
  ...honourMakers,
  ...researchMakers,
  ...serviceMakers,
}

/** The types whose cases are told here, beside studies and basic information. */
export const caseTypesOf = (records: Readonly<Record<string, AnyRecord>>): readonly string[] => [
  ...Object.keys(makers),
  'periodicRegistration',
  ...withoutStory(records).flatMap(({ name, review }) => (review ? [name] : [])),
]

/** What makes a value go as far as a level, where the way depends on the value. */
function reaching(c: AnyCase, values: Values, level: Level, on: string): Values {
  const { random, archive } = c
  if (c.type === 'sharedResource')
    return { ...values, shareScope: { school: '1', area: '2', city: '3', province: '4' }[level] }
  if (c.type === 'rewardHonor' && level === 'city') return honourOf(random, archive.about, on, true)
  if (c.type === 'talentProject' && level === 'city') {
    return { ...values, talentProject: '35', talentLevel: '3', issuer: placesOf(archive.teacher).cityBureau }
  }
  return values
}

/** Fresh values of the type, true some weeks before a moment; null where they do not fit this teacher. */
function fresh(c: AnyCase, at: Moment, level: Level): Values | null {
  const { scene, archive, random, type } = c
  const on = plusDays(dayOf(scene.ledger.load.anchor, at), -random.int(5, 25))
  if (type === 'periodicRegistration') {
    const held = scene.ledger
      .recordsOf(archive.teacher.owner, 'teacherQualification')
      .find((s) => s.row && s.voidedAt === null)
    return held ? registrationOf(random, archive.about, held.recordId, on, false) : null
  }
  const definition = scene.ledger.load.engine.records[type]
  const make = makers[type] ?? (definition && makerOf(definition))
  const made = make?.(random, archive.about, on)
  const values = made ? reaching(c, made, level, on) : null
  return values && definition && !isTwice(scene, archive.about, definition, values) ? values : null
}

const ago = ({ random }: AnyCase, days: number): Moment => officeTime(random, -days - 1)

function begin(c: AnyCase, at: Moment, level: Level): RecordLife | null {
  const values = fresh(c, at, level)
  const definition = c.scene.ledger.load.engine.records[c.type]
  if (!values || !definition) return null
  const files = filesFor(
    c.scene,
    c.random,
    definition,
    values,
    c.archive.teacher.hand,
    c.archive.about,
    at,
    c.drawn,
  )
  const story = c.scene.ledger.open(c.type, c.archive.teacher.owner, at)
  draft(story, { by: c.archive.teacher.hand, at }, values, files)
  return story
}

const LEVELS: readonly Level[] = ['school', 'area', 'city', 'province']

/** Handed in and passed on until a level holds it, or the last one of its way. */
function heldAt(c: AnyCase, level: Level): RecordLife | null {
  const steps = LEVELS.indexOf(level)
  const story = begin(c, ago(c, c.days + 2 + 2 * steps), level)
  if (!story) return null
  submit(story, { by: c.archive.teacher.hand, at: ago(c, c.days + 1 + 2 * steps) })
  for (let left = steps; left > 0; left -= 1) {
    const { route, step, holder } = pendingOf(story)
    const there = (holder?.role ?? 0) >= roleOfLevel[level] || !route?.[(step ?? 0) + 1]
    if (!there) approve(story, { by: reviewerOf(c.scene, story), at: ago(c, c.days + 2 * left - 1) })
  }
  return story
}

/** Reasons of the declaration, each pinned to its field. */
function pinned(c: AnyCase, story: RecordLife): FieldReason[] {
  const reasons = story.definition.review?.reasons ?? []
  const chosen = c.random.shuffled(reasons).slice(0, c.random.int(1, 2))
  return [...new Map(chosen.map(({ field, text }) => [field, { key: field, reason: text }])).values()]
}

function refused(c: AnyCase): RecordLife | null {
  const story = heldAt({ ...c, days: c.days + 2 }, 'school')
  if (!story) return null
  const why = story.definition.review?.reasons[0]?.text ?? '与佐证材料不一致'
  reject(story, { by: reviewerOf(c.scene, story), at: ago(c, c.days) }, `${why}，不予通过`)
  return story
}

/** What may be going on with a record of any type, by name. Answers whether it fitted the teacher. */
export const anyCases = {
  school: (c: AnyCase) => heldAt(c, 'school') !== null,
  area: (c: AnyCase) => heldAt(c, 'area') !== null,
  city: (c: AnyCase) => heldAt(c, 'city') !== null,
  province: (c: AnyCase) => heldAt(c, 'province') !== null,
  drafted: (c: AnyCase) => begin(c, ago(c, c.days), 'school') !== null,
  returned(c: AnyCase) {
    const story = heldAt({ ...c, days: c.days + 2 }, 'school')
    if (!story) return false
    const office = reviewerOf(c.scene, story)
    const at = ago(c, c.days)
    look(story, { by: office, at: at - 240_000 })
    sendBack(story, { by: office, at }, pinned(c, story), '请按栏目后的说明修改后再提交')
    return true
  },
  again(c: AnyCase) {
    if (!anyCases.returned({ ...c, days: c.days + 3 })) return false
    const story = c.scene.ledger.recordsOf(c.archive.teacher.owner, c.type).at(-1)
    if (!story) return false
    draft(story, { by: c.archive.teacher.hand, at: ago(c, c.days + 1) }, {})
    submit(story, { by: c.archive.teacher.hand, at: ago(c, c.days) })
    return true
  },
  rejected: (c: AnyCase) => refused(c) !== null,
  appealed(c: AnyCase) {
    const story = refused({ ...c, days: c.days + 3 })
    if (story)
      appeal(
        story,
        { by: c.archive.teacher.hand, at: ago(c, c.days) },
        '所填与证件原件一致，原件已请学校核对，请复核',
      )
    return story !== null
  },
  withdrawn(c: AnyCase) {
    const story = heldAt({ ...c, days: c.days + 1 }, 'school')
    if (story) withdraw(story, { by: c.archive.teacher.hand, at: ago(c, c.days) })
    return story !== null
  },
  discarded(c: AnyCase) {
    const story = begin(c, ago(c, c.days + 3), 'school')
    if (story) discard(story, { by: c.archive.teacher.hand, at: ago(c, c.days) })
    return story !== null
  },
  /** In force for some months, then found to be wrong by the level that had passed it. */
  voided(c: AnyCase) {
    // Anew with each try, years back too: the terms of the last two years are told of nearly everybody already.
    const at = officeTime(c.random, -c.days - c.random.int(160, 1_100))
    const values = fresh(c, at, 'school')
    const definition = c.scene.ledger.load.engine.records[c.type]
    if (!values || !definition) return false
    const { teacher, about } = c.archive
    const files = filesFor(c.scene, c.random, definition, values, teacher.hand, about, at)
    const story = c.scene.ledger.open(c.type, teacher.owner, at)
    const passed = pass(c.scene, c.random, story, teacher.hand, values, at, files)
    const last = story.revisions.at(-1)?.route?.at(-1)
    const office = c.scene.region.officer(last?.institutionId ?? teacher.school.id)
    takeOutOfForce(
      story,
      { by: office, at: Math.min(daysAfter(c.random, passed, 60, 150), -DAY) },
      '经核实与事实不符，予以作废',
    )
    return true
  },
} as const satisfies Readonly<Record<string, (c: AnyCase) => boolean>>
