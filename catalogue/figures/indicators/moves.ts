import { indicator } from '../indicator.ts'

const since = '与本学年开始前一天（8月31日）的人事关系相比'

/** Who comes and who goes. */
export const moveIndicators = [
  indicator({
    key: 'inflow',
    title: '流入教师',
    unit: '人',
    form: 'bars',
    definition: `现在的专任教师中，${since}，当时人事关系不在这个单位（或辖区）的人员，含新入职。辖区内单位之间的调动不算辖区的流入。`,
    visible: 'public',
    reports: ['teacher_analysis'],
    counting: { by: 'flow', way: 'in' },
    rows: 'place',
    columns: null,
  }),
  indicator({
    key: 'outflow',
    title: '流出教师',
    unit: '人',
    form: 'bars',
    definition: `${since}，教职工类别为专任教师、现在人事关系已不在这个单位（或辖区）的人员，含退休。辖区内单位之间的调动不算辖区的流出。`,
    visible: 'internal',
    reports: ['teacher_analysis'],
    counting: { by: 'flow', way: 'out' },
    rows: 'place',
    columns: null,
  }),
  indicator({
    key: 'outflow.cause',
    title: '流出教师的去向',
    unit: '人',
    form: 'bars',
    definition: `流出教师（${since}）现在的人员状态；仍在职的是调到其他单位。`,
    visible: 'internal',
    reports: ['teacher_analysis'],
    counting: { by: 'flow', way: 'out' },
    rows: 'cause',
    columns: null,
  }),
  indicator({
    key: 'turnover',
    title: '流动率',
    unit: '%',
    form: 'bars',
    definition: `流出教师中除退休、离休、死亡以外的人员，占本学年开始前一天专任教师的比例。`,
    denominator: '本学年开始前一天人事关系在这里、教职工类别为专任教师的人数',
    visible: 'internal',
    reports: ['teacher_analysis'],
    counting: { by: 'flow', way: 'rate' },
    rows: 'place',
    columns: null,
  }),
  indicator({
    key: 'renewal',
    title: '新进与退休',
    unit: '人',
    form: 'lines',
    definition:
      '新进：现在的教职工按第一次有人事关系的学年。退休：最后一个人事关系在这里、状态为退休或离休的人员，按离开的学年。预计退休：现在的教职工按法定退休年月所在的学年，不计弹性提前或延迟。',
    visible: 'internal',
    reports: ['teacherage'],
    counting: { by: 'renewal' },
    rows: null,
    columns: null,
  }),
]
