import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CoauthorList } from '../../../catalogue/contract/coauthors.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { campaignCalled } from '../../../catalogue/processes/campaigns.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import {
  climbing,
  concernsPeople,
  firstForm,
  isFinal,
  isInPerson,
  isPersonal,
  movesFrom,
  partiesOf,
  processPath,
} from '../../../catalogue/processes/reading.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import {
  beginChange,
  beginEntry,
  entryOf as wholeEntry,
  openNotice,
} from '../../app/testing/test-research.ts'
import { everything } from '../../platform/testing/test-extent.ts'
import { processingOf } from '../../app/processing.ts'
import { applicationTo, planned, runningStudio, studioForm } from '../../app/testing/test-studio.ts'
import { supportCase } from '../../app/testing/test-support.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { beginCaseFor, type CaseNeeds } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

const steps = everything ? 150 : 30

let region: Region
let processing: CaseNeeds
/** Staff of the city who check materials, by role. */
let staff: ReadonlyMap<Person, number>
beforeAll(async () => {
  region = await testRegion('any-process')
  processing = processingOf(region.engine)
  const [first, second] = [100, 102] as const
  staff = new Map([
    [await region.add(first, region.places.city, '材料甲'), first],
    [await region.add(second, region.places.city, '材料丙'), second],
  ])
})
afterAll(() => region.close())

/** The same choices on every run (mulberry32). */
function choices(seed: number) {
  let state = seed
  return <T>(list: readonly T[]): T | undefined => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return list[((mixed ^ (mixed >>> 14)) >>> 0) % list.length]
  }
}

const later = addDays(today(), 40)
/** Publicity of three days, where the campaign has a public notice period: conditions of moves read them. */
const rulesFor = ({ campaign }: AnyProcess) => {
  const role = campaign && campaignCalled(campaign.of.name)?.named.publicityDays
  return role === undefined ? {} : { [role]: 3 }
}

/** What some processes ask of their forms; days lie ahead, so that nothing moves by itself. */
const ordinary = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  transfer: { kind: '1', effectiveOn: later, reason: '工作需要' },
  posting: { kind: '4', toOrg: region.places.sibling, startOn: later, endOn: addDays(later, 100) },
  infringementComplaint: { complainant: '顾望舒', work: '课件', claim: '与本人的课件相同。' },
  broadcastRequest: {
    title: '任一直播',
    liveKind: '1',
    lecturer: '林疏影',
    startTime: `${later}T14:00`,
    endTime: `${later}T15:00`,
    introduction: '<p>三个课例。</p>',
    pupilsSeen: false,
    visibility: '1',
  },
  statusChange: { kind: '1', toStatus: '01', leaveReason: '12', effectiveOn: later },
  studio: studioForm(),
  studioYear: { report: '这一年做了三件事。' },
  pairAgreement: {
    kind: '2',
    side: '1',
    partner: region.places.sibling,
    contact: '容与之',
    fromDay: later,
    untilDay: addDays(later, 1000),
    content: '<p>送教、跟岗、同课异构。</p>',
    goals: [{ goal: '01', direction: '1', target: 60 }],
  },
})

/**
 * People whom a new case names, by part: a form with one name and one institution names somebody with an
 * account.
 */
async function peopleFor({ people = {} }: AnyProcess): Promise<Readonly<Record<string, PersonOfPart>>> {
  const parts: Record<string, PersonOfPart> = {}
  for (const [part, { from }] of Object.entries(people)) {
    if (typeof from === 'string') continue
    const name = `具名${part}`
    const person = await region.add(2, region.places.sibling, name)
    parts[part] = { person, value: { [from.name]: name, [from.at]: region.places.sibling } }
  }
  return parts
}
/** A teacher of another school is asked to be named beside the author of a resource. */
async function askedCoauthor(on: Region, author: Person): Promise<string> {
  const id = await publishedResource(on, author)
  const body = { name: '具名coauthor', at: on.places.sibling, part: '习题' }
  const { status, msg, data } = await author.post<CoauthorList>(`/api/v1/resource/${id}/author`, body)
  expect(status, msg).toBe(200)
  return data.list[0]?.caseId ?? ''
}

interface PersonOfPart {
  readonly person: Person
  readonly value: Readonly<Record<string, unknown>>
}

