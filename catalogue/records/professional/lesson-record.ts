import { date, defineRecord, dict, integer, longText, text, url, year } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'

/**
 * 课程教学: one row per public, research or competition lesson taught. Courseware goes into the evidence,
 * exported as PDF or pictures.
 */
export const lessonRecord = defineRecord({
  name: 'lessonRecord',
  title: '课程教学',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    schoolYear: year('学年', { required: true, help: '填学年开始的年份，2025–2026 学年填 2025' }),
    semester: dict('学期', 'semester', { required: true }),
    title: text('课题（课程）名称', { required: true, maxLength: 100 }),
    lessonKind: dict('公开课类别', 'lessonKind', { required: true }),
    subject: dict('学科', 'subject', { required: true }),
    grade: dict('年级', 'grade'),
    lessonDate: date('授课日期', { required: true }),
    place: text('授课地点', { maxLength: 100 }),
    teachingMode: dict('授课方式', 'teachingMode'),
    adminLevel: dict('级别', 'adminLevel', {
      required: true,
      help: '按组织本次公开课的单位选；校内公开课选“学校级”',
    }),
    organizer: text('组织单位', { maxLength: 100 }),
    audience: integer('听课人数', { min: 0, max: 5000 }),
    design: longText('教学设计', {
      maxLength: 10000,
      help: '可只写提要；教案、课件请导出为 PDF，与佐证材料一起上传',
    }),
    videoUrl: url('视频地址', { maxLength: 500, help: '课堂录像在网上的地址' }),
    reflection: longText('教学反思', { maxLength: 2000 }),
  },
  attachments: { maxCount: 10, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['title', 'lessonDate'],
        message: '同一天已有同名的公开课，请看是否填重；在另一个班又上一次的可以说明',
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.lessonDate),
        message: '授课日期不得晚于今天，上完课再填',
        fields: ['lessonDate'],
      },
      {
        holds: (r) =>
          r.schoolYear === null ||
          r.lessonDate === null ||
          (r.lessonDate >= `${r.schoolYear}-08-01` && r.lessonDate <= `${r.schoolYear + 1}-08-31`),
        message: '授课日期不在所填学年内（学年从 8 月算起，填开始的年份）',
        fields: ['schoolYear', 'lessonDate'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'attachments', text: '缺公开课证明或活动通知' },
      { field: 'attachments', text: '证明上没有盖章，或照片看不清' },
      { field: 'title', text: '课题名称与证明不一致' },
      { field: 'lessonDate', text: '授课日期与证明不一致' },
      { field: 'adminLevel', text: '级别与组织单位不符' },
      { field: 'organizer', text: '组织单位请填盖章单位的全称' },
    ],
  },
  pages: {
    list: {
      columns: [
        'title',
        'lessonKind',
        'subject',
        'grade',
        'lessonDate',
        'adminLevel',
        'schoolYear',
        'semester',
      ],
      filters: ['schoolYear', 'semester', 'lessonKind', 'subject', 'adminLevel'],
      order: 'lessonDate',
      descending: true,
    },
    form: [
      { title: '课题', fields: ['title', 'lessonKind', 'subject', 'grade', 'adminLevel', 'organizer'] },
      {
        title: '时间地点',
        fields: ['schoolYear', 'semester', 'lessonDate', 'place', 'teachingMode', 'audience'],
      },
      { title: '设计与反思', fields: ['design', 'videoUrl', 'reflection'] },
    ],
    summary: ['title', 'lessonKind'],
  },
  statistics: { dimensions: ['schoolYear', 'lessonKind', 'subject', 'adminLevel'] },
})
