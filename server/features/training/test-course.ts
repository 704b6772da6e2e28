import { expect } from 'vitest'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { processingOf } from '../../app/processing.ts'
import type { Person, Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { runSweeps } from '../../engine/campaigns/index.ts'
import { entryMover } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

export const [projects, entries] = ['/api/v1/train/project', '/api/v1/train/enrolment']
type Faulty<T> = T & { readonly errors?: readonly { readonly field: string; readonly message: string }[] }

let counter = 0

/** A project of a school as it goes through its life, and what is asked of it in tests. */
export function courseIn(region: Region) {
  const { school } = region.people
  const teacher = async () => {
    const name = `学员${(counter += 1)}`
    return { ...(await region.add(2, region.places.school, name)), name }
  }
  /** Whole days that are over: `many` sessions a day apart, the last one yesterday. */
  const sessions = (many: number, hours: number, className?: string) =>
    Array.from({ length: many }, (_, n) => ({
      title: `第 ${n + 1} 讲`,
      lecturer: '陶叙白',
      startsAt: `${addDays(today(), n - many)}T08:30`,
      endsAt: `${addDays(today(), n - many)}T17:00`,
      hours,
      mode: '1',
      ...(className !== undefined && { className }),
    }))
  const opened = async (more: object = {}, host: Person = school): Promise<CampaignView> => {
    const value = {
      projectYear: Number(today().slice(0, 4)),
      trainingKind: '03',
      trainingWay: '1',
      trainingLevel: '5',
      introduction: '<p>大单元教学。</p>',
      signupStart: minuteIn(-60),
      signupEnd: minuteIn(60 * 24),
      startDate: addDays(today(), 1),
      endDate: addDays(today(), 1),
      quota: 9,
      pooled: true,
      noOverlap: false,
      creditKind: '2',
      creditHours: 40,
      ...more,
    }
    const body = { collects: 'trainingEnrolment', title: `研修${(counter += 1)}`, value }
    const made = await host.post<CampaignView>(projects, body)
    expect(made.status, JSON.stringify(made)).toBe(200)
    const open = await actOn(made.data.id, 'open', {}, host)
    expect(open.status, JSON.stringify(open.data)).toBe(200)
    return open.data
  }
  const actOn = async (id: string, action: string, more: object = {}, host: Person = school) => {
    const { data } = await host.get<CampaignView>(`${projects}/${id}`)
    const body = { version: data.version, ...more }
    return host.post<Faulty<CampaignView>>(`${projects}/${id}/${action}`, body)
  }
  const act = async (who: Person, id: string, action: string, more: object = {}) => {
    const seen = await who.get<CaseView>(`${entries}/${id}`)
    const body = { version: seen.data?.version ?? 1, ...more }
    return who.post<Faulty<CaseView>>(`${entries}/${id}/${action}`, body)
  }
  /** A teacher whom the school has let in. */
  const enrolled = async (project: string, who: Person): Promise<string> => {
    const value = { trainingRole: '1' }
    const made = await who.post<CaseView>(entries, { about: { campaign: project }, value })
    expect(made.status, JSON.stringify(made)).toBe(200)
    const { id } = made.data
    const sent = await act(who, id, 'submit')
    expect(sent.status, JSON.stringify(sent.data)).toBe(200)
    expect((await act(school, id, 'approve')).data.state).toBe('confirmed')
    return id
  }
  const swept = async (batch?: number, mover = entryMover(processingOf(region.engine))) => {
    while (await runSweeps(region.db, new AbortController().signal, mover, batch)) continue
  }
  const begun = async (id: string) => {
    await actOn(id, 'close')
    expect((await actOn(id, 'start')).data.state).toBe('ongoing')
    await swept()
  }
  const stateOf = async (id: string) =>
    (await region.db.one<{ state: string }>(sql`select state from process_case where id = ${id}::uuid`)).state
  /** The numbers of the sessions of a project, in their order. */
  const sessionsOf = async (project: string) => {
    const rows = await region.db.query<{ id: string }>(sql`
      select id from presence_session where event_id = ${project}::uuid and cancelled_at is null order by starts_at, id`)
    return rows.map(({ id }) => id)
  }
  /** Marks people in a session by the paper list. */
  const marked = (session: string, cells: readonly (readonly [name: string, cell: string])[]) =>
    school.post<{ written: number }>(`/api/v1/presence/sessions/${session}/sheet`, {
      rows: cells.map(([name, cell], n) => ({ row: n + 1, name, cell })),
    })
  return { teacher, sessions, opened, actOn, act, enrolled, swept, begun, stateOf, sessionsOf, marked }
}

/** A registration in force of a training at city level, 学科工作坊, that ended on a day. */
export const trainedIn = ({ db }: Region, who: Person, endDate: string): Promise<number> =>
  db.execute(sql`
    insert into rec_training_registration (owner_id, id, version, institution_id, recorded_by, training_year,
      training_kind, training_level, project_name, organizer, start_date, end_date, credit_kind, credit_hours)
    select t.id, gen_random_uuid(), 1, t.institution_id, ${who.identityId}, 2025, '02', '3', '学科工作坊', '市教育局',
      ${endDate}::date - 4, ${endDate}::date, '2', 24
    from teacher t where t.id = ${who.teacherId}`)
