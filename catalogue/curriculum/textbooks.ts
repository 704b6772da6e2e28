/** A chapter of a shipped textbook, as its printed table of contents names it. */
export interface ShippedChapter {
  readonly id: number
  readonly no: string
  readonly title: string
}

export interface ShippedTextbook {
  readonly id: number
  readonly stage: string
  readonly subject: string
  readonly edition: string
  readonly grade: string
  /** Code of the dictionary semester; null for a volume that is no half of a year. */
  readonly semester: string | null
  readonly title: string
  /** Year of the edition: one volume is taught in two of them at a time. */
  readonly year: number
  readonly source: string
  /**
   * The day on which the titles of its chapters were held against public transcriptions of the printed table of
   * contents, not against the book (docs/decisions/0234).
   */
  readonly checkedOn: string
  readonly chapters: readonly ShippedChapter[]
}

const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const

/** 第二十一章 for 21. */
const chapterNo = (no: number): string => {
  const [tens, ones] = [Math.floor(no / 10), no % 10]
  return `第${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${digits[ones]}章`
}

/** Chapters with numbers of their own: a hundred for each book, never given again. */
const chapters = (book: number, first: number, titles: string): readonly ShippedChapter[] =>
  titles.split(' / ').map((title, i) => ({ id: book * 100 + i + 1, no: chapterNo(first + i), title }))

const mathematics = { subject: '14', edition: '02' } as const

/**
 * Textbooks that come with the program: facts only, titles of chapters and no text (resources.md, 3). They
 * are read-only; regions keep their own beside them.
 */
export const textbooks: readonly ShippedTextbook[] = [
  {
    id: 1,
    ...mathematics,
    stage: '3',
    grade: '07',
    semester: '1',
    title: '人教版 数学 七年级上册（2024）',
    year: 2024,
    source: '人民教育出版社《义务教育教科书 数学 七年级上册》2024 年版目录',
    checkedOn: '2026-11-30',
    chapters: chapters(1, 1, '有理数 / 有理数的运算 / 代数式 / 整式的加减 / 一元一次方程 / 几何图形初步'),
  },
  {
    id: 2,
    ...mathematics,
    stage: '3',
    grade: '07',
    semester: '1',
    title: '人教版 数学 七年级上册（2012）',
    year: 2012,
    source: '人民教育出版社《义务教育教科书 数学 七年级上册》2012 年版目录',
    checkedOn: '2026-11-30',
    chapters: chapters(2, 1, '有理数 / 整式的加减 / 一元一次方程 / 几何图形初步'),
  },
  {
    id: 3,
    ...mathematics,
    stage: '3',
    grade: '09',
    semester: '1',
    title: '人教版 数学 九年级上册（2014）',
    year: 2014,
    source: '人民教育出版社《义务教育教科书 数学 九年级上册》2014 年版目录',
    checkedOn: '2026-11-30',
    chapters: chapters(3, 21, '一元二次方程 / 二次函数 / 旋转 / 圆 / 概率初步'),
  },
  {
    id: 4,
    ...mathematics,
    stage: '3',
    grade: '09',
    semester: '2',
    title: '人教版 数学 九年级下册（2014）',
    year: 2014,
    source: '人民教育出版社《义务教育教科书 数学 九年级下册》2014 年版目录',
    checkedOn: '2026-11-30',
    chapters: chapters(4, 26, '反比例函数 / 相似 / 锐角三角函数 / 投影与视图'),
  },
  {
    id: 5,
    ...mathematics,
    stage: '4',
    grade: '10',
    semester: null,
    title: '人教A版 数学 必修第一册（2019）',
    year: 2019,
    source: '人民教育出版社《普通高中教科书 数学 必修 第一册（A版）》2019 年版目录',
    checkedOn: '2026-11-30',
    chapters: chapters(
      5,
      1,
      '集合与常用逻辑用语 / 一元二次函数、方程和不等式 / 函数的概念与性质 / 指数函数与对数函数 / 三角函数',
    ),
  },
]

/** What follows a chapter of an edition in the next one: 2012 to 2024 of 七年级上册. */
export const successors: readonly (readonly [from: number, to: number])[] = [
  [201, 101],
  [201, 102],
  [202, 103],
  [202, 104],
  [203, 105],
  [204, 106],
]

export interface ShippedPoint {
  readonly id: number
  readonly parent: number | null
  readonly title: string
}

/** Points of knowledge of a subject by a curriculum standard. */
export interface PointSet {
  readonly stage: string
  readonly subject: string
  readonly standard: string
  readonly points: readonly ShippedPoint[]
}

const branches = [
  ['数与代数', ['数与式', '方程与不等式', '函数']],
  ['图形与几何', ['图形的性质', '图形的变化', '图形与坐标']],
  ['统计与概率', ['抽样与数据分析', '随机事件的概率']],
] as const

export const pointSets: readonly PointSet[] = [
  {
    stage: '3',
    subject: '14',
    standard: '义务教育数学课程标准（2022 年版）',
    points: branches.flatMap(([title, themes], i): ShippedPoint[] => {
      const id = (i + 1) * 10
      return [
        { id, parent: null, title },
        ...themes.map((one, k) => ({ id: id + k + 1, parent: id, title: one })),
      ]
    }),
  },
]
