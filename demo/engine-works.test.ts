import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { actorBehind, ownerOf } from '../server/engine/access/index.ts'
import { openSession } from '../server/platform/session/session.ts'
import type { Actor } from '../catalogue/access/access.ts'
import { AppError } from '../catalogue/errors.ts'
import type { RouteStep } from '../catalogue/flows/review.ts'
import { definitionOf } from '../server/engine/engine.ts'
import { act, type Action } from '../server/engine/flows/index.ts'
import { requireSteps, routeFor } from '../server/engine/ways/index.ts'
import { asOf, historyOf } from '../server/engine/history/index.ts'
import {
  changedKeys,
  editRecord,
  examine,
  fromRow,
  fromStored,
  load,
  answersFor,
  type Values,
} from '../server/engine/records/index.ts'
import { tableName } from '../server/engine/schema/index.ts'
import { openGate } from '../server/features/files/gate/gate.ts'
import { sniff } from '../server/features/files/sniff.ts'
import { dateOf, today } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { invent } from './load.ts'
import { linesOf } from './test-queries.ts'
import { keys, openTestRegion, type TestRegion } from './test-region.ts'

/** The schools of the journeys, and of the other stages and districts some. */
const schools = [
  'senior',
  'kindergarten',
  'primary',
  'special',
  'junior',
  'nineYear',
  'point',
  'vocational',
  'direct',
  'neighbour',
  'wildGoose',
  'tide',
]
let region: TestRegion
beforeAll(async () => {
  region = await openTestRegion('demoengine', { schools })
}, 180_000)
afterAll(() => region?.remove())

async function actor(login: string, role?: number): Promise<Actor> {
  const rows = await region.test.db.query<{ id: number }>(sql`
    select a.id from identity a join person p on p.id = a.person_id
    where p.login_name = ${login} and (${role ?? null}::int is null or a.role = ${role ?? null}::int) order
    by a.role limit 1`)
  const token = await openSession(region.test.db, keys, rows[0]?.id ?? 0, { ip: '127.0.0.1', agent: 'test' })
  const found = (await actorBehind(region.test.db, token, false))?.actor
  if (!found) throw new Error(`no ${login}`)
  return found
}

interface WaitingRevision {
  id: string
  type: string
  owner_id: number
  record_id: string
  value: Values & { attachments: string[] }
  route: RouteStep[]
  changed: string[]
  warnings: unknown[]
  appealed: boolean
  by_identity: number
  base_version: number
}

describe('the region', () => {
  it('is the same twice', async () => {
    const scene = await invent(region.engine, today(), schools)
    const rows = await region.test.db.query<{ line: string }>(sql`
      select concat_ws('|', owner_id, record_id, id, no, edit_no, state, by_identity,
          (value -> 'attachments')::text) as line
      from revision`)
    const bare = (line: string) => line.replaceAll(' ', '')
    const stored = new Set(rows.map(({ line }) => bare(line)))
    const told = linesOf(scene).map(bare)
    expect(told.length).toBe(stored.size)
    expect(told.filter((line) => !stored.has(line))).toEqual([])
  })
})

const waiting = (where = sql`true`) =>
  region.test.db.query<WaitingRevision>(
    sql`select * from revision v where state = 'inReview' and ${where} order by holder_since, id`,
  )

const doing = (who: Actor, item: WaitingRevision, action: Action, body: object = {}) =>
  act({
    engine: region.engine,
    actor: who,
    definition: definitionOf(region.engine, item.type),
    id: item.record_id,
    action,
    body,
  })

async function heldBy(who: Actor, type: string): Promise<WaitingRevision[]> {
  return waiting(
    sql`holder_institution_id = ${who.institutionId} and holder_role = ${who.role} and type = ${type}`,
  )
}

/** Whether a change and a new record of a type wait with the school of the journeys. */
const kindsWaiting = {
  studyExperience: [true, true],
  basicInfo: [true, false],
  paper: [false, true],
  postAppointment: [false, true],
  titleCertification: [false, true],
  rewardHonor: [false, true],
} as const

