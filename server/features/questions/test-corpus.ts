import { boxed, field, line, table, tracked, type Habit } from './test-corpus-markup.ts'

/** A question of the corpus as its setter meant it. */
export interface MeantQuestion {
  readonly kind: 'single' | 'multiple' | 'judge' | 'blank' | 'essay'
  readonly stem: string
  readonly options?: readonly string[]
  readonly answer: string
  readonly analysis?: string
}

export interface CorpusPaper {
  readonly name: string
  readonly habit: Habit
  readonly body: readonly string[]
  readonly meant: readonly MeantQuestion[]
}

const subjects = ['方程', '函数', '三角形', '电路', '细胞', '朝代', '河流', '气候', '诗句', '单词']
const quantities = ['周长', '面积', '速度', '质量', '密度', '年代', '长度', '温度']
/** A stem of its own for each number, some with a formula. */
const formulas = [
  '$x^{2}-5x+6=0$',
  '$\\frac{1}{2}$',
  '$\\sqrt{3}$',
  '$a<b$',
  '$\\overrightarrow{AB}$',
  '$\\angle A=30^\\circ$',
  '$\\sum_{i=1}^{n} i$',
]
const at = <T>(list: readonly T[], i: number): T => {
  const one = list[i % list.length]
  if (one === undefined) throw new Error('an empty list')
  return one
}
const stemOf = (i: number): string => {
  // Points by letters, and a number at the beginning of a line, are no options and no question.
  if (i % 7 === 5) return `如图，A、B两点相距${i}千米，C、D两点相距${i + 1}千米\n3.14×${i}约等于下列哪一个数`
  return i % 3 === 0
    ? `已知${at(subjects, i)}满足${at(formulas, i)}，则它的${at(quantities, i)}是多少`
    : `下列关于${at(subjects, i)}的第${i + 1}种说法，与${at(quantities, i)}有关的是哪一项`
}
const optionsOf = (i: number): string[] => [
  `约 ${i + 2}`,
  i % 4 === 0 ? at(formulas, i + 1) : `${at(subjects, i + 3)}更大`,
  `无法比较`,
  `与${at(quantities, i + 2)}无关`,
]
const choices = (count: number, from = 0): MeantQuestion[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'single',
    stem: stemOf(from + i),
    options: optionsOf(from + i),
    answer: 'ABCD'.charAt((from + i * 3) % 4),
  }))
const blanks = (count: number, from = 0): MeantQuestion[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'blank',
    stem: `${at(subjects, from + i)}的${at(quantities, i)}等于____，写成小数约为____`,
    answer: `${i + 1}；${i}.5`,
  }))
const essays = (count: number, from = 0): MeantQuestion[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'essay',
    stem: `解${at(subjects, from + i)}：${at(formulas, from + i)}\n（1）求${at(quantities, i)}；\n（2）写出过程。`,
    answer: `结果是${from + i}`,
    analysis: `先化简，再代入 ${i + 1}。`,
  }))

/** A text of several paragraphs behind its number; the first one may be an item of a list. */
function paragraphs(habit: Habit, text: string, list?: number): string[] {
  const [first = '', ...others] = text.split('\n')
  return [line(habit, first, list), ...others.map((one) => line(habit, one))]
}

/** What stands above the questions of a paper, with numbers of its own. */
const notes = (habit: Habit): string[] => [
  line(habit, '学校：________　班级：________　姓名：________'),
  line(habit, '注意事项：'),
  line(habit, '1．本试卷共 6 页，满分 120 分，考试时间 100 分钟。'),
  line(habit, '2．答案写在答题卡上，写在试卷上无效。'),
  line(habit, '3．作图用 2B 铅笔。'),
]

const keyed = (options: readonly string[]) => options.map((text, i) => `${'ABCD'.charAt(i)}${text}`)
const oneLine = (mark: string, gap: string, options: readonly string[]): string =>
  options.map((text, i) => `${'ABCD'.charAt(i)}${mark}${text}`).join(gap)

