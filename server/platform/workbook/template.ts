import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { letters, sheetText } from './sheet-xml.ts'
import { dictionaryOf, type Dictionary, type Template, type TemplateColumn } from './template-lists.ts'

export type { Template, TemplateColumn, TemplateOption } from './template-lists.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The last row that choices and formats reach (import-templates.md, section 1: data from row 3). */
const lastRow = 200_002

/** Numbers of the cell formats below. */
const formats = { plain: 0, text: 1, head: 2, required: 3, title: 4, wrapped: 5 } as const
const xf = (font: number, fill: number, number = 0, more = '') =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0"${number > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}${fill > 0 ? ' applyFill="1"' : ''}${more === '' ? '/>' : ` applyAlignment="1">${more}</xf>`}`
const font = (more: string) => `<font>${more}<name val="宋体"/></font>`
const styles =
  `${head}<styleSheet xmlns="${main}">` +
  `<fonts count="4">${font('<sz val="11"/>')}${font('<b/><sz val="11"/>')}${font('<b/><sz val="11"/><color rgb="FFA3271F"/>')}${font('<b/><sz val="16"/>')}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE9EDF5"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="6">${xf(0, 0)}${xf(0, 0, 49)}${xf(1, 2, 49)}${xf(2, 2, 49)}${xf(3, 0)}${xf(0, 0, 49, '<alignment vertical="top" wrapText="1"/>')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="常规" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

type Cell = readonly [text: string, format: number]

const cellXml = (column: number, row: number, [text, format]: Cell): string =>
  text === ''
    ? ''
    : `<c r="${letters(column)}${row}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`
const rowXml = (row: number, cells: readonly Cell[], more = ''): string =>
  `<row r="${row}"${more}>${cells.map((cell, at) => cellXml(at, row, cell)).join('')}</row>`

