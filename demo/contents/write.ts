import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { ContentName } from '../../catalogue/contents/define.ts'
import { stepsFor } from '../../catalogue/contents/agreement.ts'
import { contents } from '../../catalogue/contents/contents.ts'
import { legalTexts } from '../../catalogue/legal/texts.ts'
import { sampleOf } from '../../catalogue/contents/sample.ts'
import { kindOf } from '../../catalogue/kinds/kinds.ts'
import { levels, roleOfLevel, routeOf, type RouteStep, type Station } from '../../catalogue/flows/review.ts'
import { placeOf, stationFinder } from '../region/institutions.ts'
import type { Region } from '../region/region.ts'
import { copyItems } from '../../server/platform/db/copy.ts'
import { DAY, type Moment } from '../../server/engine/bulk/index.ts'
import { articles } from './articles.ts'
import { fileOf, type Attachment } from './attachments.ts'
import { toldActivities } from './activities.ts'
import { toldCourses } from './courses.ts'
import { toldLives } from './lives.ts'
import { front } from './front.ts'
import { demoHosts, standingPages } from './standing-pages.ts'
import { toldResources } from './resources.ts'
import { teachersResources } from './teachers-resources.ts'
import { toldStudios } from './studios.ts'
import { toldSupports } from './supports.ts'
import { writeUses } from './uses.ts'
import { toldTrainings } from './trainings.ts'
import {
  type Row,
  fileTable,
  isRead,
  waits,
  remarkOf,
  contentTable,
  versionTable,
  type Decision,
  decisionTable,
  hostTable,
  type Use,
  useTable,
  type DemoReading,
  readTable,
} from './tables.ts'

/** One published content of the demo region. A picture is named by its file in `pictures/`. */
export interface ContentStory {
  readonly type: ContentName
  /**
   * Login of the account that wrote it, or a teacher by the key of the school, the code of the subject and the
   * place among its teachers: `junior:14:0`.
   */
  readonly by: string
  readonly days: number
  readonly pinned?: boolean
  /** Where the review stands, for what others have to agree to; without it nobody was asked. */
  readonly review?: 'waiting' | 'agreed' | { readonly sentBack: string }
  /** How many offices of the way agreed before it waited or came back. */
  readonly agreedBy?: number
  /** Files that are made for it, in the field `files`. */
  readonly attached?: readonly Attachment[]
  /** Times and days of the value, in hours from the start of today. */
  readonly at?: Readonly<Record<string, number>>
  readonly value: Readonly<Record<string, unknown>>
}

const written: readonly ContentStory[] = [
  ...articles,
  ...front,
  ...standingPages,
  ...toldTrainings,
  ...toldSupports,
  ...toldActivities,
  ...toldLives,
  ...toldCourses,
  ...toldStudios,
  ...toldResources,
  ...teachersResources,
]

export interface StoredPicture {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly mime: string
  readonly content: Buffer
  readonly by: number
}

/** Fixed ids of the pictures: the same region every time. */
const numbered = (nth: number) => `c0de${String(nth).padStart(4, '0')}`
const pictureId = (nth: number) => `0197f1c2-0000-7000-8000-0000${numbered(nth)}`
const names = [
  'shared-lesson',
  'archive-year',
  'ethics-month',
  'talk-reading',
  'talk-number',
  'outdoor-science',
  'music-art',
  'sports-field',
  'live-room',
  'live-lecture',
  'course-book',
  'course-code',
  'course-children',
  'studio-hall',
  'studio-tree',
  'sheet-plan',
  'sheet-task',
  'sheet-practice',
] as const
/** What is downloaded has a name for people. */
const sheets: Readonly<Record<string, string>> = {
  'sheet-plan': '教学设计',
  'sheet-task': '学习单',
  'sheet-practice': '分层练习',
}

/** One content of each type that nobody wrote words for, made from its declaration. */
const unwritten = Object.values(contents)
  .filter(({ name }) => !written.some(({ type }) => type === name))
  // The texts that come with the program are in force.
  .filter(({ name }) => !legalTexts.some((text) => text.name === name))
  .map((definition): ContentStory => {
    const value = sampleOf(definition, () => pictureId(names.indexOf('sheet-plan')))
    return { type: definition.name, by: definition.writers.includes(4) ? 'area' : 'admin', days: 3, value }
  })

/** Every content of the demo region. */
export const toldContents: readonly ContentStory[] = [...written, ...unwritten]

async function pictures(by: number): Promise<StoredPicture[]> {
  return Promise.all(
    names.map(async (name, nth) => ({
      id: pictureId(nth),
      key: `0197f1c2-0000-4000-8000-0000${numbered(nth)}`,
      name: `${sheets[name] ?? name}.png`,
      mime: 'image/png',
      content: await readFile(join(import.meta.dirname, 'pictures', `${name}.png`)),
      by,
    })),
  )
}

/** Fixed ids of what is attached to a content. */
const attachedId = (told: ContentStory, place: number, kind: '7' | '4') =>
  `0197f1c2-0000-${kind}000-8000-0000a11e${String(toldContents.indexOf(told)).padStart(3, '0')}${place}`

async function attachments(by: number): Promise<StoredPicture[]> {
  const all = toldContents.flatMap((told) =>
    (told.attached ?? []).map(async (attached, place): Promise<StoredPicture> => {
      const [id, key] = [attachedId(told, place, '7'), attachedId(told, place, '4')]
      return { id, key, by, ...(await fileOf(told, attached)) }
    }),
  )
  return Promise.all(all)
}

