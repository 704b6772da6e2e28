import { bool, defineRecord, dict, longText, month, teacher, text } from '../../define.ts'

/**
 * 教研组: teachers of several schools who study the teaching of a subject, kept by the institution that leads
 * it (modules.json, researchGroup). Groups within one school are `subjectGroup`.
 */
export const researchGroup = defineRecord({
  name: 'researchGroup',
  title: '教研组',
  archive: 'professional',
  owner: 'institution',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    name: text('教研组名称', { required: true, maxLength: 100 }),
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    subject: dict('学科', 'subject', { required: true, cascadeFrom: 'schoolStage' }),
    leader: teacher('组长', { required: true, help: '从本单位管理范围内的教师中选' }),
    members: teacher('成员', { multiple: true }),
    foundMonth: month('成立年月'),
    introduction: longText('简介', { maxLength: 2000 }),
    enabled: bool('是否启用', { required: true, default: true }),
  },
  rules: {
    constraints: [
      { form: 'unique', within: 'institution', fields: ['name'], message: '本单位已有同名的教研组' },
    ],
    checks: [
      {
        holds: (r, c) => r.foundMonth === null || r.foundMonth <= c.today.slice(0, 7),
        message: '成立年月不得晚于本月',
        fields: ['foundMonth'],
      },
    ],
  },
  pages: {
    list: {
      columns: ['name', 'schoolStage', 'subject', 'leader', 'members', 'enabled'],
      filters: ['name', 'schoolStage', 'subject', 'enabled'],
      order: 'name',
    },
    form: [
      { title: '教研组', fields: ['name', 'schoolStage', 'subject', 'foundMonth', 'enabled'] },
      { title: '成员', fields: ['leader', 'members'] },
      { title: '简介', fields: ['introduction'] },
    ],
    summary: ['name'],
  },
  statistics: { dimensions: ['schoolStage', 'subject'] },
})
