import { z } from 'zod'
import { packageSuite, type PackageAspect } from '../../../catalogue/contract/archive-transfer.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { eventWord } from '../../../catalogue/flows/event-words.ts'
import { escapedValue } from '../../../catalogue/markup/letters.ts'
import { momentCell } from '../../engine/exports/index.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import type { PackedItem } from './contents.ts'

/** Names of the files beside the items of a package. */
export const names = {
  about: '说明文件.TXT',
  contents: '文件目录.XML',
  sm3: '清单-SM3.txt',
  sha256: '清单-SHA256.txt',
  signature: '签名.jws',
} as const

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** Characters that XML 1.0 does not take at all (section 2.2). */
const noXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** An element with a text; what XML cannot hold is left out. */
const element = (name: string, text: string | number): string =>
  `<${name}>${escapedValue(String(text).replaceAll(noXml, ''))}</${name}>`

/** A line of 文件目录.XML. */
export interface ContentsLine {
  readonly no: string
  readonly author: string
  readonly title: string
  readonly date: string
  readonly secrecy: string
  readonly file: string
  readonly remark: string
}

/** Line of an item in the contents. */
export const contentsLine = (item: PackedItem, folder: string): ContentsLine => ({
  no: item.no,
  author: item.row.institutionName,
  title: `${item.row.ownerName}　${item.definition.title}`,
  date: dateOf(new Date(item.appliedAt)),
  secrecy: '非密',
  file: folder,
  remark: item.row.masked.length > 0 ? '含个人信息，部分栏目已脱敏' : '含个人信息',
})

/** 文件目录.XML: a line for each item in the columns of 《电子档案移交与接收办法》. */
export function contentsXml(lines: readonly ContentsLine[]): string {
  const rows = lines.map(({ no, author, title, date, secrecy, file, remark }, index) =>
    [
      '  <文件>',
      element('顺序号', index + 1),
      element('档号', no),
      element('责任者', author),
      element('题名', title),
      element('日期', date),
      element('密级', secrecy),
      element('文件名', file),
      element('备注', remark),
      '</文件>',
    ].join(''),
  )
  return [`${xmlHead}<文件目录>`, ...rows, '</文件目录>', ''].join('\n')
}

/** 元数据.xml of an item: what it is, and who wrote and reviewed it when, by office. */
export function metadataXml(item: PackedItem, files: readonly string[]): string {
  const { definition, row, no, appliedAt, events } = item
  const steps = events.map(({ at, action, level, office, reason }) =>
    [
      '    <步骤>',
      element('时间', momentCell(at) ?? ''),
      element('操作', eventWord(action)),
      element('级别', level ?? ''),
      element('单位', office),
      element('意见', reason ?? ''),
      '</步骤>',
    ].join(''),
  )
  return [
    `${xmlHead}<元数据>`,
    `  ${element('档号', no)}`,
    `  ${element('题名', `${row.ownerName}　${definition.title}`)}`,
    `  ${element('责任者', row.institutionName)}`,
    `  ${element('档案编号', row.ownerId)}`,
    `  ${element('记录编号', row.id)}`,
    `  ${element('生效时间', momentCell(appliedAt) ?? '')}`,
    `  <脱敏栏目>${row.masked.map((key) => element('栏目', definition.fields[key]?.label ?? key)).join('')}</脱敏栏目>`,
    `  <文件>${files.map((file) => element('文件名', file)).join('')}</文件>`,
    '  <办理过程>',
    ...steps,
    '  </办理过程>',
    '</元数据>',
    '',
  ].join('\n')
}

/** Shape of `record.json`. */
const packedRecord = z.object({
  format: z.literal('xingtan-archive-item'),
  version: z.literal(1),
  no: z.string().describe('档号'),
  type: z.string(),
  title: z.string(),
  recordId: z.uuid(),
  teacherId: z.int(),
  teacher: z.string(),
  institution: z.string(),
  appliedAt: z.string(),
  values: z.record(z.string(), z.unknown()).describe('栏目的键和值；代码见数据字典'),
  words: z.record(z.string(), z.string()).describe('栏目的名称和文字'),
  masked: z.array(z.string()).describe('脱敏的栏目'),
})

