import type { FastifyReply } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  reportAsked,
  workbookQuery,
  type Analysis,
  type FigureCell,
  type Panel,
  type Report,
  type WorkbookQuery,
} from '../../../catalogue/contract/analysis/figures.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { writeWorkbook, type Cell, type Sheet, type SheetColumn } from '../../platform/workbook/write.ts'
import { readers, type StatisticsNeeds } from './reading.ts'
import { analysisOf } from './report.ts'
import { attached } from '../../platform/http/attached.ts'

/** A column of a panel's sheet: one value of the cells of one series. */
interface Reader extends SheetColumn {
  readonly of: (cell: FigureCell | undefined) => Cell
}

const figure = (head: string, of: Reader['of']): Reader => ({ head, kind: 'number', width: 14, of })

/** The columns of one series: its value, what it is worked out from, and the value of the compared day. */
function readersOf(panel: Panel, column: Panel['columns'][number], compare: string | null): Reader[] {
  const only = panel.columns.length === 1
  const name = only ? panel.title : column.label
  const unit = panel.unit === '' ? '' : `（${panel.unit}）`
  const own = panel.cells.filter((cell) => cell.column === column.key)
  const isWorkedOut = own.some(({ denominator }) => denominator !== undefined)
  const part = (word: string) => (only ? word : `${column.label}${word}`)
  return [
    figure(`${name}${unit}`, (cell) => cell?.value ?? null),
    ...(isWorkedOut
      ? [
          figure(part('分子'), (cell) => cell?.numerator ?? null),
          figure(part('分母'), (cell) => cell?.denominator ?? null),
        ]
      : []),
    ...(compare === null ? [] : [figure(`${part('')}${compare}`, (cell) => cell?.before ?? null)]),
  ]
}

const lines = async function* (rows: readonly (readonly Cell[])[]) {
  yield* rows
}

function sheetOf(panel: Panel, number: number, page: Analysis): Sheet {
  const at = new Map(panel.cells.map((cell) => [`${cell.row}/${cell.column}`, cell]))
  const series = panel.columns.map((column) => ({
    column,
    readers: readersOf(panel, column, page.compare ?? page.versus?.name ?? null),
  }))
  return {
    name: `${number}. ${panel.title}`,
    above: [
      [panel.title],
      [`口径：${panel.definition}`],
      ...(panel.denominator === undefined ? [] : [[`分母：${panel.denominator}`]]),
      ...panel.excluded.map(({ reason, persons }) => [`不计入：${reason}，${persons}人`]),
    ],
    columns: [
      { head: '项目', kind: 'text', width: 24 },
      ...series.flatMap(({ readers: own }) =>
        own.map(({ head, kind, width }) => ({ head, kind, width: width ?? 14 })),
      ),
    ],
    rows: lines(
      panel.rows.map(({ key, label }) => [
        label,
        ...series.flatMap(({ column, readers: own }) =>
          own.map(({ of }) => of(at.get(`${key}/${column.key}`))),
        ),
      ]),
    ),
    pageHead: `${page.place.name} ${panel.title} ${page.on}`,
  }
}

const basisWords = { personnel: '人事关系所在单位', teaching: '任教单位，没有的按人事关系所在单位' } as const

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'medium',
  timeStyle: 'short',
})

function coverOf(page: Analysis, actor: Actor): Sheet {
  const told: [string, string][] = [
    ['统计表', page.title],
    ['单位', page.place.name],
    ['统计时点', page.on],
    ...(page.compare === null ? [] : [['对比时点', page.compare] satisfies [string, string]]),
    ...(page.versus === null ? [] : [['对比单位', page.versus.name] satisfies [string, string]]),
    ['统计口径', `一人只算一次，按${basisWords[page.basis]}`],
    ['数据时间', clock.format(new Date(page.at))],
    ['数据来源', page.version === null ? '现有档案' : `定格数据，第${page.version}版`],
    ...(page.demo ? [['说明', '演示数据'] satisfies [string, string]] : []),
    ['下载人', `${actor.name}（${actor.institution}）`],
    ...page.panels.map((panel, index): [string, string] => [
      `${index + 1}. ${panel.title}`,
      panel.definition,
    ]),
    ...page.waiting.map(({ title, waitsFor }): [string, string] => [`${title}（暂无）`, `等待：${waitsFor}`]),
  ]
  return {
    name: '封面',
    columns: [
      { head: '项目', kind: 'text', width: 28 },
      { head: '内容', kind: 'text', width: 90 },
    ],
    rows: lines(told),
  }
}

async function send(
  reading: StatisticsNeeds,
  actor: Actor,
  {
    report,
    query,
    reply,
  }: { readonly report: Report; readonly query: WorkbookQuery; readonly reply: FastifyReply },
) {
  const { panel: wanted, ...asked } = query
  const whole = await analysisOf(reading, actor, report, asked)
  const panels = whole.panels.filter(({ key }) => wanted === undefined || key === wanted)
  if (panels.length === 0) throw invalid('panel', '该页面无此指标')
  const page = { ...whole, panels }
  await note(reading.engine.db, {
    by: actor.identityId,
    action: 'figures.downloaded',
    facts: { report, panel: wanted ?? null, institution: page.place.id, on: page.on },
  })
  const title = wanted === undefined ? page.title : (panels[0]?.title ?? page.title)
  const name = `${title}-${page.place.name}-${page.on}.xlsx`
  return attached(reply, name, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet').send(
    writeWorkbook([coverOf(page, actor), ...panels.map((panel, n) => sheetOf(panel, n + 1, page))]),
  )
}

/**
 * A page of statistics, or one panel of it, as a workbook: a cover with what was counted how, and a sheet per
 * panel.
 */
export function workbookRoute(server: Server, reading: StatisticsNeeds, actorOn: ActorOn): void {
  server.route({
    method: 'GET',
    url: '/api/v1/analysis/:report/workbook',
    config: { access: readers, ...fewer(30) },
    schema: {
      summary: '统计页面或其中一项指标的表格（xlsx）',
      tags: ['数据分析'],
      params: reportAsked,
      querystring: workbookQuery,
    },
    handler: (request, reply) => {
      const { report } = reportAsked.parse(request.params)
      return send(reading, actorOn(request), { report, query: workbookQuery.parse(request.query), reply })
    },
  })
}
