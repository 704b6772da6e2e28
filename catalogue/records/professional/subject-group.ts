import { bool, defineRecord, dict, integer, longText, month, teacher, text } from '../../define.ts'

/**
 * 科组: teaching groups of a school, kept by the school. Not a personal archive; its owner is the
 * institution.
 */
export const subjectGroup = defineRecord({
  name: 'subjectGroup',
  title: '科组',
  archive: 'professional',
  owner: 'institution',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    name: text('科组名称', { required: true, maxLength: 60 }),
    groupKind: dict('科组类别', 'subjectGroupKind', { required: true }),
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    subject: dict('学科', 'subject', { cascadeFrom: 'schoolStage', help: '年级组、综合组可不选' }),
    leader: teacher('科组长', { required: true, help: '从本校教师中选' }),
    deputies: teacher('副组长（备课组长）', { multiple: true }),
    members: teacher('组员', { multiple: true }),
    foundMonth: month('成立年月'),
    introduction: longText('简介', { maxLength: 2000 }),
    sortNo: integer('排序号', { min: 0, max: 9999 }),
    enabled: bool('是否启用', { required: true, default: true }),
  },
  rules: {
    constraints: [
      { form: 'unique', within: 'institution', fields: ['name'], message: '本校已有同名的科组' },
      {
        form: 'unique',
        within: 'institution',
        fields: ['groupKind', 'members'],
        each: 'members',
        message: '有组员已在另一个同类科组里',
      },
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
      columns: ['name', 'groupKind', 'schoolStage', 'subject', 'leader', 'enabled'],
      filters: ['name', 'groupKind', 'schoolStage', 'subject'],
      order: 'name',
    },
    form: [
      {
        title: '科组',
        fields: ['name', 'groupKind', 'schoolStage', 'subject', 'foundMonth', 'sortNo', 'enabled'],
      },
      { title: '成员', fields: ['leader', 'deputies', 'members'] },
      { title: '简介', fields: ['introduction'] },
    ],
    summary: ['name'],
  },
  statistics: { dimensions: ['groupKind', 'schoolStage', 'subject'] },
})
