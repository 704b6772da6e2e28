import {
  date,
  decimal,
  dict,
  file,
  lines,
  longText,
  month,
  personName,
  richText,
  text,
  type Section,
} from '../define.ts'

const papers = { multiple: true, accept: ['pdf', 'docx', 'doc', 'jpg', 'png', 'zip'], maxSizeMB: 10 } as const
const words = { maxLength: 2000 } as const

/** A member of a project, in the order of the members. */
export const memberColumns = {
  name: personName('姓名', { required: true }),
  org: text('工作单位', { required: true, maxLength: 100 }),
  title: dict('职称', 'professionalTitle'),
  duty: text('承担任务', { required: true, maxLength: 100 }),
}

/** The fields of a project file, stage by stage (modules.json, researchProject). */
export const projectFields = {
  projectName: text('课题名称', { required: true, maxLength: 120 }),
  projectLevel: dict('课题级别', 'projectLevel'),
  projectCategory: dict('课题类别', 'projectCategory', { required: true }),
  projectKind: dict('研究类型', 'projectKind', { required: true }),
  subject: dict('学科领域', 'subject', { required: true }),
  schoolStage: dict('学段', 'schoolStage', { required: true }),
  startMonth: month('研究起始年月', { required: true }),
  endMonth: month('计划完成年月', { required: true, help: '研究周期一般 1–3 年' }),
  fundKind: dict('经费来源', 'researchFund'),
  funding: decimal('申请经费（万元）', { min: 0, max: 999, precision: 2 }),
  members: lines('课题组成员', memberColumns, {
    least: 3,
    most: 10,
    required: true,
    help: '不含主持人，3–10 人，按排名填写',
  }),
  background: richText('选题依据与研究现状', { required: true }),
  objective: richText('研究目标', { required: true }),
  content: richText('研究内容与重点难点', { required: true }),
  method: richText('研究方法与技术路线', { required: true }),
  innovation: richText('创新之处'),
  schedule: richText('进度安排', { required: true }),
  expectedResult: richText('预期成果及形式', { required: true }),
  condition: richText('研究基础与保障条件', { required: true }),
  budget: longText('经费预算说明', words),
  files: file('申请书扫描件及附件', { ...papers, required: true }),
  openDate: date('开题日期', { required: true }),
  openPlace: text('开题地点', { required: true, maxLength: 100 }),
  openMode: dict('开题形式', 'activityMode', { required: true }),
  openExperts: text('评议专家', { required: true, maxLength: 200 }),
  openReport: richText('开题报告要点', { required: true }),
  openOpinion: longText('专家评议要点', { required: true, maxLength: 2000 }),
  openAdjustment: longText('重要变更与调整', words),
  openFiles: file('开题材料', { ...papers, required: true }),
  progress: richText('研究进展', { required: true }),
  stageResult: richText('阶段性成果', { required: true }),
  problem: longText('存在问题与改进', { required: true, maxLength: 2000 }),
  nextPlan: longText('下一步计划', { required: true, maxLength: 2000 }),
  fundUse: longText('经费使用情况', words),
  midtermFiles: file('中期材料', { ...papers, required: true }),
  workReport: richText('工作报告', { required: true }),
  researchReport: richText('研究报告', { required: true }),
  mainResult: longText('主要成果目录', { required: true, maxLength: 2000 }),
  promotion: longText('成果推广与应用', words),
  fundFinal: longText('经费决算', words),
  identifyWay: text('鉴定方式', { maxLength: 40 }),
  closingFiles: file('结题材料', { ...papers, required: true }),
  publicityEnd: date('公示截止日'),
  nationalNo: text('国家立项编号', { maxLength: 40 }),
  delayedTo: month('延期至'),
  closingGrade: dict('结题等级', 'closingGrade'),
}

type Sections = readonly Section<keyof typeof projectFields>[]

/** 立项申报书. */
export const projectForm: Sections = [
  {
    title: '课题',
    fields: [
      'projectName',
      'projectCategory',
      'projectKind',
      'subject',
      'schoolStage',
      'startMonth',
      'endMonth',
      'fundKind',
      'funding',
    ],
  },
  { title: '课题组', fields: ['members'] },
  {
    title: '论证',
    fields: [
      'background',
      'objective',
      'content',
      'method',
      'innovation',
      'schedule',
      'expectedResult',
      'condition',
      'budget',
      'files',
    ],
  },
]

/** What is written once the project is established. */
export const projectStages = {
  opening: {
    title: '开题报告',
    form: [
      {
        title: '开题',
        fields: [
          'openDate',
          'openPlace',
          'openMode',
          'openExperts',
          'openReport',
          'openOpinion',
          'openAdjustment',
          'openFiles',
        ],
      },
    ],
  },
  midterm: {
    title: '中期检查报告',
    form: [
      {
        title: '中期检查',
        fields: ['progress', 'stageResult', 'problem', 'nextPlan', 'fundUse', 'midtermFiles'],
      },
    ],
  },
  closing: {
    title: '结题申请',
    form: [
      {
        title: '结题',
        fields: [
          'workReport',
          'researchReport',
          'mainResult',
          'promotion',
          'fundFinal',
          'identifyWay',
          'closingFiles',
        ],
      },
    ],
  },
} satisfies Readonly<Record<string, { title: string; form: Sections }>>
