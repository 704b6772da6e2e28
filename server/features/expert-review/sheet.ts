import type { Actor } from '../../../catalogue/access/access.ts'
import type { Results } from '../../../catalogue/contract/review/rounds.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Cell, Part, Printer, Sheet } from '../../platform/pdf/index.ts'
import { resultsView } from './closing.ts'
import { roundOf, type ReviewNeeds } from './options.ts'
import { pointsOf, ruleLines } from '../../../catalogue/reviews/rule-words.ts'

/** Millimetres of the text block across the sheet. */
const width = 252
const rowHeight = 6.5

const cell = (text: string, span: number, look: Cell['look'] = 'value', align?: Cell['align']): Cell => ({
  text,
  span,
  look,
  height: rowHeight,
  ...(align && { align }),
})

interface Panel {
  readonly name: string
  readonly institution: string
  readonly avoided: number
}

/** Experts by name: their order has nothing to do with their numbers. */
const panelOf = ({ db }: ReviewNeeds, round: string) =>
  db.query<Panel>(sql`
    select p.name, coalesce(i.name, '') as institution,
      count(*) filter (where k.state in ('avoided', 'recalled'))::int as avoided
    from review_task k
    join review_expert e on e.id = k.expert_id
    join person p on p.id = e.person_id
    left join teacher t on t.person_id = p.id
    join identity a on a.id = e.identity_id
    left join institution i on i.id = coalesce(t.institution_id, a.institution_id)
    where k.round_id = ${round}::uuid
    group by e.id, p.name, i.name
    having count(*) filter (where k.state = 'submitted') > 0
    order by p.name collate "C", e.id`)

const heading = (text: string): Part => ({ part: 'text', text, size: 11, bold: true, above: 3, keep: 20 })

function rulesPart({ rules, rulesDigest, seed }: Results): Part {
  const lines = [...ruleLines(rules), ['参数摘要', rulesDigest] as const, ['抽取种子', seed] as const]
  const pairs = Array.from({ length: Math.ceil(lines.length / 2) }, (_, at) =>
    lines.slice(2 * at, 2 * at + 2),
  )
  return {
    part: 'grid',
    rows: pairs.map((pair) => [
      ...pair.flatMap(([label, text]) => [cell(label, 26, 'label'), cell(text, 100)]),
      ...(pair.length === 1 ? [cell('', 126)] : []),
    ]),
  }
}

/** A score as the sheet shows it: expert’s number, total, and brackets where it was dropped. */
function scoreText({
  expert,
  kind,
  total,
  adjusted,
  dropped,
}: Results['list'][number]['scores'][number]): string {
  const said = adjusted === total ? pointsOf(total) : `${pointsOf(total)}→${pointsOf(adjusted)}`
  const marked = `${expert}号 ${said}${kind === 'arbitration' ? ' 加评' : ''}`
  return dropped ? `（${marked}）` : marked
}

function scoresPart({ list }: Results): Part {
  const spans = { rank: 14, code: 18, title: 72, scores: 108, spread: 18, score: 22 }
  return {
    part: 'table',
    title: '评分与名次',
    head: [
      cell('名次', spans.rank, 'label', 'center'),
      cell('编号', spans.code, 'label', 'center'),
      cell('材料', spans.title, 'label', 'center'),
      cell('各专家评分（按专家号；括号内为除去的最高、最低分）', spans.scores, 'label', 'center'),
      cell('分差', spans.spread, 'label', 'center'),
      cell('得分', spans.score, 'label', 'center'),
    ],
    rows: list.map(({ rank, code, title, scores, spread, score }) => [
      cell(rank === null ? '—' : String(rank), spans.rank, 'value', 'center'),
      cell(code, spans.code, 'value', 'center'),
      cell(title, spans.title),
      cell(scores.map(scoreText).join('　'), spans.scores),
      cell(spread === null ? '' : pointsOf(spread), spans.spread, 'value', 'center'),
      cell(score === null ? '评分不足' : pointsOf(score), spans.score, 'value', 'center'),
    ]),
    least: 0,
    most: null,
  }
}

const expertsPart = (panel: readonly Panel[]): Part => ({
  part: 'table',
  title: '评审专家',
  head: [
    cell('姓名', 40, 'label', 'center'),
    cell('单位', 100, 'label', 'center'),
    cell('回避情况', 40, 'label', 'center'),
    cell('签名', 72, 'label', 'center'),
  ],
  rows: panel.map(({ name, institution, avoided }) => [
    cell(name, 40, 'value', 'center'),
    cell(institution, 100),
    cell(avoided === 0 ? '无' : `${avoided} 份，已更换`, 40, 'value', 'center'),
    cell('', 72),
  ]),
  least: 0,
  most: null,
})

/**
 * The result sheet of a closed round: frozen rules, scores by the experts’ numbers, ranks, and room for
 * signatures.
 */
export async function resultSheet(
  o: ReviewNeeds,
  printer: Printer,
  actor: Actor,
  id: string,
): Promise<Uint8Array> {
  const [results, round, panel] = [
    await resultsView(o, actor, id),
    await roundOf(o.db, actor, id),
    await panelOf(o, id),
  ]
  const moment = (at: string | null) =>
    at === null ? '' : new Date(at).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 16)
  const sheet: Sheet = {
    title: `${results.title}评审结果汇总表`,
    heading: `${results.title}评审结果汇总表`,
    above: [actor.institution, `${moment(round.opened_at)} 开评，${moment(round.closed_at)} 结束`],
    paper: 'landscape',
    units: width,
    parts: [
      heading('一、评审参数（开评时冻结，其后未作变更）'),
      rulesPart(results),
      heading(`二、评分与名次（送评 ${results.list.length} 件）`),
      scoresPart(results),
      heading('三、评审专家（按姓名排列，与上表专家号的次序无对应关系）'),
      expertsPart(panel),
      {
        part: 'text',
        text: '评审组长：　　　　　　　　　　监督员：　　　　　　　　　　经办人：　　　　　　　　　　　　年　　月　　日',
        size: 10.5,
        above: 6,
      },
    ],
    foot: [
      `候选 ${round.candidates?.length ?? 0} 位，按种子抽取：对“种子|专家编号”取 SHA-256，从小到大排列。`,
      '手工改动无效，以系统内同一轮评审的结果为准。',
    ],
    watermark: null,
    mark: null,
  }
  return (await printer.print(sheet)).bytes
}