/** A value with its pictures by id and its times, and every field of the declaration. */
export function valueOf(told: ContentStory, time: (moment: Moment) => string): Record<string, unknown> {
  const { type, value, at = {}, attached } = told
  const fields = contents[type].fields
  const hour = DAY / 24
  return Object.fromEntries(
    Object.keys(fields).map((key) => {
      const moment = at[key]
      if (moment !== undefined) {
        const minute = time(moment * hour).slice(0, 16)
        return [key, fields[key] && kindOf(fields[key]).day ? minute.slice(0, 10) : minute]
      }
      if (key === 'files' && attached) return [key, attached.map((_, place) => attachedId(told, place, '7'))]
      const held = value[key] ?? null
      const nth = names.findIndex((name) => name === held)
      return [key, fields[key] && kindOf(fields[key]).names === 'file' && nth >= 0 ? pictureId(nth) : held]
    }),
  )
}

/** The steps that the declaration asks for: a second person of the office, then the levels above it. */
function routeFor(
  { type, by }: ContentStory,
  whole: Row['whole'],
  { role, stations }: { readonly role: number; readonly stations: readonly Station[] },
): readonly RouteStep[] {
  const { approval } = contents[type]
  const own = levels.find((level) => roleOfLevel[level] === role)
  if (!approval) throw new Error(`demo: nobody reviews what ${by} writes of ${type}`)
  const chain = [...(approval.second && own ? [{ level: own }] : []), ...stepsFor(approval.chain, role)]
  const route = routeOf(chain, whole, stations)
  if ('noHolderFor' in route) throw new Error(`demo: nobody reviews ${type} at ${route.noHolderFor}`)
  return route.steps
}

type Time = (moment: Moment) => string

/** Writes what the demo region publishes, with pictures and hosts. */
export async function writeContents(
  client: pg.ClientBase,
  region: Region,
  filesFolder: string,
  time: Time,
): Promise<void> {
  const by = region.account('admin').id
  const drawn = [...(await pictures(by)), ...(await attachments(by))]
  const rows = toldContents.map((told, index) => rowOf(region, told, index, time))
  const published = rows.filter(isRead)
  await copyItems(client, 'file', fileTable(time(-90 * DAY)), drawn)
  await copyItems(client, 'content', contentTable, rows)
  await copyItems(client, 'content_version', versionTable, published)
  await copyItems(
    client,
    'content_decision',
    decisionTable,
    rows.flatMap((row) => decisionsOf(region, row)),
  )
  await copyItems(client, 'content_file', useTable, usesOf(rows, drawn))
  await copyItems(client, 'content_reader', readTable, readingsOf(published, time))
  await writeUses(client, region, published, time)
  await copyItems(client, 'allowed_host', hostTable, demoHosts)
  for (const { key, content } of drawn) {
    const path = join(filesFolder, key.slice(0, 2), key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, content, { mode: 0o600 })
  }
}

/** The account that wrote a content, and the teacher it is where the story names one by place. */
function writerOf(region: Region, by: string) {
  const [key = '', subject, nth] = by.split(':')
  if (subject === undefined) return { account: region.account(by) }
  const teacher = region.staff(key).filter(({ life }) => life.subject === subject)[Number(nth)]
  if (!teacher) throw new Error(`demo: ${by} teaches nowhere`)
  return { account: teacher.hand, teacher }
}

function rowOf(region: Region, told: ContentStory, index: number, time: Time): Row {
  const { account, teacher } = writerOf(region, told.by)
  const place = region.institutions.find(({ id }) => id === account.institutionId)
  if (!place) throw new Error(`demo: ${told.by} works nowhere`)
  const whole = { ...valueOf(told, time), ...(teacher && { author: teacher.life.name, org: place.name }) }
  const stations = stationFinder(region.institutions, region.identities)(
    { ...placeOf(place), id: place.id, kind: 'institution', personId: null, name: place.name },
    account.personId,
  )
  return {
    ...told,
    id: index + 1,
    identity: account.id,
    isAuthor: account.role === 2,
    place,
    whole,
    route: told.review ? routeFor(told, whole, { role: account.role, stations }) : [],
    // During the morning of that day, in the order they stand here.
    on: time(-told.days * DAY + 9 * 3_600_000 - index * 60_000),
  }
}

/**
 * The way of a content so far. Every office of the route decides within the hour; the first one that did not
 * agree sends back.
 */
function decisionsOf(region: Region, row: Row): Decision[] {
  if (!row.review) return []
  const own = { content: row.id, reason: null, at: row.on }
  const sent: Decision = { ...own, verdict: 'submitted', by: row.identity }
  const reason = remarkOf(row)
  const agreed = waits(row) || reason !== null ? (row.agreedBy ?? 0) : row.route.length
  const by = (step: RouteStep) => region.officer(step.institutionId).id
  return [
    sent,
    ...row.route.slice(0, agreed).map((step): Decision => ({ ...own, verdict: 'approved', by: by(step) })),
    ...row.route
      .slice(agreed, reason === null ? agreed : agreed + 1)
      .map((step): Decision => ({ ...own, verdict: 'sentBack', reason, by: by(step) })),
  ]
}

const usesOf = (rows: readonly Row[], drawn: readonly StoredPicture[]): Use[] =>
  rows.flatMap((row) =>
    Object.values(row.whole).flatMap((held) =>
      drawn.filter(({ id }) => [held].flat().includes(id)).map(({ id }) => ({ id, content: row.id })),
    ),
  )

/** Readers of the last days, for the hot lists. */
const readingsOf = (published: readonly Row[], time: Time): DemoReading[] =>
  published
    .filter(({ type }) => type === 'policy' || type === 'trainingNews' || type === 'resource')
    .flatMap((row, nth) =>
      Array.from({ length: 3 + ((nth * 7) % 11) }, (_, reader) => ({
        content: row.id,
        day: time(-(1 + reader) * DAY).slice(0, 10),
        reader: `v${nth}-${reader}`,
      })),
    )
