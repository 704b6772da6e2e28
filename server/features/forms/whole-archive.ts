import type { Archive, AnyRecord } from '../../../catalogue/define.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { purposes, type PurposeCode } from '../../../catalogue/forms/define.ts'
import { closedTypes } from '../../../catalogue/forms/places.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { Engine } from '../../engine/engine.ts'
import { openOf, summaryOf, type Effective } from '../../engine/records/index.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Cell, Part, Sheet } from '../../platform/pdf/index.ts'
import { chineseDay, digestOf, givenOf, notesOf } from './declared.ts'
import type { Desk, Draft, Matter } from './desk.ts'
import { archiveOn } from './gather.ts'
import { namesIn, shownRow, type ShownRow } from './shown.ts'

/** The form that follows the declarations of all records of a teacher. */
export const wholeArchive = {
  name: 'wholeArchive',
  title: '教师档案',
  note: '封面、目录和三类档案的全部有效内容',
  version: '2026-1',
  roles: [2, 3, 4, 5, 6],
  purposes: ['personnel', 'organization'],
} as const

const archiveTitles = { personal: '个人档案', professional: '专业档案', integrity: '诚信档案' } as const
const archiveNames = Object.keys(archiveTitles) as Archive[]

/** Which of the three archives are asked for; all of them where nothing is said. */
export function readParts(given: string | undefined): readonly Archive[] {
  if (given === undefined || given === '') return archiveNames
  const asked = given.split(',')
  const unknown = asked.find((name) => !(archiveNames as readonly string[]).includes(name))
  if (unknown !== undefined) throw invalid('parts', 'parts 只能是 personal、professional、integrity')
  return archiveNames.filter((name) => asked.includes(name))
}

interface Section {
  readonly definition: AnyRecord
  readonly rows: readonly { readonly shown: ShownRow; readonly summary: string }[]
  readonly isClosed: boolean
}

/** One archive as a book: cover, contents, and a part for each archive; a last sheet says who made it. */
export async function wholeDraft(
  desk: Desk,
  matter: Matter,
  parts: readonly Archive[] = archiveNames,
): Promise<Draft> {
  const { engine } = desk
  const { actor, owner, purpose } = matter
  const types = typesOf(desk, parts)
  const rows = await archiveOn({ engine, owner }, today())
  const showing = { engine, owner, reader: purpose === null ? actor : null }
  const used = rows.filter(({ type }) => types.some(({ name }) => name === type) && isOpen(type, purpose))
  const named = await namesIn(
    showing,
    used.flatMap((row) =>
      types.filter(({ name }) => name === row.type).map((definition) => ({ definition, row })),
    ),
  )
  const sections = types.map((definition): Section => ({
    definition,
    isClosed: !isOpen(definition.name, purpose),
    rows: used
      .filter(({ type }) => type === definition.name)
      .map((row) => {
        const shown = shownRow(showing, definition, row, named)
        const evidence = row.attachments
          .map((id) => named.get(id) ?? '')
          .filter(Boolean)
          .join('、')
        const text = evidence === '' ? shown.text : { ...shown.text, attachments: evidence }
        return { shown: { ...shown, text }, summary: summaryOf(definition, row.stored) }
      }),
  }))
  const [open, given] = await Promise.all([openOf(engine, actor, types, [owner.id]), givenOf(engine, matter)])
  const masked = sections.some(({ rows: own }) =>
    own.some(({ shown }) => Object.values(shown.text).some((text) => text.includes('＊'))),
  )
  const waiting = open.filter(({ state }) => state === 'inReview').length
  const lines = notesOf({ masked, waiting, purpose })
  return {
    title:
      parts.length === archiveNames.length
        ? wholeArchive.title
        : `${wholeArchive.title}（${parts.map((one) => archiveTitles[one]).join('、')}）`,
    version: wholeArchive.version,
    notes: [],
    watermark: null,
    verifiable: true,
    digest: parts.length === archiveNames.length ? digestOf(engine.keys, comparedWhole(owner, used)) : null,
    sheet: (marks) => bookOf({ sections, given, lines, matter, marks }),
  }
}

const isOpen = (type: string, purpose: PurposeCode | null): boolean =>
  closedTypes[type] === undefined || closedTypes[type] === purpose

const typesOf = ({ engine, order }: Desk, parts: readonly Archive[]): AnyRecord[] =>
  order(engine.records).filter(({ archive }) => parts.includes(archive))

/** Versions of an archive's records, compared when the paper is verified. */
const comparedWhole = (owner: Matter['owner'], rows: readonly Effective[]): unknown => [
  owner.name,
  owner.institution,
  rows.map(({ type, id, appliedAt }) => [type, id, appliedAt]),
]

/** The digest of a whole archive as it is now. */
export async function wholeDigest(
  engine: Engine,
  owner: Matter['owner'],
  purpose: PurposeCode | null,
): Promise<Buffer> {
  const rows = await archiveOn({ engine, owner }, today())
  return digestOf(
    engine.keys,
    comparedWhole(
      owner,
      rows.filter(({ type }) => isOpen(type, purpose)),
    ),
  )
}

interface Book {
  readonly sections: readonly Section[]
  readonly given: Awaited<ReturnType<typeof givenOf>>
  readonly lines: readonly string[]
  readonly matter: Matter
  readonly marks: Pick<Sheet, 'foot' | 'watermark' | 'mark'>
}