/** A resource of a teacher that the own school agreed to. */
async function publishedResource(on: Region, teacher: Person): Promise<number> {
  const base = '/api/v1/contents/resource'
  const made = await teacher.post<ContentView>(base, {
    value: {
      title: '说课稿',
      resourceKind: '02',
      schoolStage: '3',
      subject: '14',
      author: '任一',
      shareScope: '1',
      file: await picture(on, teacher),
      isOriginal: true,
      licence: '3',
      statement: true,
    },
  })
  for (const who of [teacher, on.people.school]) {
    const { version } = (await who.get<ContentView>(`${base}/${made.data.id}`)).data
    expect((await who.post(`${base}/${made.data.id}/publish`, { version })).msg).toBe('ok')
  }
  return made.data.id
}

/** Tries random moves of random principals with cases of some processes. */
export const tryAnything = (names: readonly ProcessName[]): void =>
  describe.each(names.map((name): [ProcessName, AnyProcess] => [name, processOf(name)]))(
    'whatever is tried with %s',
    (type, definition) => {
      const actions = [...new Set(definition.moves.map(({ name }) => name)), 'publish']

      let subject: Person
      let named: Readonly<Record<string, PersonOfPart>> = {}
      /** The studio that people ask to join. */
      let studio: string | undefined
      /** Begins a case as the first beginning says. */
      async function begun(): Promise<string> {
        const { people: p, places } = region
        const person = await region.add(2, places.school, `任一${type}`)
        subject = person
        if (Object.keys(named).length === 0) named = await peopleFor(definition)
        if (type === 'membership') {
          const host = named['host']?.person ?? person
          studio ??= await runningStudio(region, host, { value: { capacity: 50, schoolCap: 50 } })
          return applicationTo(person, studio)
        }
        if (type === 'studioYear') {
          const own = await runningStudio(region, person)
          await planned(person, own, [{ measure: 'projects', label: '', target: 1 }])
        }
        if (type === 'resourceAuthor') return askedCoauthor(region, person)
        const supporting = await supportCase(region, type)
        if (supporting !== null) return supporting
        if (definition.of) return (await beginChange(region, person)).data.id
        const about = definition.begins[0]?.about
        const who = isPersonal(definition) ? person : about === 'byNumber' ? p.otherSchool : p.school
        const value = Object.values(named).reduce(
          (whole, one) => ({ ...whole, ...one.value }),
          ordinary()[type] ?? (await wholeEntry(region, person, type)),
        )
        if (definition.campaign) {
          const campaign = await openNotice(p.city, { collects: type, ...rulesFor(definition) })
          return (await beginEntry(person, campaign, value, type)).data.id
        }
        if (about === 'self' || about === 'office') {
          const body = { about: about === 'office' ? { office: true } : {}, value }
          const made = await who.post<CaseView>(processPath(definition), body)
          expect(made.status, made.msg).toBe(200)
          return made.data.id
        }
        if (about === 'content') {
          const body = { about: { content: await publishedResource(region, person) }, value }
          const made = await who.post<CaseView>(processPath(definition), body)
          expect(made.status, made.msg).toBe(200)
          return made.data.id
        }
        const teacherId = person.teacherId ?? 0
        return beginCaseFor(processing, { actor: actorOf(who, 3), definition, teacherId, given: value })
      }

      it('only declared moves of the right party succeed, and the events replay to the state', async () => {
        const pick = choices(7)
        const p = region.people
        const officers = [p.school, p.siblingSchool, p.otherSchool, p.area, p.otherArea, p.city, p.province]
        const watcher = p.province
        let [id, done, refused] = [await begun(), 0, 0]
        // A case about oneself is moved by its person, too.
        const checking = type === 'declaration' ? [...staff.keys()] : []
        const inPerson = () => [subject, subject, ...Object.values(named).map(({ person }) => person)]
        const everybody = () =>
          concernsPeople(definition) ? [...officers, ...inPerson(), ...checking] : officers
        for (let step = 0; step < steps; step += 1) {
          const before = await stateOf(id)
          const principals = everybody()
          // Every third try is of somebody who may, else hardly any case would get on.
          const able =
            step % 3 === 0
              ? principals.filter((one) => allowedFor(definition, before, one, named).length > 0)
              : []
          const who = pick(able) ?? pick(principals) ?? p.school
          const own = allowedFor(definition, before, who, named).map(({ name }) => name)
          const action = pick(able.length > 0 ? own : actions) ?? ''
          const allowed = allowedFor(definition, before, who, named)
          const answer = staff.has(who)
            ? await check(who, { id, version: before.version, action })
            : await who.post<CaseView>(`${processPath(definition)}/${id}/${action}`, {
                version: before.version,
                reason: '试一试',
              })
          const expected = allowed.find(({ name }) => name === action)
          const after = await stateOf(id)
          const told = `${type} ${before.state} ${action} by ${who.institutionId}: ${answer.msg}`
          if (expected && (expected.asks ?? []).length === 0) {
            expect(answer.status, told).toBe(200)
            expect(after.state, told).toBe(expected.to)
            done += 1
          } else {
            expect(answer.status, told).toBeGreaterThanOrEqual(400)
            expect(answer.status, told).toBeLessThan(500)
            expect(after, told).toEqual(before)
            refused += 1
          }
          if (isFinal(definition.states[after.state])) {
            expect((await watcher.get(`${processPath(definition)}/${id}`)).status).toBe(200)
            id = await begun()
          }
        }
        expect(done).toBeGreaterThan(steps / 6)
        expect(refused).toBeGreaterThan(steps / 3)
        expect(await region.db.query(broken(definition))).toEqual([])
      }, 60_000)
    },
  )