const sheetXml = (view: string, columns: string, rows: string, behind = ''): string =>
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${view}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns}</cols><sheetData>${rows}</sheetData>${behind}</worksheet>`
const width = (column: number, letterCount: number, style = 0): string =>
  `<col min="${column + 1}" max="${column + 1}" width="${letterCount}" customWidth="1" style="${style}"/>`

const requiredWord = (required: TemplateColumn['required']): string =>
  required === true ? '必填' : required === 'conditional' ? '视情况必填' : '选填'
const headOf = ({ head: text, required }: TemplateColumn): string => (required === true ? `${text}*` : text)

/** Rows of the sheet with the instructions. */
function explanation({ title, version, sheet, columns }: Template): string {
  const rules = [
    `请在“${sheet}”表中从第 3 行起填写，一行一条；不要改动第 1 行表头和隐藏的第 2 行，列的先后可以调整。`,
    '表头带 * 的列必填；“视情况必填”的列见下表说明。',
    '日期写成 2026-09-01，年月写成 2026-09；证件号、手机号等长数字的列已设为文本格式，请不要改成数字。',
    '有下拉箭头的格可以选择，也可以填“字典”表里的名称或代码；多选用顿号（、）隔开。',
    '下表的示例只供参考，不会导入；本表和“字典”表的内容导入时都不读取。',
  ]
  const plain = (text: string): Cell => [text, formats.wrapped]
  const rows: Cell[][] = [
    [[title, formats.title]],
    [['模板版本', formats.head], plain(version)],
    ...rules.map((rule, at): Cell[] => [[`${at + 1}. ${rule}`, formats.plain]]),
    [],
    ['列名', '是否必填', '填写要求', '示例'].map((text): Cell => [text, formats.head]),
    ...columns.map((column): Cell[] => [
      [column.head, column.required === true ? formats.required : formats.head],
      ...[requiredWord(column.required), column.note, column.example].map(plain),
    ]),
  ]
  return sheetXml(
    ' showGridLines="0">',
    width(0, 26) + width(1, 12) + width(2, 60) + width(3, 28),
    rows.map((cells, at) => rowXml(at + 1, cells)).join(''),
  )
}

/** The hint beside a cell, as long as programs show it. */
const prompt = ({ required, note, example }: TemplateColumn): string =>
  [requiredWord(required), note, example === '' ? '' : `示例：${example}`]
    .filter((part) => part !== '')
    .join('；')
    .slice(0, 250)

/**
 * What may be chosen in a column, one declaration for all of its rows: more than 64 000 of them no program
 * takes.
 */
function choice(column: TemplateColumn, at: number, template: Template, dictionary: Dictionary): string {
  const place = letters(at)
  const formula = dictionary.formulaOf(column, (key) => {
    const parent = template.columns.findIndex((one) => one.key === key)
    return parent < 0 ? undefined : `$${letters(parent)}3`
  })
  const list =
    formula === undefined ? '' : ' type="list" allowBlank="1" showErrorMessage="1" errorStyle="warning"'
  const error =
    formula === undefined ? '' : ' errorTitle="不在字典里" error="请从下拉中选择，或填字典里的名称、代码"'
  return `<dataValidation${list} showInputMessage="1"${error} promptTitle="${sheetText(column.head.slice(0, 30))}" prompt="${sheetText(prompt(column))}" sqref="${place}3:${place}${lastRow}">${formula === undefined ? '' : `<formula1>${sheetText(formula)}</formula1>`}</dataValidation>`
}

/** The sheet that is filled in. */
function dataSheet(template: Template, dictionary: Dictionary): string {
  const { columns } = template
  const rows =
    rowXml(
      1,
      columns.map((column) => [headOf(column), column.required === true ? formats.required : formats.head]),
    ) +
    rowXml(
      2,
      columns.map(({ key }) => [key, formats.text]),
      ' hidden="1"',
    )
  return sheetXml(
    ' tabSelected="1"><pane xSplit="1" ySplit="2" topLeftCell="B3" activePane="bottomRight" state="frozen"/>',
    columns
      .map((column, at) =>
        width(at, Math.min(30, Math.max(12, column.head.length * 2 + 4)), column.asText ? formats.text : 0),
      )
      .join(''),
    rows,
    `<dataValidations count="${columns.length}">${columns.map((column, at) => choice(column, at, template, dictionary)).join('')}</dataValidations>`,
  )
}

/** A sheet of columns of different length. */
function columnsSheet(view: string, columns: readonly (readonly string[])[]): string {
  const longest = Math.max(0, ...columns.map((column) => column.length))
  const rows = Array.from({ length: longest }, (_, row) =>
    rowXml(
      row + 1,
      columns.map((column): Cell => [column[row] ?? '', row === 0 ? formats.head : formats.text]),
    ),
  )
  return sheetXml(
    view,
    columns.map((_, at) => width(at, at % 2 === 0 ? 24 : 10)).join('') || width(0, 10),
    rows.join(''),
  )
}

/**
 * The workbook people fill in for an import: 填写说明, the sheet itself with its heads, hidden keys and
 * choices, 字典 with all names and codes, and a hidden sheet with the choices that depend on another column.
 */
export function writeTemplate(template: Template): Promise<Buffer> {
  const dictionary = dictionaryOf(template)
  const sheets: readonly (readonly [name: string, xml: string, more: string])[] = [
    ['填写说明', explanation(template), ''],
    [template.sheet, dataSheet(template, dictionary), ''],
    [
      '字典',
      columnsSheet(
        '><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
        dictionary.columns,
      ),
      '',
    ],
    ['下拉', columnsSheet('>', dictionary.dependent), ' state="hidden"'],
  ]
  const zip = new ZipFile()
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(xml), name)
  const part = (at: number) => `xl/worksheets/sheet${at + 1}.xml`
  add(
    '[Content_Types].xml',
    `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${sheets.map((_, at) => `<Override PartName="/${part(at)}" ContentType="${contentType}.worksheet+xml"/>`).join('')}</Types>`,
  )
  add(
    '_rels/.rels',
    `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView activeTab="1"/></bookViews><sheets>${sheets.map(([name, , more], at) => `<sheet name="${sheetText(name)}" sheetId="${at + 1}"${more} r:id="rId${at + 1}"/>`).join('')}</sheets><definedNames>${dictionary.names.map(([name, range]) => `<definedName name="${name}">${sheetText(range)}</definedName>`).join('')}</definedNames></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packaged}/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId90" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  )
  add('xl/styles.xml', styles)
  sheets.forEach(([, xml], at) => add(part(at), xml))
  zip.end()
  return buffer(zip.outputStream)
}
