import { markupOf } from '../catalogue/questions/texts.ts'

/** Roles of the offices over a school, from it upwards. */
export const offices = { school: 3, area: 4, city: 5, province: 6 } as const
export type Office = keyof typeof offices

/** A question of the demo region, written by an own school's teacher or by one of the neighbouring school. */
export interface QuestionStory {
  readonly by: 'teacher' | 'senior' | 'wildGoose' | 'junior'
  readonly value: Readonly<Record<string, unknown>>
  readonly agreed: readonly Office[]
  readonly returned?: string
}

const options = (...texts: readonly string[]) =>
  texts.map((text, i) => ({ key: 'ABCDEFGH'.charAt(i), content: markupOf(text) }))
const shared = { licence: '2', sourceKind: '1' }

/** What a question of mathematics of junior schools begins with: structure, form, difficulty, how far. */
const mathsOf = (questionKind: string, questionForm: string, difficulty: string, shareScope: string) => ({
  ...shared,
  schoolStage: '3',
  grade: '09',
  subject: '14',
  textbookEdition: '02',
  questionKind,
  questionForm,
  difficulty,
  shareScope,
})
/** The same of Chinese of senior schools. */
const wordsOf = (questionKind: string, questionForm: string, difficulty: string, shareScope: string) => ({
  ...shared,
  schoolStage: '4',
  grade: '10',
  subject: '13',
  textbookEdition: '01',
  questionKind,
  questionForm,
  difficulty,
  shareScope,
})

