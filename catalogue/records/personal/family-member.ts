import { bool, date, defineRecord, dict, personName, text } from '../../define.ts'
import { atMostOne } from '../../rules/among.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

/** 家庭主要成员: one row per close relative, kept by the teacher, effective at once. */
export const familyMember = defineRecord({
  name: 'familyMember',
  title: '家庭主要成员',
  archive: 'personal',
  owner: 'teacher',
  regime: 'own',
  cardinality: 'many',
  fields: {
    relation: dict('称谓', 'familyRelation', { required: true, help: '该家人是本人的什么人' }),
    name: personName('姓名', { required: true, sealed: true, masked: true }),
    birthDate: date('出生日期', { sealed: true, masked: true }),
    politicalStatus: dict('政治面貌', 'politicalStatus', { masked: true }),
    unitAndDuty: text('工作单位及职务', {
      masked: true,
      maxLength: 100,
      help: '在读、退休、务农的照实写；已去世的写“已故”',
    }),
    isTeacher: bool('是否教师'),
  },
  rules: {
    constraints: [
      atMostOne('familyMember', is('relation', '10'), ['relation'], {
        message: '配偶已经填过一位，请核对',
        level: 'warning',
      }),
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.birthDate),
        message: '出生日期不能晚于今天',
        fields: ['birthDate'],
      },
    ],
  },
  pages: {
    list: {
      columns: ['relation', 'name', 'politicalStatus', 'unitAndDuty', 'isTeacher'],
      filters: ['relation', 'isTeacher'],
      order: 'relation',
    },
    form: [
      {
        title: '家庭成员',
        fields: ['relation', 'name', 'birthDate', 'politicalStatus', 'unitAndDuty', 'isTeacher'],
      },
    ],
    // The name is sealed: only the relation may name a row in lists and messages.
    summary: ['relation'],
  },
})
