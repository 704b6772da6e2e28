import { questionValue } from '../../../catalogue/questions/value.ts'
import type { FiledQuestion } from './filed.ts'

/** The smallest PNG there is, one pixel. */
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
export const pictureId = '0197f1c2-0000-7000-8000-0000c0de0001'
export const pictures = new Map([[pictureId, dot]])

const options = (...texts: readonly string[]) =>
  texts.map((content, i) => ({ key: 'ABCDEFGH'.charAt(i), content: `<p>${content}</p>` }))
const about = {
  questionForm: '01',
  schoolStage: '3',
  subject: '14',
  grade: '09',
  difficulty: '3',
  cognitiveLevel: '2',
  licence: '2',
  year: 2026,
  sourceKind: '1',
  source: '听潮中学自编',
  knowledgePoints: '一元二次方程；根的判别式',
  shareScope: '1',
  score: 3,
}

/** Questions of every structure, with everything that a text may hold. */
const values: readonly object[] = [
  {
    ...about,
    questionKind: 'single',
    stem: '<p>方程 $x^{2}-5x+6=0$ 的根是（　　）</p>',
    options: options('$x=2$ 或 $x=3$', '1 和 6', '无解', '以上都不对'),
    answer: 'A',
    analysis: '<p>由 $(x-2)(x-3)=0$ 得。</p><p>故选 A。</p>',
  },
  {
    ...about,
    questionKind: 'multiple',
    questionForm: '02',
    stem: '<p>下列<strong>正确</strong>的<em>有</em>（<u>多选</u>）H<sub>2</sub>O、x<sup>2</sup></p>',
    options: options(
      `<img data-file="${pictureId}" alt="数轴 &lt;1&gt;">`,
      '$\\frac{1}{2}>\\frac{1}{3}$',
      '很长的选项，要占一整行：若 $a>b$，$c>d$，则 $a+c>b+d$，反过来不一定成立，请举出反例',
      'a&lt;b',
    ),
    answer: ['B', 'C'],
  },
  {
    ...about,
    questionKind: 'judge',
    questionForm: '03',
    stem: '<p>地球绕太阳转。票价 \\$5。</p>',
    answer: false,
  },
  {
    ...about,
    questionKind: 'blank',
    questionForm: '04',
    stem: '<p>圆的周长是____，面积是____；$\\sqrt{4}=$____。</p>',
    answer: [['$2\\pi r$', '2πr'], ['$\\pi r^{2}$'], ['2', '二']],
    scoreRule: '每空 1 分',
  },
  {
    ...about,
    questionKind: 'essay',
    questionForm: '06',
    score: 8,
    stem: `<p>如图，抛物线 $y=ax^{2}+bx+c$。</p><figure><img data-file="${pictureId}" alt="抛物线"><figcaption>图 1</figcaption></figure><table><tbody><tr><td rowspan="2"><p>x</p></td><td colspan="2"><p>$1$</p></td></tr><tr><td><p>2</p></td><td><p></p></td></tr></tbody></table><ul><li><p>求 $a$</p></li><li><p>求 $b$</p></li></ul><p class="align-center">（1）证明<br>（2）计算</p>`,
    answer: '<p>$a=1$</p><p>$b=-2$</p>',
    analysis: '<p>用待定系数法。</p>',
    scoringPoints: [
      { text: '<p>列出 $\\left\\{\\begin{array}{l}a+b=1 \\\\ a-b=3\\end{array} \\right.$</p>', score: 4 },
      { text: '<p>解出</p>', score: 4 },
    ],
  },
  {
    ...about,
    questionKind: 'composite',
    questionForm: '15',
    layout: 'options',
    subject: '15',
    score: 10,
    stem: '<p>Read the text.</p><p>1. A. not an option</p>',
    options: options('on foot', 'by bus', 'at home'),
    parts: [
      { questionKind: 'single', stem: '<p>How?</p>', answer: 'B', score: 2, options: [] },
      {
        questionKind: 'single',
        stem: '<p>Where?</p>',
        options: options('here', 'there'),
        answer: 'A',
        analysis: '<p>见第 1 段</p>',
        score: 2,
      },
      { questionKind: 'judge', stem: '<p>True?</p>', answer: true, score: 2 },
      { questionKind: 'blank', stem: '<p>He ____.</p>', answer: [['goes']], score: 2 },
      {
        questionKind: 'essay',
        stem: '<p>Why?</p>',
        answer: '<p>Because.</p>',
        score: 2,
        scoringPoints: [{ text: '<p>理由</p>', score: 2 }],
      },
    ],
  },
  { questionKind: 'essay', stem: '<p>写了一半</p>' },
  { questionKind: 'single', stem: '<p>暂无选项</p>', options: options('甲', ''), licence: '2' },
]

/** Each with a number and a version. */
export const bank: readonly FiledQuestion[] = values.map((value, i) => ({
  id: 100 + i,
  no: i % 2,
  value: questionValue.parse(value),
}))