/** A dozen questions of two subjects at several reaches: some on their way, one returned. */
export const questionStories: readonly QuestionStory[] = [
  {
    by: 'wildGoose',
    agreed: ['school', 'area', 'city'],
    value: {
      ...mathsOf('single', '01', '2', '3'),
      nodes: [301],
      stem: '一元二次方程 $x^2-5x+6=0$ 的两个根是（　　）',
      options: options('$x_1=2,\\ x_2=3$', '$x_1=-2,\\ x_2=-3$', '$x_1=1,\\ x_2=6$', '$x_1=-1,\\ x_2=-6$'),
      answer: 'A',
      analysis: '因式分解得 $(x-2)(x-3)=0$。',
      score: 3,
      cognitiveLevel: '3',
    },
  },
  {
    by: 'wildGoose',
    agreed: ['school', 'area'],
    value: {
      ...mathsOf('blank', '04', '3', '2'),
      nodes: [302],
      stem: '抛物线 $y=x^2-4x+1$ 的对称轴是直线 ____，顶点坐标是 ____。',
      answer: [['x=2', '$x=2$'], ['(2,-3)']],
      analysis: '配方得 $y=(x-2)^2-3$。',
      score: 4,
    },
  },
  {
    by: 'wildGoose',
    agreed: ['school'],
    value: {
      ...mathsOf('essay', '06', '4', '2'),
      nodes: [301],
      stem: '某镇 $2023$ 年生蚝产量为 $500$ 吨，$2025$ 年为 $605$ 吨。求这两年产量的年平均增长率。',
      answer:
        '设年平均增长率为 $x$，则 $500(1+x)^2=605$，解得 $x_1=0.1$，$x_2=-2.1$（舍去）。年平均增长率为 $10\\%$。',
      scoringPoints: [
        { text: '列出方程 $500(1+x)^2=605$', score: 4 },
        { text: '解出 $x_1=0.1$，$x_2=-2.1$', score: 3 },
        { text: '舍去负根并作答', score: 1 },
      ],
      score: 8,
    },
  },
  {
    by: 'wildGoose',
    agreed: ['school'],
    value: {
      ...mathsOf('multiple', '02', '4', '1'),
      nodes: [303],
      stem: '把点 $P(3,4)$ 绕原点旋转 $90^\\circ$，可能得到的点是（　　）',
      options: options('$(-4,3)$', '$(4,-3)$', '$(-3,-4)$', '$(3,-4)$'),
      answer: ['A', 'B'],
      analysis: '逆时针得 $(-4,3)$，顺时针得 $(4,-3)$。',
      score: 5,
    },
  },
  {
    by: 'junior',
    agreed: ['school'],
    value: {
      ...mathsOf('judge', '03', '1', '1'),
      nodes: [305],
      stem: '抛一枚均匀的硬币 $10$ 次，一定有 $5$ 次正面朝上。',
      answer: false,
      analysis: '频率在概率附近摆动，不必相等。',
      score: 2,
    },
  },
  {
    by: 'junior',
    agreed: ['school'],
    value: {
      ...mathsOf('single', '01', '3', '1'),
      nodes: [304],
      stem: '$\\odot O$ 的半径为 $5$，弦 $AB=8$，则圆心到 $AB$ 的距离为（　　）',
      options: options('$2$', '$3$', '$4$', '$\\sqrt{41}$'),
      answer: 'B',
      analysis: '由垂径定理，$d=\\sqrt{5^2-4^2}=3$。',
      score: 3,
    },
  },
  {
    by: 'senior',
    agreed: ['school', 'area'],
    value: {
      ...mathsOf('single', '01', '2', '2'),
      schoolStage: '4',
      grade: '10',
      nodes: [501],
      stem: '已知集合 $A=\\{x\\mid x^2-3x+2\\le 0\\}$，$B=\\{x\\mid x>1\\}$，则 $A\\cap B=$（　　）',
      options: options('$[1,2]$', '$(1,2]$', '$(1,+\\infty)$', '$\\varnothing$'),
      answer: 'B',
      analysis: '$A=[1,2]$，与 $(1,+\\infty)$ 取交集。',
      score: 5,
    },
  },
  {
    by: 'teacher',
    agreed: ['school', 'area'],
    value: {
      ...wordsOf('composite', '24', '3', '2'),
      layout: 'reading',
      stem: '渔村的早晨是从潮声里开始的。网在船头晾着，老人把昨夜补好的最后一个结又看了一遍，才把船推下水去。',
      knowledgePoints: '现代文阅读；人物描写',
      parts: [
        {
          questionKind: 'single',
          stem: '“又看了一遍”写出了老人怎样的性格？',
          options: options('急躁', '认真', '胆怯', '懒散'),
          answer: 'B',
          score: 3,
        },
        {
          questionKind: 'essay',
          stem: '说说第一句中“从潮声里开始”的表达效果。',
          answer: '把时间写成可以听见的声音，点明地点，也写出渔村生活的节奏。',
          score: 5,
        },
      ],
      score: 8,
    },
  },
  {
    by: 'teacher',
    agreed: ['school'],
    value: {
      ...wordsOf('blank', '21', '2', '1'),
      stem: '白居易《琵琶行》中，写琵琶声由停顿到迸发的句子是：____，____。',
      knowledgePoints: '古诗文默写',
      answer: [['银瓶乍破水浆迸'], ['铁骑突出刀枪鸣']],
      score: 2,
    },
  },
  {
    by: 'teacher',
    agreed: [],
    returned: '题干有歧义或条件不足',
    value: {
      ...wordsOf('essay', '25', '3', '1'),
      stem: '下面这句话有语病，请改正：通过这次活动，使我们认识了家乡的海。',
      answer: '删去“通过”或“使”。',
      analysis: '主语残缺。',
      score: 3,
    },
  },
  {
    by: 'teacher',
    agreed: ['school'],
    value: {
      ...wordsOf('multiple', '01', '3', '2'),
      stem: '下列对《乡土中国》“差序格局”的理解，正确的有（　　）',
      options: options(
        '像石子投水泛起的波纹',
        '人人与群体的距离相等',
        '以自己为中心推出去',
        '与西洋的团体格局相同',
      ),
      answer: ['A', 'C'],
      knowledgePoints: '整本书阅读',
      score: 4,
    },
  },
  {
    by: 'teacher',
    agreed: [],
    value: {
      ...wordsOf('single', '01', '2', '1'),
      stem: '下列加点字的读音，全都正确的一项是（　　）',
      options: options('蓦然（mò）', '徜徉（cháng）', '踟蹰（chí）', '以上都对'),
      answer: 'D',
      score: 3,
    },
  },
]