/** Numbers by a list of the program, four options a line, answers at the end in a row and a table. */
function listed(habit: Habit): Omit<CorpusPaper, 'name'> {
  const meant = choices(10)
  const answers = meant.map(({ answer }) => answer)
  return {
    habit,
    meant,
    body: [
      line(habit, '2025—2026学年第一学期九年级期中检测'),
      line(habit, '一、选择题（本大题共10小题，每小题3分，共30分）'),
      ...meant.flatMap(({ stem, options = [] }) => [
        line(habit, stem, 1),
        line(habit, oneLine('．', '\t', options)),
      ]),
      line(habit, '参考答案'),
      line(habit, `1-5 ${answers.slice(0, 5).join('')}`),
      table(habit, ['题号', '6', '7', '8', '9', '10'], ['答案', ...answers.slice(5)]),
    ],
  }
}

/** Typed numbers, an option a line, answer and explanation after each. */
function marked(habit: Habit, mark: string, count: number, from: number): Omit<CorpusPaper, 'name'> {
  const meant = [...choices(count, from), ...essays(3, from)]
  return {
    habit,
    meant,
    body: [
      ...notes(habit),
      line(habit, '第Ⅰ卷（选择题）'),
      line(habit, '一、选择题：下列各题只有一个选项符合题意'),
      ...meant.flatMap(({ stem, options = [], answer, analysis }, i) => [
        ...(i === count ? [line(habit, '二、解答题')] : []),
        ...paragraphs(habit, `${i + 1}${mark}${options.length > 0 ? '' : '（8分）'}${stem}`),
        ...options.map((text, j) => line(habit, `${'ABCD'.charAt(j)}．${text}`)),
        line(habit, `【答案】${answer}`),
        line(habit, `【解析】${analysis ?? `由定义知选 ${answer}`}`),
      ]),
    ],
  }
}

/** Sections that both count from one, answers at the end by section. */
function sectioned(habit: Habit): Omit<CorpusPaper, 'name'> {
  const [first, second, third] = [choices(6, 20), blanks(5, 4), essays(3, 2)]
  const numbered = (questions: readonly MeantQuestion[]) =>
    questions.flatMap(({ stem, options }, i) => [
      ...paragraphs(habit, `${i + 1}、${stem}`),
      ...(options
        ? [
            line(habit, oneLine('、', '　　', options.slice(0, 2))),
            line(habit, `C、${options[2] ?? ''}　　D、${options[3] ?? ''}`),
          ]
        : []),
    ])
  const answers = (questions: readonly MeantQuestion[]) =>
    questions.map(({ answer }, i) => line(habit, `${i + 1}. ${answer}`))
  return {
    habit,
    meant: [...first, ...second, ...third.map(({ kind, stem, answer }) => ({ kind, stem, answer }))],
    body: [
      ...notes(habit),
      line(habit, '一、选择题（共6小题）'),
      ...numbered(first),
      line(habit, '二、填空题（共5小题）'),
      ...numbered(second),
      line(habit, '三、解答题'),
      ...numbered(third),
      line(habit, '答案与解析'),
      line(habit, '一、选择题'),
      ...answers(first),
      line(habit, '二、填空题'),
      ...answers(second),
      line(habit, '三、解答题'),
      ...answers(third),
    ],
  }
}

/** The answer in the bracket of the stem, two options a line in tabs, several choices. */
function bracketed(habit: Habit): Omit<CorpusPaper, 'name'> {
  const single = choices(8, 40)
  const several: MeantQuestion[] = choices(4, 50).map((one, i) => ({
    ...one,
    kind: 'multiple',
    answer: at(['AB', 'BCD', 'AD', 'ACD'], i),
  }))
  const meant = [...single, ...several]
  return {
    habit,
    meant: meant.map((one) => ({ ...one, stem: `${one.stem}（　　）` })),
    body: [
      line(habit, '一、单项选择题'),
      ...meant.flatMap(({ stem, answer, options = [] }, i) => [
        ...(i === single.length ? [line(habit, '二、多项选择题')] : []),
        ...paragraphs(habit, `${i + 1}.${stem}（ ${answer} ）`),
        line(habit, oneLine('.', '\t', options.slice(0, 2))),
        line(habit, `C.${options[2] ?? ''}\tD.${options[3] ?? ''}`),
      ]),
    ],
  }
}

