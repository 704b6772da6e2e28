import { dict, file, institution, lines, longText, month, personName, richText, text } from '../define.ts'
import { is } from '../rules/condition.ts'
import { defineProcess } from './define.ts'
import { memberColumns } from './research-project-form.ts'
import { refuses } from './way-up.ts'

/** Kinds of change (dictionary projectChangeKind). */
export const changeKinds = {
  leader: '1',
  members: '2',
  title: '3',
  delay: '4',
  result: '5',
  organisation: '6',
  other: '9',
} as const
const { leader, members, title, delay, result, organisation, other } = changeKinds
const onlyFor = (...kinds: readonly string[]) => ({
  visibleWhen: is('kind', ...kinds),
  requiredWhen: is('kind', ...kinds),
})

/**
 * 课题变更申请: what a project that is under way asks to have changed (life cycle projectChange of the domain
 * model).
 */
export const projectChange = defineProcess({
  name: 'projectChange',
  path: 'research/change',
  title: '课题变更',
  beginLabel: '申请变更',
  begins: [{ by: [2], about: 'case' }],
  of: {
    process: 'researchProject',
    states: [
      'established',
      'openingPending',
      'inProgress',
      'midtermPending',
      'midtermPassed',
      'closingPending',
      'delayed',
    ],
    takes: { project: 'projectName' },
  },
  dueOrder: 13,
  titled: 'project',
  fields: {
    project: text('课题', { maxLength: 120 }),
    kind: dict('变更类别', 'projectChangeKind', { required: true }),
    newLeader: personName('新主持人姓名', { ...onlyFor(leader) }),
    newLeaderAt: institution('新主持人所在单位', { ...onlyFor(leader), help: '须为本平台的在职教师' }),
    members: lines('变更后的课题组成员', memberColumns, {
      least: 3,
      most: 10,
      help: '不含主持人，3–10 人，按排名填写全部成员',
      ...onlyFor(members),
    }),
    projectName: text('新课题名称', { maxLength: 120, ...onlyFor(title) }),
    delayedTo: month('延期至', onlyFor(delay)),
    expectedResult: richText('变更后的成果及形式', onlyFor(result)),
    newOrg: text('新的管理单位', { maxLength: 100, ...onlyFor(organisation) }),
    matter: longText('变更内容', { maxLength: 2000, ...onlyFor(organisation, other) }),
    reason: longText('变更理由', { required: true, maxLength: 2000 }),
    files: file('附件', { multiple: true, accept: ['pdf', 'jpg', 'png', 'docx'], maxSizeMB: 20 }),
  },
  form: [
    {
      title: '变更',
      fields: [
        'kind',
        'newLeader',
        'newLeaderAt',
        'members',
        'projectName',
        'delayedTo',
        'expectedResult',
        'newOrg',
        'matter',
        'reason',
        'files',
      ],
    },
  ],
  judgedBy: ['mayChangeProject'],
  parties: {
    leader: { label: '主持人', is: 'person' },
    school: { label: '所在单位', is: 'personnelOf' },
    host: { label: '立项单位', is: 'partyOfCase', party: 'host' },
  },
  conditions: {
    ofSchool: ({ parties }) => parties['host'] === parties['school'],
    ofAuthority: ({ parties }) => parties['host'] !== parties['school'],
  },
  states: {
    draft: { label: '草稿', heldBy: 'leader' },
    pendingSchool: { label: '待学校审核', heldBy: 'school', days: 5 },
    pendingOwner: { label: '待立项单位审核', heldBy: 'host', days: 10 },
    approved: { label: '已批准', final: 'done' },
    rejected: { label: '未批准', final: 'failed' },
    returned: { label: '已退回', heldBy: 'leader', opens: ['first'] },
    withdrawn: { label: '已撤回', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'submit',
      label: '提交变更',
      from: ['draft', 'returned'],
      to: 'pendingSchool',
      by: 'leader',
      handsIn: true,
    },
    {
      name: 'approve',
      label: '学校同意',
      from: ['pendingSchool'],
      to: 'pendingOwner',
      by: 'school',
      when: 'ofAuthority',
      reason: 'optional',
    },
    {
      name: 'approve',
      label: '学校批准',
      from: ['pendingSchool'],
      to: 'approved',
      by: 'school',
      when: 'ofSchool',
      reason: 'optional',
      effects: ['projectChanged'],
    },
    {
      name: 'approve',
      label: '批准',
      from: ['pendingOwner'],
      to: 'approved',
      by: 'host',
      reason: 'optional',
      effects: ['projectChanged'],
    },
    {
      name: 'return',
      label: '退回',
      from: ['pendingSchool', 'pendingOwner'],
      to: 'returned',
      by: 'holder',
      ...refuses,
    },
    {
      name: 'reject',
      label: '不批准',
      from: ['pendingSchool', 'pendingOwner'],
      to: 'rejected',
      by: 'holder',
      ...refuses,
    },
    {
      name: 'withdraw',
      label: '撤回',
      from: ['pendingSchool', 'pendingOwner'],
      to: 'withdrawn',
      by: 'leader',
      tone: 'quiet',
    },
  ],
  list: {
    columns: ['project', 'kind'],
    filters: ['kind'],
    between: { title: '单位、征集单位', ends: [['school'], ['host']] },
  },
})