/** `record.json` of an item. */
export function recordJson({ definition, row, no, appliedAt, words }: PackedItem): string {
  const record: z.output<typeof packedRecord> = {
    format: 'xingtan-archive-item',
    version: 1,
    no,
    type: definition.name,
    title: definition.title,
    recordId: row.id,
    teacherId: row.ownerId,
    teacher: row.ownerName,
    institution: row.institutionName,
    appliedAt,
    values: row.values,
    words,
    masked: [...row.masked],
  }
  return `${JSON.stringify(record, null, 1)}\n`
}

/** JSON schema of `record.json`. */
export const schemaJson = (): string => `${JSON.stringify(z.toJSONSchema(packedRecord), null, 1)}\n`

/** Fields and rules of the types that a package may hold. */
export const rulesJson = (definitions: readonly AnyRecord[]): string =>
  `${JSON.stringify(
    definitions.map(({ name, title, regime, cardinality, fields }) => ({
      name,
      title,
      regime,
      cardinality,
      fields: Object.entries(fields).map(([key, { label, kind, required, dict }]) => ({
        key,
        label,
        kind,
        required: required === true,
        ...(dict !== undefined && { dict }),
      })),
    })),
    null,
    1,
  )}\n`

/** 四性检测报告.XML. */
export function reportXml(aspects: readonly PackageAspect[]): string {
  const parts = aspects.map(({ title, checked, problems, samples }) =>
    [
      '  <检测>',
      element('项目', title),
      element('内容', checked),
      element('问题数', problems),
      ...samples.map((one) => element('问题', one)),
      '</检测>',
    ].join(''),
  )
  return [`${xmlHead}<四性检测报告>`, ...parts, '</四性检测报告>', ''].join('\n')
}

/** Facts of a package that its papers tell. */
export interface PackageFacts {
  readonly id: number
  readonly title: string
  readonly office: string
  readonly records: number
  readonly people: number
  readonly files: number
  readonly bytes: number
  readonly madeAt: string
}

/** 说明文件.TXT: what this is, how it is laid out, and how it is verified. */
export const aboutText = ({
  id,
  title,
  office,
  records,
  people,
  files,
  bytes,
  madeAt,
}: PackageFacts): string =>
  [
    '电子档案移交包',
    '',
    `内容：${title}`,
    `编号：${id}`,
    `移交单位：${office}`,
    `件数：${records} 件，涉及 ${people} 人；文件 ${files} 个，${bytes} 字节`,
    `制作时间：${momentCell(madeAt) ?? madeAt}`,
    '',
    '文件目录.XML：每件一行。',
    '电子档案/年度/类别/档号/：record.json（内容）、元数据.xml（形成和审核过程）、登记表.pdf（有表格的类别）、附件。',
    '其他/：四性检测报告、移交与接收登记表、结构和栏目说明、签名公钥。',
    `${names.sm3}、${names.sha256}：每个文件的摘要。${names.signature}：两份清单的签名，算法套件 ${packageSuite}。`,
    '',
    '年度按记录生效的年份。审核人以单位名义列出。移交单位看不到的栏目在包内同样脱敏。',
    '档号按“单位代码-年度-类别-顺序号”编制，接收单位可以另行编号。',
    '核验：node scripts/archive-verify.ts 包的路径 --key 门户公布的公钥（JSON）。',
    '',
  ].join('\r\n')

/** 电子档案移交与接收登记表, with the receiver's part left empty. */
export const registerText = ({ title, office, records, files, bytes, madeAt }: PackageFacts): string =>
  [
    '电子档案移交与接收登记表',
    '',
    `档案内容：${title}`,
    `移交单位：${office}`,
    `移交件数：${records}`,
    `文件数：${files}　数据量：${bytes} 字节`,
    `制作日期：${dateOf(new Date(madeAt))}`,
    '载体起止号：',
    '移交人（签名）：　　　　移交单位（印章）：',
    '接收人（签名）：　　　　接收单位（印章）：',
    '接收日期：　　　　　　　移交回执编号：',
    '',
  ].join('\r\n')