function bookOf({ sections, given, lines, matter, marks }: Book): Sheet {
  return {
    title: `教师档案 ${given['about.name']}`,
    heading: '',
    above: ['', ''],
    paper: 'portrait',
    units: 12,
    parts: [
      ...coverOf(given),
      ...contentsOf(sections),
      ...sections.flatMap(sectionParts),
      ...lastSheet(given, lines, matter),
    ],
    ...marks,
  }
}

const coverOf = (given: Book['given']): Part[] => [
  { part: 'text', text: '教师业务档案', size: 36, align: 'center', bold: true, above: 60 },
  { part: 'text', text: given['about.name'], size: 22, align: 'center', above: 50 },
  { part: 'text', text: given['about.institution'], size: 16, align: 'center', above: 6 },
  { part: 'text', text: given['issue.day'], size: 16, align: 'center', above: 6 },
  { part: 'page' },
]

const anchorOf = ({ definition }: Section) => definition.name
const label = (text: string, span: number): Cell => ({ text, span, look: 'label' })
const value = (text: string, span: number): Cell => ({ text, span, look: 'value', align: 'left' })

/** 序号 材料 条数 页码, a line for each type. */
function contentsOf(sections: readonly Section[]): Part[] {
  const said = ({ rows, isClosed }: Section) =>
    isClosed ? '需注明用途' : rows.length === 0 ? '未登记' : `${rows.length} 条`
  return [
    { part: 'text', text: '目　录', size: 22, align: 'center', bold: true },
    {
      part: 'table',
      title: '目录',
      head: [label('序号', 1), label('材料', 6), label('条数', 3), label('页码', 2)],
      rows: sections.map((section, i) => [
        { text: String(i + 1), span: 1, look: 'value' },
        value(section.definition.title, 6),
        { text: said(section), span: 3, look: 'value' },
        section.rows.length === 0
          ? { text: '', span: 2, look: 'value' }
          : { text: '0', span: 2, look: 'value', pageOf: anchorOf(section) },
      ]),
      least: 0,
      most: null,
    },
  ]
}

/**
 * A type with its records; each archive begins on a new page, a type without records is in the contents only.
 */
function sectionParts(section: Section, at: number, all: readonly Section[]): Part[] {
  const { definition, rows } = section
  const archive = definition.archive
  const begins = all[at - 1]?.definition.archive !== archive
  const head: Part[] = begins
    ? [
        { part: 'page' },
        { part: 'text', text: archiveTitles[archive], size: 18, bold: true, align: 'center' },
      ]
    : []
  if (rows.length === 0) return head
  return [
    ...head,
    {
      part: 'text',
      text: `${definition.title}（${rows.length} 条）`,
      size: 13,
      bold: true,
      above: begins ? 2 : 6,
      keep: 26,
    },
    { part: 'anchor', name: anchorOf(section) },
    ...rows.flatMap(({ shown, summary }, i): Part[] => [
      {
        part: 'grid',
        rows: [
          ...(definition.cardinality === 'one' ? [] : [[label(`${i + 1}．${summary}`, 12)]]),
          ...pairsOf(definition, shown),
        ],
      },
    ]),
  ]
}

/** Cells of a record, two fields a row; long texts get their own row, empty fields none. */
function pairsOf(definition: AnyRecord, { text }: ShownRow): Cell[][] {
  const rows: Cell[][] = []
  let half: Cell[] = []
  const flush = () => {
    if (half.length > 0) rows.push([...half, label('', 2), value('', 4)])
    half = []
  }
  const fields = Object.entries(definition.fields).map(([key, field]) => ({
    name: field.label,
    said: text[key] ?? '',
    isLong: kindOf(field).block === true,
  }))
  for (const { name, said, isLong } of [
    ...fields,
    { name: '佐证材料', said: text['attachments'] ?? '', isLong: true },
  ]) {
    if (said === '' || said === '—') continue
    if (isLong || [...said].length > 60) {
      flush()
      rows.push([label(name, 2), value(said, 10)])
    } else if (half.length === 0) half = [label(name, 2), value(said, 4)]
    else {
      rows.push([...half, label(name, 2), value(said, 4)])
      half = []
    }
  }
  flush()
  return rows
}

/** The last sheet: who made it when, what for, and what is not in it. */
function lastSheet(given: Book['given'], lines: readonly string[], { actor, purpose }: Matter): Part[] {
  const rows: Cell[][] = [
    [label('打印单位', 2), value(given['issue.institution'], 10)],
    [label('打印人', 2), value(given['issue.issuer'], 10)],
    [label('打印日期', 2), value(chineseDay(today()), 10)],
    [label('用途', 2), value(purpose ? purposes[purpose].label : '一般用途', 10)],
    [
      label('说明', 2),
      value(['只列入现行有效的内容；佐证材料只列名称。', ...lines.map((line) => `${line}。`)].join(''), 10),
    ],
    [
      label('学校意见', 2),
      {
        text: actor.role === 2 ? '' : '经核对，与登记一致。',
        span: 10,
        look: 'note',
        height: 42,
        sign: ['负责人：　　　　　　（盖章）', '　　　　　年　　月　　日'],
      },
    ],
  ]
  return [
    { part: 'page' },
    { part: 'text', text: '打印说明', size: 18, bold: true, align: 'center' },
    { part: 'grid', rows },
  ]
}
