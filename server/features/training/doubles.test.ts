import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { bring, csvOf, definitionNamed, gateOf, viewOf } from '../imports/test-imports.ts'

const year = Number(today().slice(0, 4)) - 1
let region: Region
let gate: ReturnType<typeof gateOf>
beforeAll(async () => {
  region = await testRegion('training-doubles')
  gate = gateOf(region)
})
afterAll(() => region.close())

const course = {
  trainingYear: String(year),
  trainingKind: '10',
  projectName: `${year}年初中数学大单元教学设计与实施培训`,
  organizer: '阳江市教师发展中心',
  trainingLevel: '3',
  trainingWay: '1',
  startDate: `${year}-07-06`,
  endDate: `${year}-07-10`,
  creditKind: '2',
  creditHours: '40.0',
  certificateNo: 'PX-0001',
}
type Rows = readonly Partial<typeof course & { checked: string }>[]
interface Line {
  readonly outcome: string
  /** Code and column of each fault. */
  readonly marks: readonly string[]
}

/** Brings rows of the teacher by the district; answers what became of each. */
async function brought(rows: Rows, who = region.people.area): Promise<{ id: number; lines: Line[] }> {
  const archiveNo = String(region.people.teacher.teacherId)
  const content = csvOf(
    definitionNamed('training'),
    rows.map((row) => ({ archiveNo, ...course, ...row })),
  )
  const { id, msg } = await bring(region, who, { type: 'training', content })
  expect(msg).toBe('ok')
  await gate.check()
  const lines = await region.db.query<Line>(sql`
    select outcome, marks from import_row where job_id = ${id} order by row`)
  return { id, lines }
}

describe('hours from another platform', () => {
  it('are registered, and what is there already is held with its reason', async () => {
    const first = await brought([{}])
    expect(first.lines).toEqual([{ outcome: 'new', marks: [] }])
    const { token } = await viewOf(region.people.area, first.id)
    const started = await region.people.area.post('/api/v1/import/start', { id: first.id, token })
    expect(started.msg).toBe('ok')
    await gate.write()
    const other = { projectName: '教师继续教育第三期', certificateNo: '' }
    const { id, lines } = await brought([
      // The certificate of the same organiser, under another name.
      { projectName: '大单元教学研修（第二批）' },
      // Another organiser, a near title, overlapping days.
      {
        projectName: `${year}年初中数学大单元教学设计与实施研修培训`,
        organizer: '江城区教师发展中心',
        startDate: `${year}-07-08`,
        endDate: `${year}-07-12`,
        certificateNo: 'JC-1',
      },
      // The same, looked at by somebody.
      {
        projectName: `${year}年初中数学大单元教学设计与实施研修培训班`,
        organizer: '江城区教师发展中心',
        startDate: `${year}-07-09`,
        endDate: `${year}-07-13`,
        certificateNo: 'JC-2',
        checked: '是',
      },
      // 24 hours in two days face to face; online it takes no days.
      { ...other, startDate: `${year}-03-01`, endDate: `${year}-03-02`, creditHours: '24.0' },
      {
        ...other,
        startDate: `${year}-04-01`,
        endDate: `${year}-04-02`,
        creditHours: '24.0',
        trainingWay: '2',
      },
    ])
    expect(lines.map(({ outcome, marks }) => [outcome, ...marks])).toEqual([
      ['conflict', 'E203:certificateNo'],
      ['conflict', 'E204:projectName'],
      ['new'],
      ['conflict', 'E205:creditHours'],
      ['new'],
    ])
    const { messages } = await region.db.one<{ messages: Record<string, string> }>(
      sql`select messages from import_job where id = ${id}`,
    )
    expect(messages['E204:projectName']).toContain(course.projectName)
    expect(messages['E205:creditHours']).toContain('16.0 学时')
  })

  it('of a year that is closed are the district’s', async () => {
    const old = Number(today().slice(0, 4)) - 2
    const days = {
      trainingYear: String(old),
      startDate: `${old}-07-06`,
      endDate: `${old}-07-10`,
      certificateNo: '',
    }
    const { lines } = await brought([days], region.people.school)
    expect(lines[0]?.marks).toEqual(['E206:trainingYear'])
    const again = await brought([{ ...days, startDate: `${old}-07-01` }])
    expect(again.lines[0]?.marks).toEqual([])
  })
})
