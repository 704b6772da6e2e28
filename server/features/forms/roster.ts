import type { Actor } from '../../../catalogue/access/access.ts'
import { statusesOf } from '../../../catalogue/contract/archive/roll.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { definitionOf, type Owner } from '../../engine/engine.ts'
import { effectiveOf } from '../../engine/records/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Cell, Part } from '../../platform/pdf/index.ts'
import { written } from './compose.ts'
import { chineseDay, notesOf } from './declared.ts'
import type { Desk, Draft } from './desk.ts'
import { shownRow, type ShownRow } from './shown.ts'

/** H 花名册: the people of a school or of a choice, 25 a page, across the sheet. */
export const roster = {
  name: 'roster',
  title: '教职工花名册',
  version: '2026-1',
  roles: [3, 4, 5, 6],
} as const

/** Most people of one roster. */
const most = 2000
const rowHeight = 5.9

/** Columns in millimetres, and what of the basic information stands in them. */
const columns = [
  { head: '序号', span: 10, keys: [] },
  { head: '姓名', span: 18, keys: ['name'] },
  { head: '性别', span: 10, keys: ['gender'] },
  { head: '出生年月', span: 18, keys: ['birthDate'] },
  { head: '证件号码', span: 38, keys: ['idCardNo'] },
  { head: '学历', span: 22, keys: ['highestEducation'] },
  { head: '职称', span: 26, keys: ['professionalTitle'] },
  { head: '岗位等级', span: 24, keys: ['positionGrade'] },
  { head: '学段学科', span: 28, keys: ['schoolStage', 'mainSubject'] },
  { head: '在编', span: 12, keys: ['inEstablishment'] },
  { head: '进校年月', span: 18, keys: ['orgEntryMonth'] },
  { head: '状态', span: 14, keys: [] },
  { head: '备注', span: 14, keys: [] },
] as const

interface Person {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly institution_id: number | null
}

/** The people: those who were chosen, all in the reader's scope, or everybody of the reader's own school. */
async function peopleOf(desk: Desk, actor: Actor, chosen: readonly number[] | undefined): Promise<Person[]> {
  const { db } = desk.engine
  if (chosen === undefined && actor.role !== 3) throw invalid('teacherIds', '请选择教师')
  const which =
    chosen === undefined
      ? sql`t.status = any(${[...statusesOf(undefined)]}::text[])`
      : sql`t.id = any(${[...chosen]}::int[])`
  const people = await db.query<Person>(sql`
    select t.id, t.name, t.status, t.institution_id
    from teacher t
    where ${scopeCondition(actor, 't', 'id')} and (${which})
    order by t.name_sort, t.id
    limit ${most + 1}`)
  if (people.length > most) throw invalid('teacherIds', `一次最多 ${most} 人`)
  if (chosen !== undefined && people.length < new Set(chosen).size) throw new AppError('missing')
  if (people.length === 0) throw invalid('teacherIds', '没有可打印的人员')
  return people
}

const cell = (text: string, span: number, look: Cell['look'] = 'value'): Cell => ({
  text,
  span,
  look,
  height: rowHeight,
})

/** A working copy without a code: it is as old as its date. */
export async function rosterDraft(
  desk: Desk,
  { actor, owner }: { actor: Actor; owner: Owner },
  chosen: readonly number[] | undefined,
): Promise<{ draft: Draft; ids: readonly number[] }> {
  const people = await peopleOf(desk, actor, chosen)
  const ids = people.map(({ id }) => id)
  const rows = await linesOf(desk, actor, people)
  const masked = rows.some((row) => row.some(({ text }) => text.includes('*')))
  return {
    ids,
    draft: {
      title: roster.title,
      version: roster.version,
      notes: notesOf({ masked, waiting: 0, purpose: null }),
      watermark: null,
      verifiable: false,
      digest: null,
      sheet: (marks) => ({
        title: `${owner.name}${roster.title}`,
        heading: `${owner.name}${roster.title}`,
        above: [`共 ${people.length} 人`, `截至 ${chineseDay(today())}`],
        paper: 'landscape',
        units: 252,
        parts: partsOf(rows),
        ...marks,
      }),
    },
  }
}

function partsOf(rows: readonly (readonly Cell[])[]): Part[] {
  return [
    {
      part: 'table',
      title: roster.title,
      head: columns.map(({ head, span }) => cell(head, span, 'label')),
      rows,
      least: 0,
      most: null,
      perPage: 25,
    },
    {
      part: 'text',
      text: `合计 ${rows.length} 人　　　　制表人：　　　　　　　　审核人：　　　　　　　　（盖章）　　　　年　　月　　日`,
      size: 10.5,
      above: 3,
    },
  ]
}

async function linesOf(desk: Desk, actor: Actor, people: readonly Person[]): Promise<Cell[][]> {
  const { engine } = desk
  const definition = definitionOf(engine, 'basicInfo')
  const records = await effectiveOf(
    engine,
    actor,
    [definition],
    people.map(({ id }) => id),
  )
  const byOwner = new Map(records.map((record) => [record.ownerId, record]))
  return people.map((person, i) => {
    const record = byOwner.get(person.id)
    const place = { institutionId: person.institution_id }
    const shown = record && shownRow({ engine, owner: place, reader: actor }, definition, record, new Map())
    return columns.map(({ head, span, keys }) => cell(textIn(head, keys, { shown, person, no: i + 1 }), span))
  })
}

function textIn(
  head: (typeof columns)[number]['head'],
  keys: readonly string[],
  { shown, person, no }: { shown: ShownRow | undefined; person: Person; no: number },
): string {
  if (head === '序号') return String(no)
  if (head === '状态') return labelOf('employmentStatus', person.status)
  if (head === '姓名') return person.name
  const said = written(
    keys.map((key) => shown?.text[key] ?? ''),
    'month',
  )
  // Rows of one line: narrow asterisks, and a title without the series in brackets behind it.
  return said.replaceAll('＊', '*').replace(/（[^）]*）$/, '')
}
