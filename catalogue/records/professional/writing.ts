import { bool, decimal, defineRecord, dict, month, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'

const digitsOf = (isbn: unknown): string =>
  typeof isbn === 'string' ? isbn.replace(/[- ]/g, '').toUpperCase() : ''

/** The check digit: weights 1, 3, 1, 3 … of thirteen digits modulo 10, weights 10 … 1 of ten modulo 11. */
function isbnAddsUp(isbn: string): boolean {
  const digits = [...digitsOf(isbn)].map((digit) => (digit === 'X' ? 10 : Number(digit)))
  const long = digits.length === 13
  const weight = (place: number) => (long ? 1 + (place % 2) * 2 : 10 - place)
  return digits.reduce((sum, digit, place) => sum + digit * weight(place), 0) % (long ? 10 : 11) === 0
}

/** 著作: one row per book written, edited or translated. */
export const writing = defineRecord({
  name: 'writing',
  title: '著作',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('著作名称', { required: true, maxLength: 200, help: '与版权页一致，不加书名号' }),
    writingKind: dict('著作类别', 'writingKind', { required: true }),
    publisher: text('出版社名称', { required: true, maxLength: 100 }),
    publisherLevel: dict('出版社级别', 'publisherLevel'),
    isbn: text('ISBN', {
      required: true,
      maxLength: 20,
      pattern: /^(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx]$/,
      patternSays: 'ISBN 是 13 位或 10 位数字，不写字母“ISBN”，短横可写可不写',
      example: '978-7-02-000220-7',
      help: '在版权页或封底条形码上方',
    }),
    publishMonth: month('出版年月', { required: true, help: '版权页上的年月' }),
    projectRole: dict('本人角色', 'projectRole', {
      required: true,
      excludeItems: ['100', '110', '120', '130', '410', '420', '510', '520'],
    }),
    totalWords: decimal('总字数（千字）', { min: 0, max: 99999, precision: 1, help: '版权页上的字数' }),
    ownWords: decimal('本人撰写字数（千字）', { min: 0, max: 99999, precision: 1 }),
    isRepresentative: bool('是否代表性成果'),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      {
        form: 'among',
        types: ['writing'],
        // Not `unique`: the same number is written with hyphens, with blanks or without.
        holds: (row, siblings) =>
          row.isbn === null ||
          !siblings('writing').some((other) => digitsOf(other['isbn']) === digitsOf(row.isbn)),
        message: '已有这个 ISBN 的著作，请修改原记录',
        fields: ['isbn'],
      },
    ],
    checks: [
      {
        holds: (r) =>
          r.totalWords === null || r.ownWords === null || Number(r.ownWords) <= Number(r.totalWords),
        message: '本人撰写字数不得多于总字数',
        fields: ['ownWords', 'totalWords'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.publishMonth),
        message: '出版年月不得晚于本月，出版后再填',
        fields: ['publishMonth'],
      },
      {
        holds: (r) => r.isbn === null || isbnAddsUp(r.isbn),
        message: 'ISBN 的校验位不对，多半有一位写错，请对照版权页',
        fields: ['isbn'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'attachments', text: '缺封面、版权页或目录' },
      { field: 'attachments', text: '看不出本人撰写的部分，请补目录或出版社证明' },
      { field: 'isbn', text: 'ISBN 与版权页不一致' },
      { field: 'publishMonth', text: '出版年月与版权页不一致' },
      { field: 'projectRole', text: '本人角色与署名不一致' },
      { field: 'ownWords', text: '本人撰写字数缺证明' },
      { field: 'writingKind', text: '著作类别不符，如编著填成了专著' },
    ],
  },
  pages: {
    list: {
      columns: ['title', 'writingKind', 'publisher', 'isbn', 'publishMonth', 'projectRole'],
      filters: ['writingKind'],
      order: 'publishMonth',
      descending: true,
    },
    form: [
      { title: '著作', fields: ['title', 'writingKind', 'totalWords'] },
      { title: '出版', fields: ['publisher', 'publisherLevel', 'isbn', 'publishMonth'] },
      { title: '本人', fields: ['projectRole', 'ownWords', 'isRepresentative'] },
    ],
    summary: ['title', 'writingKind'],
  },
  statistics: { dimensions: ['writingKind', 'publisherLevel', 'projectRole'] },
})
