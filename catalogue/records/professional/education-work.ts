import { defineRecord, dict, integer, longText, text, year } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { is } from '../../rules/condition.ts'

/** 教育工作: one row per term and kind of educational work beside teaching, such as being a head teacher. */
export const educationWork = defineRecord({
  name: 'educationWork',
  title: '教育工作',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    schoolYear: year('学年', { required: true, help: '填学年开始的年份，2025–2026 学年填 2025' }),
    semester: dict('学期', 'semester', { required: true }),
    workKind: dict('工作类别', 'concurrentWork', { required: true, excludeItems: ['00'] }),
    className: text('所带班级（团队）', {
      maxLength: 100,
      requiredWhen: is('workKind', '01'),
      help: '班主任须填班级，如“高一（3）班”',
    }),
    studentCount: integer('学生人数', { min: 0, max: 5000 }),
    title: text('工作主题', { required: true, maxLength: 100, help: '用一句话概括这学期的工作' }),
    content: longText('工作内容与成效', { required: true, maxLength: 5000 }),
    result: text('考核或获奖情况', { maxLength: 100, help: '如“校优秀班主任”；没有可不填' }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['schoolYear', 'semester', 'workKind', 'title'],
        message: '这一学期已有同类别、同主题的教育工作，请看是否填重',
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r, c) => r.schoolYear === null || r.schoolYear <= c.thisYear,
        message: '学年尚未开始，请填已开始的学年',
        fields: ['schoolYear'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'workKind', text: '工作类别与学校任命不一致' },
      { field: 'className', text: '所带班级与学校安排不一致' },
      { field: 'schoolYear', text: '学年、学期与任职时间不符' },
      { field: 'content', text: '工作内容太笼统，请写明做法和成效' },
      { field: 'result', text: '考核或获奖情况缺佐证材料' },
      { field: 'attachments', text: '附件看不清，请重新拍照上传' },
    ],
  },
  pages: {
    list: {
      columns: ['schoolYear', 'semester', 'workKind', 'className', 'title', 'result'],
      filters: ['schoolYear', 'semester', 'workKind'],
      order: 'schoolYear',
      descending: true,
    },
    form: [
      { title: '任务', fields: ['schoolYear', 'semester', 'workKind', 'className', 'studentCount'] },
      { title: '内容与成效', fields: ['title', 'content', 'result'] },
    ],
    summary: ['title', 'workKind'],
  },
  statistics: { dimensions: ['schoolYear', 'semester', 'workKind'] },
})
