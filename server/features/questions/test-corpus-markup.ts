/**
 * Markup of documents in the habits of Word, WPS and LibreOffice, written by hand after what their files show:
 * runs cut by spelling marks and revisions, fonts named in every run, list numbers, tabs and wide spaces between
 * options. No program saved these files itself; how the programs show them was not tried.
 */
export type Habit = 'word' | 'wps' | 'office'

const letters = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const looks: Readonly<Record<Habit, string>> = {
  word: '<w:rPr><w:rFonts w:ascii="宋体" w:hAnsi="宋体" w:hint="eastAsia"/><w:szCs w:val="21"/></w:rPr>',
  wps: '<w:rPr><w:rFonts w:hint="eastAsia" w:ascii="宋体" w:hAnsi="宋体" w:eastAsia="宋体" w:cs="宋体"/><w:kern w:val="0"/><w:sz w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr>',
  office: '<w:rPr><w:rFonts w:eastAsia="SimSun" w:cs="Arial"/><w:lang w:eastAsia="zh-CN"/></w:rPr>',
}
/** What each program puts between two runs of one sentence. */
const between: Readonly<Record<Habit, string>> = {
  word: '<w:proofErr w:type="spellStart"/><w:bookmarkStart w:id="0" w:name="_GoBack"/><w:bookmarkEnd w:id="0"/>',
  wps: '',
  office: '',
}

const r = (habit: Habit, text: string, id = '00A1'): string =>
  `<w:r${habit === 'word' ? ` w:rsidR="00${id}"` : ''}>${looks[habit]}<w:t xml:space="preserve">${letters(text)}</w:t></w:r>`

/** A sentence in runs as the program would cut it: Word and WPS in pieces, LibreOffice where letters change. */
function runs(habit: Habit, text: string): string {
  const size = habit === 'word' ? 7 : habit === 'wps' ? 3 : 40
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? []
  return pieces.map((piece, i) => r(habit, piece, String(1000 + i))).join(between[habit])
}

const control =
  '<m:ctrlPr><w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/><w:i/></w:rPr></m:ctrlPr>'
const mr = (text: string): string =>
  `<m:r><w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr><m:t>${letters(text)}</m:t></m:r>`
const e = (inner: string): string => `<m:e>${inner}</m:e>`

/** Formulas as Word writes them, by the TeX that they are read as. */
const formulas: Readonly<Record<string, string>> = {
  'x^{2}-5x+6=0': `<m:sSup><m:sSupPr>${control}</m:sSupPr>${e(mr('𝑥'))}<m:sup>${mr('2')}</m:sup></m:sSup>${mr('−5𝑥+6=0')}`,
  '\\frac{1}{2}': `<m:f><m:fPr>${control}</m:fPr><m:num>${mr('1')}</m:num><m:den>${mr('2')}</m:den></m:f>`,
  '\\sqrt{3}': `<m:rad><m:radPr><m:degHide m:val="1"/>${control}</m:radPr><m:deg/>${e(mr('3'))}</m:rad>`,
  'a<b': mr('a<b'),
  '\\overrightarrow{AB}': `<m:acc><m:accPr><m:chr m:val="⃗"/>${control}</m:accPr>${e(mr('AB'))}</m:acc>`,
  '\\left\\{\\begin{array}{l}x+y=1 \\\\ x-y=3\\end{array} \\right.': `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/>${control}</m:dPr>${e(`<m:eqArr><m:eqArrPr>${control}</m:eqArrPr>${e(mr('x+y=1'))}${e(mr('x−y=3'))}</m:eqArr>`)}</m:d>`,
  '\\sum_{i=1}^{n} i': `<m:nary><m:naryPr><m:chr m:val="∑"/>${control}</m:naryPr><m:sub>${mr('i=1')}</m:sub><m:sup>${mr('n')}</m:sup>${e(mr('i'))}</m:nary>`,
  '\\angle A=30^\\circ': mr('∠A=30°'),
}

/** A text in which `$…$` is one of the formulas, `____` underlined spaces and a tab a tab. */
export const text = (habit: Habit, written: string): string =>
  written
    .split(/(\$[^$]*\$|_{4}|\t)/)
    .map((piece) => {
      if (piece === '\t') return `<w:r>${looks[habit]}<w:tab/></w:r>`
      if (piece === '____')
        return `<w:r>${looks[habit].replace('</w:rPr>', '<w:u w:val="single"/></w:rPr>')}<w:t xml:space="preserve">        </w:t></w:r>`
      const formula = /^\$(.*)\$$/.exec(piece)?.[1]
      if (formula === undefined) return piece === '' ? '' : runs(habit, piece)
      const made = formulas[formula]
      if (made === undefined) throw new Error(`no formula ${formula}`)
      return `<m:oMath>${made}</m:oMath>`
    })
    .join('')

const paragraphLook: Readonly<Record<Habit, string>> = {
  word: '<w:snapToGrid w:val="0"/><w:spacing w:line="360" w:lineRule="auto"/>',
  wps: '<w:keepNext w:val="0"/><w:widowControl/><w:suppressLineNumbers w:val="0"/><w:ind w:left="0" w:right="0"/>',
  office: '<w:pStyle w:val="Normal"/><w:bidi w:val="0"/>',
}
export const line = (habit: Habit, written: string, list?: number): string =>
  `<w:p><w:pPr>${paragraphLook[habit]}${list === undefined ? '' : `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`}</w:pPr>${text(habit, written)}</w:p>`

/** Something that was put in and taken out again while others looked on. */
export const tracked = (habit: Habit, before: string, out: string, put: string): string =>
  `<w:p><w:pPr>${paragraphLook[habit]}</w:pPr>${text(habit, before)}<w:del w:id="9" w:author="甲"><w:r><w:delText>${letters(out)}</w:delText></w:r></w:del><w:ins w:id="10" w:author="乙">${text(habit, put)}</w:ins><w:commentRangeStart w:id="1"/><w:r><w:commentReference w:id="1"/></w:r></w:p>`

/** A text box as Word writes it: once for newer programs and once for older ones. */
export const boxed = (habit: Habit, before: string, inside: string): string => {
  const box = `<w:txbxContent>${line(habit, inside)}</w:txbxContent>`
  return `<w:p>${text(habit, before)}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`
}

export const table = (habit: Habit, ...rows: readonly (readonly string[])[]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid/>${rows
    .map(
      (cells) => `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr/>${line(habit, cell)}</w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`

/** A formula of before 2007, which nobody reads. */
export const field = (habit: Habit, before: string, after: string): string =>
  `<w:p>${text(habit, before)}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> EQ \\f(1,2) </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${text(habit, after)}</w:p>`
