/** Somebody invented, whom the test documents give away. */
export const who = {
  name: '欧阳晓岚',
  formerName: '欧阳小兰',
  spelling: 'Xiaolan Ouyang',
  school: '春风市云溪区实验小学',
  shortSchool: '云溪实验小学',
  mobile: '13800010017',
  email: 'xiaolan.ouyang@yunxi.example.cn',
  idNo: '440102198803070021',
  staffNo: 'YX20080617',
  member: '司马远山',
} as const

/** What is planted in a document, as a hit says it. */
export interface PlantedTrace {
  readonly kind: string
  readonly place: string
  readonly kept: boolean
  readonly at?: string
}

export interface Source {
  readonly kind: 'docx' | 'pptx' | 'xlsx' | 'pdf'
  readonly meta?: string
  readonly header?: string
  readonly footer?: string
  readonly body: string
  readonly planted: readonly PlantedTrace[]
  /** Whether some of it cannot be read. */
  readonly unread?: boolean
}

const p = (text: string, style = 'Standard') => `<text:p text:style-name="${style}">${text}</text:p>`
const opening = p('本研究面向小学高年段习作教学，探讨以评促写的课堂结构。')
const closing = p('三轮行动研究表明，学生的修改意愿明显提高。')
const kept = (kind: string, place: string, at?: string): PlantedTrace => ({
  kind,
  place,
  kept: true,
  ...(at !== undefined && { at }),
})
const removed = (kind: string, place: string): PlantedTrace => ({ kind, place, kept: false })

const maker = `<meta:initial-creator>${who.name}</meta:initial-creator><dc:creator>${who.name}</dc:creator>
  <dc:title>习作教学研究</dc:title><dc:subject>${who.school}</dc:subject>
  <dc:description>${who.mobile}</dc:description><meta:keyword>${who.email}</meta:keyword>`
const inProperties = ['name', 'school', 'mobile', 'email'].map((kind) => removed(kind, 'properties'))

const remark = (text: string) =>
  `<office:annotation><dc:creator>${who.member}</dc:creator><dc:date>2026-03-01T09:00:00</dc:date>` +
  `<meta:creator-initials>${who.member}</meta:creator-initials><text:p>${text}</text:p></office:annotation>`
const change = (id: string, kind: 'insertion' | 'deletion', text = '') =>
  `<text:changed-region xml:id="${id}" text:id="${id}"><text:${kind}><office:change-info>` +
  `<dc:creator>${who.name}</dc:creator><dc:date>2026-03-01T09:00:00</dc:date></office:change-info>` +
  `${text === '' ? '' : p(text)}</text:${kind}></text:changed-region>`
const tracked = (changes: string) => `<text:tracked-changes>${changes}</text:tracked-changes>`
const frame = (name: string, inner: string) =>
  `<draw:frame draw:name="${name}" text:anchor-type="paragraph" svg:width="6cm" svg:height="2cm">${inner}</draw:frame>`
const picture = (description: string) =>
  frame(
    'image1',
    `<draw:image><office:binary-data>PICTURE</office:binary-data></draw:image><svg:desc>${description}</svg:desc>`,
  )
const note = (kind: 'footnote' | 'endnote', text: string) =>
  `<text:note text:id="${kind}1" text:note-class="${kind}"><text:note-citation>1</text:note-citation>` +
  `<text:note-body>${p(text)}</text:note-body></text:note>`
const link = (address: string, text: string) =>
  `<text:a xlink:type="simple" xlink:href="${address}">${text}</text:a>`
const cell = (text: string, inner = '') =>
  `<table:table-cell office:value-type="string">${inner}<text:p>${text}</text:p></table:table-cell>`
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const sheet = (name: string, ...rows: string[]) =>
  `<table:table table:name="${name}">${rows.join('')}</table:table>`
const slide = (inner: string, notes = '') =>
  `<draw:page draw:name="page" draw:master-page-name="Standard">${inner}${
    notes === ''
      ? ''
      : `<presentation:notes><draw:frame presentation:class="notes" svg:x="2cm" svg:y="14cm" svg:width="16cm"
        svg:height="10cm"><draw:text-box>${p(notes)}</draw:text-box></draw:frame></presentation:notes>`
  }</draw:page>`
const box = (text: string, more = '') =>
  `<draw:frame draw:name="box" svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="4cm">` +
  `<draw:text-box>${p(text)}</draw:text-box>${more}</draw:frame>`
const first = slide(box('习作教学研究'))

