import type {
  CopiedArchive,
  CopiedRecord,
  CopiedSection,
  CopiedTable,
} from '../../../catalogue/contract/account/personal-copy.ts'
import { eventWord } from '../../../catalogue/flows/event-words.ts'
import { stateLabel, type State } from '../../../catalogue/flows/review.ts'
import { escapedValue } from '../../../catalogue/markup/letters.ts'
import { momentCell } from '../../engine/exports/index.ts'
import { isMoment } from './moments.ts'

/** Most lines of a table on the page; the workbook beside it has all of them. */
const mostShown = 500

const style = `body{font:16px/1.7 "Noto Sans SC","PingFang SC","Microsoft YaHei",sans-serif;max-width:960px;
margin:0 auto;padding:24px 16px;color:#1f2329;background:#fff}
h1{font-size:26px}h2{font-size:21px;margin-top:40px;border-bottom:2px solid #d9dde3}h3{font-size:17px}
table{border-collapse:collapse;width:100%;margin:8px 0}th,td{border:1px solid #d9dde3;padding:6px 8px;
text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#f4f6f8;font-weight:600}
dl{display:grid;grid-template-columns:minmax(7em,max-content) 1fr;gap:4px 16px}dt{color:#5b6470}dd{margin:0;
overflow-wrap:anywhere}.wide{overflow-x:auto}nav ul{columns:2}summary{cursor:pointer}
@media (max-width:600px){nav ul{columns:1}dl{grid-template-columns:1fr}}
@media print{details{display:block}}`

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return escapedValue(isMoment(text) ? (momentCell(text) ?? '') : text)
}

function rowsOf(heads: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const head = heads.map((one) => `<th scope="col">${escapedValue(one)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${shown(cell)}</td>`).join('')}</tr>`)
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** The address of a file beside the page: each part of the path on its own, because names hold any letter. */
const addressOf = (place: string): string => place.split('/').map(encodeURIComponent).join('/')

const stateWord = (state: string): string => stateLabel(state as State)

function recordHtml({ words, attachments, revisions, events }: CopiedRecord, index: number): string {
  const facts = Object.entries(words).map(
    ([label, text]) => `<dt>${escapedValue(label)}</dt><dd>${shown(text)}</dd>`,
  )
  const files = attachments.map(
    (place) => `<li><a href="${escapedValue(addressOf(place))}">${escapedValue(place)}</a></li>`,
  )
  const versions = rowsOf(
    ['版本', '状态', '填写', '提交', '生效'],
    revisions.map((one) => [one.no, stateWord(one.state), one.madeAt, one.submittedAt, one.appliedAt]),
  )
  const steps = rowsOf(
    ['时间', '操作', '单位', '意见'],
    events.map(({ at, action, office, reason }) => [at, eventWord(action), office, reason]),
  )
  return `<article><h3>第 ${index + 1} 条</h3>
${facts.length > 0 ? `<dl>${facts.join('')}</dl>` : '<p>目前没有生效的内容，见下面的各个版本。</p>'}
${files.length > 0 ? `<p>附件</p><ul>${files.join('')}</ul>` : ''}
<details><summary>各个版本和办理记录</summary>${versions}${steps}</details></article>`
}

const sectionHtml = ({ type, title, records }: CopiedSection): string =>
  `<section id="s-${type}"><h2>${escapedValue(title)}（${records.length} 条）</h2>${records.map(recordHtml).join('')}</section>`

function tableHtml({ key, title, columns, rows }: CopiedTable): string {
  const more =
    rows.length > mostShown
      ? `<p>这里列出 ${mostShown} 行，共 ${rows.length} 行，全部见“表格”文件夹。</p>`
      : ''
  const body = rowsOf(
    columns.map((column) => column.title),
    rows.slice(0, mostShown).map((row) => columns.map((column) => row[column.key])),
  )
  return `<section id="t-${key}"><h2>${escapedValue(title)}（${rows.length} 条）</h2>${more}${body}</section>`
}

/** The copy as a page that any browser opens from the folder: no script, nothing from elsewhere. */
export function pageOf({ name, madeAt, teacherNumbers, sections, tables, withheld }: CopiedArchive): string {
  const filled = sections.filter(({ records }) => records.length > 0)
  const lists = tables.filter(({ rows }) => rows.length > 0)
  const places = [
    ...filled.map(({ type, title }) => [`s-${type}`, title] as const),
    ...lists.map(({ key, title }) => [`t-${key}`, title] as const),
    ['withheld', '没有列入的内容'] as const,
  ]
  const numbers = teacherNumbers.length > 0 ? `，档案编号 ${teacherNumbers.join('、')}` : ''
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">
<title>${escapedValue(name)}的数据副本</title>
<style>${style}</style>
</head>
<body>
<h1>${escapedValue(name)}的数据副本</h1>
<p>生成时间 ${shown(madeAt)}${numbers}。含有完整的个人信息，请妥善保管。</p>
<p>archive.json 供其他系统读取，结构见 archive.schema.json；“表格”文件夹是同样内容的工作簿，“附件”文件夹是上传过的文件。</p>
<nav aria-label="目录"><ul>${places.map(([id, title]) => `<li><a href="#${id}">${escapedValue(title)}</a></li>`).join('')}</ul></nav>
${filled.map(sectionHtml).join('\n')}
${lists.map(tableHtml).join('\n')}
<section id="withheld"><h2>没有列入的内容</h2>${rowsOf(
    ['内容', '原因'],
    withheld.map(({ what, why }) => [what, why]),
  )}</section>
</body>
</html>
`
}
