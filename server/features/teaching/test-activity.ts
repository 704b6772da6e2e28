import { expect } from 'vitest'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { ActivityBoard, PlacesReport } from '../../../catalogue/contract/teaching/activities.ts'
import { processingOf } from '../../app/processing.ts'
import type { Person, Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { runSweeps } from '../../engine/campaigns/index.ts'
import { entryMover } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

export const [activities, places, lessons] = [
  '/api/v1/teaching/activity',
  '/api/v1/teaching/place',
  '/api/v1/teaching/lessons',
]
export type Faulty<T> = T & {
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}

/** A summary that is long enough to archive. */
export const summary = `<p>${'课堂以学生的问题开始，两位教师的处理不同，讨论集中在怎样让学生先说。'.repeat(2)}</p>`

let counter = 0

/** An activity of a school as it goes through its life, and what is asked of it in tests. */
export function activityIn(region: Region) {
  const { school } = region.people
  const teacher = async (where = region.places.school) => {
    const name = `教研${(counter += 1)}`
    return { ...(await region.add(2, where, name)), name }
  }
  /**
   * Two sittings: one that is over, of 2.0 hours, and one that goes on, of 1.5. It ends soon, since a report
   * counts an activity in the month in which it ends, which in the last minutes of a month is the next one.
   */
  const [began, closes] = [minuteIn(-180), minuteIn(3)]
  const sittings = [
    { title: '上课', startsAt: began, endsAt: minuteIn(-60), hours: 2 },
    { title: '评议', startsAt: minuteIn(-30), endsAt: closes, hours: 1.5 },
  ]
  const valueOf = (more: object = {}) => ({
    activityKind: '04',
    activityMode: '1',
    leader: '苏慕清',
    introduction: '<p>同课异构《背影》。</p>',
    signupStart: minuteIn(-600),
    signupEnd: minuteIn(-200),
    quota: 30,
    // Of the same minute as the sittings, however long a test has been running.
    startTime: began,
    endTime: closes,
    sittings,
    creditKind: '4',
    ...more,
  })
  const drafted = async (more: object = {}, host: Person = school): Promise<CampaignView> => {
    const body = {
      collects: 'activityPlace',
      title: `同课异构《背影》${(counter += 1)}`,
      value: valueOf(more),
    }
    const made = await host.post<CampaignView>(activities, body)
    expect(made.status, JSON.stringify(made)).toBe(200)
    return made.data
  }
  const actOn = async (id: string, action: string, more: object = {}, host: Person = school) => {
    const { data } = await host.get<CampaignView>(`${activities}/${id}`)
    return host.post<Faulty<CampaignView>>(`${activities}/${id}/${action}`, {
      version: data.version,
      ...more,
    })
  }
  /** One whose sign-up is open, and which begins in three days. */
  const [begins, ends] = [minuteIn(3 * 1440), minuteIn(3 * 1440 + 120)]
  const ahead = {
    signupEnd: minuteIn(2 * 1440),
    startTime: begins,
    endTime: ends,
    sittings: [{ title: '上课', startsAt: begins, endsAt: ends, hours: 2 }],
  }
  const opened = async (more: object = ahead, host: Person = school): Promise<string> => {
    const { id } = await drafted(more, host)
    const answer = await actOn(id, 'open', {}, host)
    expect(answer.data.state, JSON.stringify(answer)).toBe('signup')
    return id
  }
  const edit = async (id: string, more: object, host: Person = school) => {
    const { data } = await host.get<CampaignView>(`${activities}/${id}`)
    const { version, title, value } = data
    return host.put<Faulty<CampaignView>>(`${activities}/${id}`, {
      version,
      title,
      value: { ...value, ...more },
    })
  }
  const act = async (who: Person, id: string, action: string, more: object = {}) => {
    const seen = await who.get<CaseView>(`${places}/${id}`)
    return who.post<Faulty<CaseView>>(`${places}/${id}/${action}`, {
      version: seen.data?.version ?? 1,
      ...more,
    })
  }
  const asked = async (activity: string, who: Person) => {
    const made = await who.post<CaseView>(places, { about: { campaign: activity }, value: {} })
    expect(made.status, JSON.stringify(made)).toBe(200)
    return { id: made.data.id, ...(await act(who, made.data.id, 'submit')) }
  }
  const invited = (activity: string, body: object, host: Person = school) =>
    host.post<Faulty<PlacesReport>>(`${activities}/${activity}/invitations`, body)
  const swept = async () => {
    const mover = entryMover(processingOf(region.engine))
    while (await runSweeps(region.db, new AbortController().signal, mover)) continue
  }
  const board = (activity: string, host: Person = school) =>
    host.get<ActivityBoard>(`${activities}/${activity}/board`)
  /** Marks people in a sitting by the paper list. */
  const marked = (session: string, names: readonly string[]) =>
    school.post(`/api/v1/presence/sessions/${session}/sheet`, {
      rows: names.map((name, n) => ({ row: n + 1, name, cell: '出勤' })),
    })
  const stateOf = async (id: string) =>
    (await region.db.one<{ state: string }>(sql`select state from process_case where id = ${id}::uuid`)).state
  return {
    teacher,
    valueOf,
    drafted,
    actOn,
    ahead,
    opened,
    edit,
    act,
    asked,
    invited,
    swept,
    board,
    marked,
    stateOf,
  }
}