const texts: Record<string, Source> = {
  'text-01-properties': { kind: 'docx', meta: maker, body: opening + closing, planted: inProperties },
  'text-02-heads': {
    kind: 'docx',
    header: `课题申报书　${who.name}`,
    footer: `${who.school}教导处`,
    body: opening,
    planted: [kept('name', 'header'), kept('school', 'footer')],
  },
  'text-03-comment': {
    kind: 'docx',
    body: opening + p(`${remark(`请${who.name}核对数据`)}数据来自两个班。`),
    planted: [removed('member', 'comment'), removed('name', 'comment')],
  },
  'text-04-inserted': {
    kind: 'docx',
    body:
      tracked(change('c1', 'insertion')) +
      opening +
      p(
        `<text:change-start text:change-id="c1"/>执笔：${who.name}<text:change-end text:change-id="c1"/>，定稿。`,
      ),
    planted: [kept('name', 'body', '第 2 段'), removed('name', 'inserted')],
  },
  'text-05-deleted': {
    kind: 'docx',
    body:
      tracked(change('c1', 'deletion', `指导：${who.formerName}`)) +
      opening +
      p('定稿<text:change text:change-id="c1"/>于三月。'),
    planted: [removed('name', 'deleted'), removed('formerName', 'deleted')],
  },
  'text-06-box': {
    kind: 'docx',
    body: opening + p(frame('box', `<draw:text-box>${p(`${who.shortSchool}课题组`)}</draw:text-box>`)),
    planted: [kept('school', 'textBox')],
  },
  'text-07-notes': {
    kind: 'docx',
    body: p(`联系${note('footnote', `电话 ${who.mobile}`)}，致谢${note('endnote', `邮箱 ${who.email}`)}。`),
    planted: [kept('mobile', 'footnote'), kept('email', 'endnote')],
  },
  'text-08-link': {
    kind: 'docx',
    body: opening + p(link(`mailto:${who.email}`, '写信给我们')),
    planted: [kept('email', 'link')],
  },
  'text-09-picture': {
    kind: 'docx',
    body: opening + p(picture(`${who.name}老师在上课`)),
    planted: [
      kept('name', 'alternative'),
      ...['spelling', 'mobile', 'email', 'name'].map((kind) => removed(kind, 'picture')),
    ],
  },
  'text-10-hidden': {
    kind: 'docx',
    body: opening + p(`附件一<text:span text:style-name="Hidden">${who.idNo}</text:span>`),
    planted: [kept('idNo', 'hidden', '第 2 段')],
  },
  'text-11-field': {
    kind: 'docx',
    meta: `${maker}<meta:user-defined meta:name="单位">${who.school}</meta:user-defined>`,
    body: opening + p(`作者：<text:initial-creator text:fixed="true">${who.name}</text:initial-creator>`),
    planted: [...inProperties, kept('name', 'body', '第 2 段')],
  },
  'text-12-runs': {
    kind: 'docx',
    body:
      opening +
      p(
        '执笔 欧<text:span text:style-name="Bold">阳</text:span><text:span text:style-name="Red">晓</text:span>岚',
      ) +
      p('主持 欧 阳　晓\u200b岚') +
      p('电话 １３８－０００１ ００１７') +
      p('手机 +86 138 0001 0017'),
    planted: [
      kept('name', 'body', '第 2 段'),
      kept('name', 'body', '第 3 段'),
      kept('mobile', 'body', '第 4 段'),
      kept('mobile', 'body', '第 5 段'),
    ],
  },
  'text-13-table': {
    kind: 'docx',
    body: `${opening}<table:table><table:table-column table:number-columns-repeated="2"/>${row(cell('成员'), cell(who.member))}${row(cell('工号'), cell(who.staffNo))}</table:table>${closing}`,
    planted: [kept('member', 'body', '第 3 段'), kept('staffNo', 'body', '第 5 段')],
  },
  'text-14-spelling': {
    kind: 'docx',
    body: opening + p('Abstract. By OUYANG Xiao-lan and Yuanshan Sima, Chunfeng.'),
    planted: [kept('spelling', 'body', '第 2 段')],
  },
  'text-15-everything': {
    kind: 'docx',
    meta: maker,
    header: who.school,
    body:
      tracked(change('c1', 'insertion') + change('c2', 'deletion', who.member)) +
      p(`${remark(`转给${who.name}`)}正文<text:change text:change-id="c2"/>`) +
      p(`<text:change-start text:change-id="c1"/>${who.shortSchool}<text:change-end text:change-id="c1"/>`),
    planted: [
      ...inProperties,
      kept('school', 'header'),
      removed('member', 'comment'),
      removed('name', 'comment'),
      removed('name', 'inserted'),
      removed('name', 'deleted'),
      removed('member', 'deleted'),
      kept('school', 'body', '第 2 段'),
    ],
  },
  'text-16-clean': {
    kind: 'docx',
    body: `${opening}${p('晓岚初起，远山如黛；实验小学各有所长。')}${p('编号 813800010017、YX200806170。')}${closing}`,
    planted: [],
  },
}