/** True and false, blanks, options in a table. */
function judged(habit: Habit): Omit<CorpusPaper, 'name'> {
  const truths: MeantQuestion[] = Array.from({ length: 6 }, (_, i) => ({
    kind: 'judge',
    stem: `${at(subjects, i)}总是随${at(quantities, i)}变化`,
    answer: i % 2 === 0 ? '对' : '错',
  }))
  const tables = choices(4, 60)
  const meant = [...truths, ...tables]
  return {
    habit,
    meant,
    body: [
      line(habit, '一、判断题'),
      ...truths.flatMap(({ stem, answer }, i) => [
        line(habit, `${i + 1}）${stem}`),
        line(habit, `答案：${answer}`),
      ]),
      line(habit, '二、选择题'),
      ...tables.flatMap(({ stem, options = [], answer }, i) => {
        const [a = '', b = '', c = '', d = ''] = keyed(options).map(
          (one) => `${one.charAt(0)}. ${one.slice(1)}`,
        )
        return [
          line(habit, `${truths.length + i + 1}）${stem}`),
          table(habit, [a, b], [c, d]),
          line(habit, `答案：${answer}`),
        ]
      }),
    ],
  }
}

/** Changes that are tracked, text boxes, formulas that nobody reads. */
function worked(habit: Habit): Omit<CorpusPaper, 'name'> {
  const meant = [...choices(6, 70), ...essays(4, 5)]
  return {
    habit,
    meant: meant.map((one, i) =>
      i === 1
        ? { ...one, stem: `${one.stem}\n框里的提示` }
        : i === 9
          ? { ...one, stem: '化简〔读不出的公式〕的值' }
          : one,
    ),
    body: [
      line(habit, '一、选择题'),
      ...meant.flatMap(({ stem, options = [], answer, analysis }, i) => [
        ...(i === 6 ? [line(habit, '二、解答题')] : []),
        i === 0
          ? tracked(habit, '1．', '已经删掉的题干', stem)
          : i === 1
            ? boxed(habit, `2．${stem}`, '框里的提示')
            : i === 9
              ? field(habit, '10．化简', '的值')
              : line(habit, `${i + 1}．${stem}`),
        ...(options.length > 0 ? [line(habit, oneLine('．', '  ', options))] : []),
        line(habit, `【答案】${answer}`),
        ...(analysis === undefined ? [] : [line(habit, `【详解】${analysis}`)]),
      ]),
    ],
  }
}

