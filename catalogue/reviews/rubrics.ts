import type { RubricItem } from '../contract/review/rules.ts'

/** Rubrics with which a round of expert review begins, by what is reviewed. The office may change them. */

type Line = readonly [key: string, label: string, points: number, text: string, bands?: readonly string[]]

interface Template {
  readonly title: string
  readonly lines: readonly Line[]
  /** The item that decides between equal scores. */
  readonly tie: string
}

const templates = {
  // modules.json, expertReview.
  talent: {
    title: '人才申报',
    tie: 'teaching',
    lines: [
      ['ethics', '师德表现', 20, '近五年师德考核、荣誉和教书育人实绩'],
      ['teaching', '教育教学', 35, '课时、班级管理、教学成绩和公开课'],
      ['research', '教研科研', 20, '课题、论文、成果及其推广'],
      ['lead', '示范引领', 15, '带教、讲座、工作室和支教'],
      ['plan', '发展规划', 10, '目标具体，措施和保障可行'],
    ],
  },
  researchProject: {
    title: '课题',
    tie: 'design',
    lines: [
      [
        'value',
        '选题价值',
        20,
        '问题真实，有理论或实践意义，与已有研究有区别',
        [
          '问题来自教学实际，意义和新意都写明',
          '问题清楚，新意不够突出',
          '选题较大或与已有研究重复',
          '问题不清',
        ],
      ],
      [
        'design',
        '研究设计',
        30,
        '目标、内容、重点难点一一对应',
        ['目标、内容、重点难点一一对应', '对应关系基本清楚', '内容罗列，与目标对应不够', '没有可执行的设计'],
      ],
      [
        'method',
        '方法可行',
        20,
        '方法与问题相配，进度安排合理',
        ['方法、工具和进度都写明', '方法合适，工具或进度略简', '方法罗列，与问题对应不够', '方法不当'],
      ],
      [
        'base',
        '基础保障',
        15,
        '前期基础、成员分工、时间和经费',
        ['有前期成果，分工和条件落实', '有一定基础，条件基本落实', '基础薄弱或条件不明', '不具备条件'],
      ],
      [
        'outcome',
        '预期成果',
        15,
        '成果形式明确，能推广应用',
        ['成果具体，有推广去向', '成果明确，推广去向略简', '成果笼统', '没有写明成果'],
      ],
    ],
  },
  studio: {
    title: '工作室年度考核',
    tie: 'lead',
    lines: [
      ['tasks', '任务完成', 30, '年度任务的完成数，与目标和时间相比'],
      ['lead', '示范引领', 30, '主持的活动、公开课和送教，覆盖到哪些学校'],
      ['growth', '成员成长', 25, '成员授课、听课、研究和成果'],
      ['reflection', '总结与改进', 15, '做法具体，问题真实，下一年的打算可行'],
    ],
  },
  paper: {
    title: '论文',
    tie: 'argument',
    lines: [
      ['topic', '选题', 20, '问题真实，对教育教学有意义'],
      ['argument', '论证', 30, '观点明确，论据充分，逻辑清楚'],
      ['method', '方法', 20, '方法得当，资料和数据可靠'],
      ['novelty', '创新', 15, '有新的观点、方法或材料'],
      ['writing', '规范', 15, '结构完整，文字和引用规范'],
    ],
  },
  teachingCase: {
    title: '教学案例',
    tie: 'design',
    lines: [
      ['goal', '目标与内容', 20, '符合课程标准，切合学情'],
      ['design', '教学设计', 30, '活动围绕目标，过程清楚'],
      ['effect', '实施效果', 25, '有学生表现和评价依据'],
      ['reflection', '反思改进', 15, '分析得失，改进具体'],
      ['reach', '推广价值', 10, '同行可以借鉴使用'],
    ],
  },
} as const satisfies Record<string, Template>

export type RubricName = keyof typeof templates
export const rubricNames = Object.keys(templates) as [RubricName, ...RubricName[]]

const bandLabels = ['优', '良', '中', '差'] as const
/** Lowest share of the points of each band, in percent. */
const bandShares = [90, 75, 60, 0] as const

const itemOf = ([key, label, points, text, bands = []]: Line): RubricItem => ({
  key,
  label,
  max: points * 100,
  weight: points,
  text,
  bands: bands.map((says, at) => ({
    label: bandLabels[at] ?? '',
    // Whole points: experts read them as steps.
    from: Math.ceil((points * (bandShares[at] ?? 0)) / 100) * 100,
    text: says,
  })),
})

/** The title, the items and what decides between equal scores of a template. */
export function rubricOf(name: RubricName): {
  readonly title: string
  readonly rubric: RubricItem[]
  readonly ties: string[]
} {
  const { title, lines, tie }: Template = templates[name]
  return { title, rubric: lines.map(itemOf), ties: [tie, 'spread'] }
}
