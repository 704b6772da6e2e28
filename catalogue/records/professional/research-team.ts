import { area, bool, date, defineRecord, dict, longText } from '../../define.ts'
import { atMostOne } from '../../rules/among.ts'
import { notBefore } from '../../rules/compare.ts'
import { isEmpty } from '../../rules/condition.ts'

/**
 * 教研员: who does research into teaching for which stage and subject. About the person, so that it stays
 * with them when they move; kept by the school or by the authority above it.
 */
export const researchTeam = defineRecord({
  name: 'researchTeam',
  title: '教研员',
  archive: 'professional',
  owner: 'teacher',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    teamKind: dict('队伍类别', 'teamKind', { required: true }),
    schoolStage: dict('负责学段', 'schoolStage', { required: true }),
    subject: dict('负责学科', 'subject', { required: true, cascadeFrom: 'schoolStage' }),
    areaCode: area('负责区域', { help: '只负责本校的可不选' }),
    startDate: date('任职起', { required: true }),
    endDate: date('任职止', { help: '现在仍任职的不填' }),
    isFullTime: bool('是否专职', { required: true }),
    introduction: longText('简介', { maxLength: 2000 }),
  },
  rules: {
    constraints: [
      atMostOne(
        'researchTeam',
        isEmpty('endDate'),
        ['schoolStage', 'subject'],
        { message: '同一人在同一学段、学科只能有一条在任的记录，请先填写原来一条的任职止' },
        ['schoolStage', 'subject'],
      ),
    ],
    checks: [
      {
        holds: (r) => notBefore(r.endDate, r.startDate),
        message: '任职止不得早于任职起',
        fields: ['endDate', 'startDate'],
      },
    ],
  },
  pages: {
    list: {
      columns: ['teamKind', 'schoolStage', 'subject', 'areaCode', 'startDate', 'endDate', 'isFullTime'],
      filters: ['teamKind', 'schoolStage', 'subject', 'areaCode', 'isFullTime'],
      order: 'startDate',
      descending: true,
    },
    form: [
      {
        title: '教研员',
        fields: ['teamKind', 'schoolStage', 'subject', 'areaCode', 'startDate', 'endDate', 'isFullTime'],
      },
      { title: '简介', fields: ['introduction'] },
    ],
    summary: ['teamKind', 'subject'],
  },
  statistics: { dimensions: ['teamKind', 'schoolStage', 'subject', 'isFullTime'] },
})