describe('what waits', () => {
  it('has the route, the changes and the warnings that the engine would find', async () => {
    const { db } = region.test
    const items = await waiting()
    expect(items.length).toBeGreaterThan(100)
    for (const item of items) {
      const definition = definitionOf(region.engine, item.type)
      const owner = await ownerOf(db, 'teacher', item.owner_id)
      const by = (
        await actorBehind(
          db,
          await openSession(db, keys, item.by_identity, { ip: '127.0.0.1', agent: 'test' }),
          false,
        )
      )?.actor
      if (!owner || !by) throw new Error('owner')
      const { attachments, ...stored } = item.value
      const plain = fromStored(keys, definition, item.record_id, stored)
      const found = await examine(region.engine, {
        definition,
        owner,
        recordId: item.record_id,
        values: plain,
        attachments: attachments.length,
        only: answersFor(by, definition),
      })
      expect(found.errors).toEqual([])
      expect(found.warnings).toEqual(item.warnings)
      if (!item.appealed) {
        const { route, flowVersion } = await routeFor(db, {
          reviewed: { name: definition.name, chain: definition.review?.chain ?? [] },
          place: owner,
          submitter: by.personId,
          values: plain,
        })
        expect(item.route).toEqual(requireSteps(route))
        expect(flowVersion).toBe(1)
      }
      const row = await db.maybeOne<Record<string, unknown>>(sql`
        select * from ${sql.id(tableName(item.type))} where owner_id = ${item.owner_id} and id =
        ${item.record_id}`)
      const before = row ? fromStored(keys, definition, item.record_id, fromRow(definition, row)) : null
      expect(item.changed).toEqual(changedKeys(definition, before, plain))
      expect(item.base_version).toBe(row?.['version'] ?? 0)
    }
  })

  it('can be approved, and the approval undone', async () => {
    const school = await actor('school')
    const seen: Record<string, readonly boolean[]> = {}
    for (const type of Object.keys(kindsWaiting) as (keyof typeof kindsWaiting)[]) {
      const items = await heldBy(school, type)
      const change = items.find((i) => i.base_version > 0)
      const fresh = items.find((i) => i.base_version === 0)
      seen[type] = [change !== undefined, fresh !== undefined]
      for (const item of [change, fresh].filter((one) => one !== undefined)) {
        const last = item.route.length === 1
        expect(await doing(school, item, 'approve')).toMatchObject({ state: last ? 'approved' : 'inReview' })
        expect(await doing(school, item, 'undo')).toMatchObject({ state: 'inReview' })
      }
    }
    expect(seen).toEqual(kindsWaiting)
    const [first] = await heldBy(school, 'studyExperience')
    if (!first) throw new Error('nothing waits')
    await doing(school, first, 'look')
    expect(await doing(school, first, 'return', { reason: '请补充' })).toMatchObject({ state: 'returned' })
  })

  it('at the head of a small school waits with the city, and not with the head', async () => {
    const head = await actor('head', 3)
    const city = await actor('city')
    const items = await heldBy(city, 'studyExperience')
    const own = items.find((item) => !item.appealed)
    if (!own) throw new Error('nothing of the head')
    expect(own.route[0]?.standsFor).toEqual([{ level: 'school', why: 'unstaffed' }])
    await expect(doing(head, own, 'approve')).rejects.toBeInstanceOf(AppError)
    expect(await doing(city, own, 'approve')).toMatchObject({ state: 'approved' })
  })

  it('after an appeal waits with the level above', async () => {
    for (const login of ['area', 'area2', 'city', 'province']) {
      const who = await actor(login)
      const item = (await heldBy(who, 'studyExperience')).find((i) => i.appealed)
      if (!item) throw new Error(`no appeal for ${login}`)
      expect(await doing(who, item, 'approve')).toMatchObject({ state: 'approved' })
    }
  })
})

