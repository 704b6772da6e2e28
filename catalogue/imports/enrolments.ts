import { text } from '../define.ts'
import { enrolmentFields } from '../processes/training-enrolment-form.ts'
import { column } from './column.ts'
import type { ImportDefinition } from './define.ts'
import { holderColumns, holderNamed } from './holder.ts'

/** 培训报名: whom a school recommends for projects, or whom the host of a project by invitation invites. */
export const enrolmentImport: ImportDefinition = {
  name: 'enrolment',
  title: '培训报名',
  noun: '人',
  version: '2026.1',
  sheet: '培训报名',
  subject: 'enrolments',
  roles: [3, 4, 5, 6],
  by: ['idCardNo', 'project'],
  owner: { idNo: 'idCardNo', archiveNo: 'archiveNo', name: 'name' },
  checks: [holderNamed],
  parts: [],
  columns: [
    ...holderColumns,
    column('project', text('培训项目', { required: true, maxLength: 200 }), {
      note: '与平台上的项目名称一致；正在报名的项目',
      example: '2026年初中数学骨干教师研修',
    }),
    column('host', text('主办单位', { maxLength: 100 }), { note: '有同名项目的才填' }),
    column('trainingRole', enrolmentFields.trainingRole, { required: 'no', otherwise: '1' }),
    column('reason', { ...enrolmentFields.reason, label: '推荐理由' }),
    column('exceptionReason', enrolmentFields.exceptionReason, { note: '项目允许写明理由报名的才填' }),
    column('needAccommodation', enrolmentFields.needAccommodation),
  ],
}