/** Staff who check materials move a case by their checklist. */
const check = (who: Person, { id, ...asked }: { id: string; version: number; action: string }) =>
  who.post<unknown>(`/api/v1/review/material/${id}/check`, { ...asked, materials: [], opinion: '试一试' })

interface ProcessStanding {
  readonly state: string
  readonly version: number
  readonly parties: Readonly<Record<string, number | null>>
  readonly starter: number
  readonly holder: number | null
  readonly holderRole: number | null
  readonly teacherId: number
  readonly value: Readonly<Record<string, unknown>>
}

const stateOf = (id: string): Promise<ProcessStanding> =>
  region.db.one<ProcessStanding>(
    sql`
      select state, version, parties, institution_id as starter, holder_institution_id as holder,
        holder_role as "holderRole", teacher_id as "teacherId", value
      from process_case
      where id = ${id}::uuid`,
  )

/** What the declaration lets somebody do. A draft is its own office's alone, or the person's. */
function allowedFor(
  definition: AnyProcess,
  before: ProcessStanding,
  who: Person,
  named: Readonly<Record<string, PersonOfPart>>,
) {
  const { state, parties, holder, value } = before
  const staffAhead = before.holderRole === 100
  const facts = { value, parties, overdue: false, holder, publicityDays: 3, staffAhead }
  const inPerson = (party: string) => {
    const declared = definition.parties[party]
    return declared !== undefined && isInPerson(declared)
  }
  const isNamed = (party: string) => {
    const declared = definition.parties[party]
    return declared?.is === 'people'
      ? named[declared.part]?.person === who
      : declared?.is === 'person' && who.teacherId === before.teacherId
  }
  const acts = (party: string): boolean => {
    const role = staff.get(who)
    if (role !== undefined)
      return party === climbing && role === before.holderRole && holder === who.institutionId
    if (who.teacherId !== null) return isNamed(party)
    if (party === climbing)
      return holder === who.institutionId && before.holderRole !== 2 && (before.holderRole ?? 0) < 99
    return !inPerson(party) && parties[party] === who.institutionId
  }
  return movesFrom(definition, state, facts).filter((move) => {
    const form = typeof move.handsIn === 'string' && move.handsIn !== firstForm
    // A later stage's form is empty here, and is refused for it; nothing is granted before its publicity is
    // over; nobody waits while seats are left.
    const early = move.name === 'confirm' || move.name === 'waitlist'
    return !form && !early && partiesOf(definition, move, state).some(acts)
  })
}

/** Cases whose events do not lead from the initial state, one to the next, to where they stand. */
const broken = (definition: AnyProcess) => sql`
  with chained as (
    select c.id, c.state, e.no, e.from_state, e.to_state,
      coalesce(lag(e.to_state) over each_case, ${definition.initial}) as came_from,
      last_value(e.to_state) over (each_case rows between unbounded preceding and unbounded following) as ends_at
    from process_case c
    join process_event e on e.institution_id = c.institution_id and e.case_id = c.id
    where c.type = ${definition.name}
    window each_case as (partition by c.id order by e.no))
  select id from chained where from_state <> came_from or ends_at <> state`