/** A text with its questions, options right behind the numbers, answers at the end in a row. */
function reading(habit: Habit): Omit<CorpusPaper, 'name'> {
  const words = [
    'happy',
    'early',
    'quiet',
    'bright',
    'distant',
    'gentle',
    'modern',
    'narrow',
    'proper',
    'steady',
  ]
  const cloze: MeantQuestion[] = Array.from({ length: 6 }, (_, i) => ({
    kind: 'single',
    stem: '',
    options: [0, 1, 2, 3].map((step) => at(words, i * 2 + step)),
    answer: 'ABCD'.charAt((i * 3) % 4),
  }))
  const asked: MeantQuestion[] = Array.from({ length: 4 }, (_, i) => ({
    kind: 'single',
    stem: `What does the writer say about the ${at(words, i)} river in paragraph ${i + 1}?`,
    options: [0, 1, 2, 3].map((step) => `It was ${at(words, i + step)} in ${1990 + step}.`),
    answer: 'ABCD'.charAt(i),
  }))
  const meant = [...cloze, ...asked]
  const answers = meant.map(({ answer }) => answer)
  return {
    habit,
    meant,
    body: [
      ...notes(habit),
      line(habit, '一、完形填空（共6小题；每小题1分，满分6分）'),
      line(habit, '阅读下面短文，完成1～6题。'),
      line(habit, 'The morning in the village is 1 and 2 . In 1998, A and B met there; it cost $3.'),
      line(habit, 'They walked 3 along the 4 road, and 5 days later the 6 letter came.'),
      ...cloze.map(({ options = [] }, i) => line(habit, `${i + 1}. ${oneLine('. ', '\t', options)}`)),
      line(habit, '二、阅读理解'),
      line(habit, '阅读下列短文，完成7～10题。'),
      line(habit, 'A river runs through the old town. 7 bridges cross it.'),
      ...asked.flatMap(({ stem, options = [] }, i) => [
        line(habit, `${i + 7}. ${stem}`),
        ...options.map((text, j) => line(habit, `${'ABCD'.charAt(j)}. ${text}`)),
      ]),
      line(habit, '参考答案'),
      line(habit, `1~6 ${answers.slice(0, 6).join('')}　7—10 ${answers.slice(6).join('')}`),
    ],
  }
}

/** Ten papers: four in the habits of Word, four of WPS, two of LibreOffice. */
export const corpus: readonly CorpusPaper[] = [
  { name: 'word-lists', ...listed('word') },
  { name: 'word-marks', ...marked('word', '．', 12, 0) },
  { name: 'word-tracked', ...worked('word') },
  { name: 'word-brackets', ...bracketed('word') },
  { name: 'wps-sections', ...sectioned('wps') },
  { name: 'wps-marks', ...marked('wps', '、', 10, 30) },
  { name: 'wps-reading', ...reading('wps') },
  { name: 'wps-judged', ...judged('wps') },
  { name: 'office-lists', ...listed('office') },
  { name: 'office-sections', ...sectioned('office') },
]

/**
 * An exam of 46 questions in three sections, as teachers write one. Three places want mending: question 20 has
 * no number, question 31 an option without its letter, question 33 a key that is no option.
 */
export function midterm(habit: Habit): Omit<CorpusPaper, 'name'> {
  const meant = [...choices(36, 100), ...blanks(5, 3), ...essays(5, 6)]
  const numbered = (i: number, stem: string) => (i === 19 ? stem : `${i + 1}．${stem}`)
  const lettered = (i: number, options: readonly string[]) =>
    options.map((text, j) => (i === 30 && j === 2 ? text : `${'ABCD'.charAt(j)}．${text}`))
  return {
    habit,
    meant,
    body: [
      ...notes(habit),
      line(habit, '一、选择题（本大题共36小题，每小题2分，共72分）'),
      ...meant.flatMap(({ stem, options = [], answer, analysis }, i) => [
        ...(i === 36 ? [line(habit, '二、填空题（本大题共5小题，每小题4分，共20分）')] : []),
        ...(i === 41 ? [line(habit, '三、解答题（本大题共5小题，每小题8分，共40分）')] : []),
        ...paragraphs(habit, numbered(i, stem)),
        ...lettered(i, options).map((text) => line(habit, text)),
        line(habit, `【答案】${i === 32 ? 'E' : answer}`),
        ...(analysis === undefined ? [] : [line(habit, `【解析】${analysis}`)]),
      ]),
    ],
  }
}

/** A paper of so many questions with five formulas each, for measuring. */
export const longPaper = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => [
    line('word', `${(i % 999) + 1}．${stemOf(i)}，${at(formulas, i)}和${at(formulas, i + 1)}`),
    line('word', oneLine('．', '\t', [at(formulas, i + 2), at(formulas, i + 3), at(formulas, i + 4), '无'])),
    line('word', '【答案】A'),
  ]).flat()