describe('the teacher of the journeys', () => {
  it('has a returned change with reasons, a draft and one in review', async () => {
    const teacher = await actor('teacher')
    const rows = await region.test.db.query<{ record_id: string; state: string; base_version: number }>(sql`
      select record_id, state, base_version from revision where owner_id = ${teacher.teacherId} and type =
      'studyExperience'
        and replaced_at is null and state <> 'approved' order by state`)
    expect(rows.map((row) => [row.state, row.base_version > 0])).toEqual([
      ['draft', false],
      ['inReview', false],
      ['returned', true],
    ])
    const definition = definitionOf(region.engine, 'studyExperience')
    const returned = rows[2]?.record_id ?? ''
    const loaded = await load(region.engine.db, teacher, definition, returned)
    expect(loaded.events[0]?.fields.map((f) => f.key)).toEqual(['degreeCertNo', 'attachments'])
    const body = { degreeCertNo: '9910132024000129', version: loaded.version }
    const mended = await editRecord({ engine: region.engine, actor: teacher, definition }, returned, body)
    expect(
      await act({
        engine: region.engine,
        actor: teacher,
        definition,
        id: returned,
        action: 'submit',
        body: mended,
      }),
    ).toMatchObject({
      state: 'inReview',
    })
    const [effective] = await region.test.db.query(sql`
      select highest_education, highest_degree_level from rec_basic_info where owner_id =
      ${teacher.teacherId}`)
    // 结业 does not outrank 毕业: the bachelor's diploma stays the highest.
    expect(effective).toEqual({ highest_education: '21', highest_degree_level: '4' })
  })
})

describe('looking back', () => {
  it('shows a value of years ago, and who changed it', async () => {
    const { db } = region.test
    const rows = await db.query<{
      record_id: string
      owner_id: number
      applied_at: string
      superseded_at: string
    }>(sql`
      select v.* from revision v join rec_study_experience r on r.id = v.record_id
      where v.type = 'studyExperience' and v.superseded_at is not null and r.voided_at is null and
      v.submitted_at is not null limit 20`)
    expect(rows.length).toBeGreaterThan(10)
    const definition = definitionOf(region.engine, 'studyExperience')
    for (const { record_id, owner_id, applied_at, superseded_at } of rows) {
      const found = await db.one<{ id: number }>(sql`
        select a.id from identity a join teacher t on t.person_id = a.person_id where t.id = ${owner_id}
        and a.role = 2`)
      const who = (
        await actorBehind(
          db,
          await openSession(db, keys, found.id, { ip: '127.0.0.1', agent: 'test' }),
          false,
        )
      )?.actor
      if (!who) throw new Error('teacher')
      const then = await asOf(
        { engine: region.engine, actor: who, definition },
        record_id,
        dateOf(new Date(applied_at)),
      )
      const later = await asOf(
        { engine: region.engine, actor: who, definition },
        record_id,
        dateOf(new Date(superseded_at)),
      )
      expect(then.appliedAt).toBe(applied_at)
      expect(later.values).not.toEqual(then.values)
      const history = await historyOf({ engine: region.engine, actor: who, definition }, record_id)
      expect(history.some((line) => line.action === 'approve' && Object.keys(line.diff).length > 0)).toBe(
        true,
      )
    }
  })
})

describe('evidence', () => {
  it('is there, is what it claims, and belongs to the records that name it', async () => {
    const { db } = region.test
    const gate = openGate()
    onTestFinished(() => gate.close())
    const stored = await db.query<{ storage_key: string; mime: string; bytes: number }>(sql`
      select distinct storage_key, mime, bytes from file`)
    expect(stored.length).toBeGreaterThan(35)
    for (const { storage_key, mime, bytes } of stored) {
      const path = join(region.filesFolder, storage_key.slice(0, 2), storage_key)
      const content = await readFile(path)
      expect(content.length).toBe(bytes)
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      expect((await sniff(gate, content)).mime).toBe(mime)
    }
    const orphans = await db.query(sql`
      select v.id from revision v, jsonb_array_elements_text(v.value -> 'attachments') f
      where not exists (select 1 from file_use u join file on file.id = u.file_id
        join identity a on a.id = file.by_identity left join teacher t on t.person_id = a.person_id
        where u.file_id = f::uuid and u.owner_id = v.owner_id and u.record_id = v.record_id and u.type =
        v.type and (t.id = v.owner_id or (a.role = 3 and a.institution_id = v.institution_id)))`)
    expect(orphans).toEqual([])
  })
})