const slides: Record<string, Source> = {
  'slides-1-body': {
    kind: 'pptx',
    body: first + slide(box(`汇报人：${who.name}`)),
    planted: [kept('name', 'textBox', '第 2 张幻灯片')],
  },
  'slides-2-notes': {
    kind: 'pptx',
    body: first + slide(box('研究过程'), `请${who.member}翻页`),
    planted: [kept('member', 'notes', '第 2 张幻灯片')],
  },
  'slides-3-comment': {
    kind: 'pptx',
    body: slide(box('研究过程') + remark(`${who.name}补充`)),
    planted: [removed('member', 'comment'), removed('name', 'comment')],
  },
  'slides-4-alternative': {
    kind: 'pptx',
    body: first + slide(picture(`${who.school}${who.name}`)),
    planted: [
      kept('school', 'alternative', '第 2 张幻灯片'),
      kept('name', 'alternative', '第 2 张幻灯片'),
      ...['spelling', 'mobile', 'email', 'name'].map((kind) => removed(kind, 'picture')),
    ],
  },
  'slides-5-properties': { kind: 'pptx', meta: maker, body: first, planted: inProperties },
  'slides-6-runs': {
    kind: 'pptx',
    body: slide(
      box(
        `联系 ${link(`mailto:${who.email}`, '邮箱')}，云溪<text:span text:style-name="Bold">实验</text:span>小学`,
      ),
    ),
    planted: [kept('email', 'link', '第 1 张幻灯片'), kept('school', 'textBox', '第 1 张幻灯片')],
  },
}

const sheets: Record<string, Source> = {
  'sheets-1-cell': {
    kind: 'xlsx',
    body: sheet('名单', row(cell('序号'), cell('成员')), row(cell('一'), cell(who.member))),
    planted: [kept('member', 'sheet', '工作表“名单” B2')],
  },
  'sheets-2-comment': {
    kind: 'xlsx',
    body: sheet('数据', row(cell('前测', remark(`${who.name}核对过`)))),
    planted: [removed('name', 'comment'), removed('member', 'comment')],
  },
  'sheets-3-heads': {
    kind: 'xlsx',
    header: who.school,
    footer: who.staffNo,
    body: sheet('数据', row(cell('前测'))),
    planted: [kept('school', 'header', '工作表“数据”'), kept('staffNo', 'footer', '工作表“数据”')],
  },
  'sheets-4-name': {
    kind: 'xlsx',
    body: sheet('数据', row(cell('前测'))) + sheet(who.shortSchool, row(cell('后测'))),
    planted: [kept('school', 'sheet')],
  },
  'sheets-5-number': {
    kind: 'xlsx',
    body: sheet(
      '联系',
      `<table:table-row><table:table-cell office:value-type="float" office:value="${who.mobile}"><text:p>${who.mobile}</text:p></table:table-cell></table:table-row>`,
      `<table:table-row><table:table-cell table:formula="of:=&quot;${who.idNo}&quot;" office:value-type="string" office:string-value="${who.idNo}"><text:p>${who.idNo}</text:p></table:table-cell></table:table-row>`,
    ),
    planted: [
      kept('mobile', 'sheet', '工作表“联系” A1'),
      kept('idNo', 'field', '工作表“联系” A2'),
      kept('idNo', 'sheet', '工作表“联系” A2'),
    ],
  },
  'sheets-6-properties': {
    kind: 'xlsx',
    meta: maker,
    body: sheet('数据', row(cell(link(`mailto:${who.email}`, '来信')))),
    planted: [...inProperties, kept('email', 'link', '工作表“数据”')],
  },
}

const heading = (text: string) =>
  `<text:h text:style-name="Heading_20_1" text:outline-level="1">${text}</text:h>`
const printed: Record<string, Source> = {
  'print-1-page': {
    kind: 'pdf',
    body: opening + p(`负责人 ${who.name}`, 'Next') + closing,
    planted: [kept('name', 'body', '第 2 页')],
  },
  'print-2-heads': {
    kind: 'pdf',
    header: who.school,
    footer: who.mobile,
    body: opening,
    planted: [kept('school', 'body', '第 1 页'), kept('mobile', 'body', '第 1 页')],
  },
  'print-3-properties': {
    kind: 'pdf',
    meta: maker,
    body: opening,
    planted: ['name', 'school', 'email'].map((kind) => removed(kind, 'properties')),
  },
  'print-4-outline': {
    kind: 'pdf',
    body: heading(`${who.shortSchool}的实践`) + opening,
    planted: [kept('school', 'body', '第 1 页'), kept('school', 'outline')],
  },
  'print-5-link': {
    kind: 'pdf',
    body: opening + p(link(`mailto:${who.email}`, '来信')),
    planted: [kept('email', 'link', '第 1 页')],
  },
  'print-6-comment': {
    kind: 'pdf',
    body: opening + p(`${remark(`请${who.name}核对`)}数据来自两个班。`),
    planted: [removed('name', 'comment'), removed('member', 'comment')],
  },
  'print-7-runs': {
    kind: 'pdf',
    body: opening + p('执笔 欧<text:span text:style-name="Bold">阳 晓</text:span>岚，工号 YX 2008 0617'),
    planted: [kept('name', 'body', '第 1 页'), kept('staffNo', 'body', '第 1 页')],
  },
  'print-8-scanned': {
    kind: 'pdf',
    body: p(picture('')),
    planted: [],
    unread: true,
  },
}

export const documents: Readonly<Record<string, Source>> = { ...texts, ...slides, ...sheets, ...printed }
